"""`import_capsule`: from a path, an open file or a text, by both clients."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from typing import Any

import pytest

import kip

CAPSULE = """
UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Drug"} } }
UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"} } CONCEPT ?b { {type: "Drug", name: "Ibuprofen"} } }
"""
PROTECTED = 'UPSERT { CONCEPT ?d { {type: "Domain", name: "Archived"} SET ATTRIBUTES { note: "x" } } }'


def drugs(client: kip.Client) -> list[str]:
    text = 'FIND(?d.name) WHERE { ?d {type: "Drug"} } ORDER BY ?d.name'
    result: list[str] = client.execute(text).result
    return result


@pytest.mark.parametrize("kind", ["path", "path as text", "file", "text"])
def test_a_capsule_comes_from_anywhere(client: kip.Client, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "drugs.kip"
    path.write_text("\ufeff" + CAPSULE, encoding="utf-8")
    sources: dict[str, Any] = {
        "path": path,
        "path as text": str(path),
        "file": io.StringIO(CAPSULE),
        "text": CAPSULE,
    }
    applied = client.import_capsule(sources[kind])
    assert (applied.statements, applied.elements) == (2, 3)
    assert drugs(client) == ["Aspirin", "Ibuprofen"]


def test_progress_is_told(client: kip.Client) -> None:
    told: list[int] = []
    client.import_capsule(CAPSULE, on_progress=lambda progress: told.append(progress.statements))
    assert told[-1] == 2


def test_only_bootstrap_writes_protected_elements(client: kip.Client) -> None:
    with pytest.raises(kip.KipError, match="KIP_3004"):
        client.import_capsule(PROTECTED)
    assert client.import_capsule(PROTECTED, bootstrap=True).statements == 1


def test_a_fault_is_placed_in_the_whole_capsule(client: kip.Client) -> None:
    with pytest.raises(kip.KipError, match="KIP_2001") as caught:
        client.import_capsule(CAPSULE + 'UPSERT { CONCEPT ?x { {type: "Nowhere", name: "x"} } }')
    assert caught.value.position is not None
    assert caught.value.position.line == 4
    assert drugs(client) == ["Aspirin", "Ibuprofen"]


def test_a_file_that_is_no_text_is_a_kip_error(client: kip.Client, tmp_path: Path) -> None:
    path = tmp_path / "binary.kip"
    path.write_bytes(b"UPSERT \xff\xfe")
    with pytest.raises(kip.KipError, match="UTF-8"):
        client.import_capsule(path)


def test_a_file_that_is_missing_is_missing(client: kip.Client, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        client.import_capsule(tmp_path / "none.kip")


def test_the_async_client_imports_too(client: kip.Client) -> None:
    async def load() -> int:
        async with kip.connect_async(space=client.space) as other:
            return (await other.import_capsule(CAPSULE)).statements

    assert asyncio.run(load()) == 2
    assert drugs(client) == ["Aspirin", "Ibuprofen"]
