"""Whole capsules: a memory, a domain or a statement's results, to a file, from both clients and the shell."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import kip
from kip.cli.commands import app
from kip_grammar import KipError

MEDICINE = """
UPSERT {
  CONCEPT ?medical { {type: "Domain", name: "Medical"} SET ATTRIBUTES { description: "Medicine" } }
  CONCEPT ?drug { {type: "$ConceptType", name: "Drug"} }
  CONCEPT ?treats { {type: "$PropositionType", name: "treats"} }
  CONCEPT ?fever { {type: "Drug", name: "Fever tea"} SET PROPOSITIONS { ("belongs_to_domain", ?medical) } }
  CONCEPT ?aspirin {
    {type: "Drug", name: "Aspirin"}
    SET PROPOSITIONS {
      ("belongs_to_domain", ?medical)
      ("treats", ?fever)
      ("treats", {type: "Person", name: "$self"})
    }
  }
  CONCEPT ?other { {type: "Drug", name: "Elsewhere"} SET PROPOSITIONS { ("treats", ?fever) } }
}
"""


@pytest.fixture
def options(neo4j_connection: Any) -> dict[str, Any]:
    """How clients reach the server."""
    uri, auth, database = neo4j_connection
    return {"uri": uri, "auth": auth, "database": database}


@pytest.fixture
def client(options: dict[str, Any], space: str) -> Iterator[kip.Client]:
    """A client of a memory of medicines."""
    with kip.connect(**options, space=space) as client:
        client.execute(MEDICINE)
        yield client
    kip.drop_space(space, **options)


@pytest.fixture
def copy(options: dict[str, Any], space: str) -> Iterator[kip.Client]:
    """A client of an empty memory."""
    with kip.connect(**options, space=f"{space}-copy") as client:
        yield client
    kip.drop_space(f"{space}-copy", **options)


def test_a_whole_memory_goes_into_a_new_one_without_special_rights(
    client: kip.Client, copy: kip.Client, tmp_path: Path
) -> None:
    path, seen = tmp_path / "memory.kip", []
    done = client.export_capsule(path=path, on_progress=seen.append)
    assert seen[-1] == done
    assert done.text is None
    assert path.stat().st_size >= done.characters
    copy.import_capsule(path)
    assert copy.export_capsule().text == path.read_text(encoding="utf-8")


def test_what_genesis_protects_is_left_out_and_what_it_only_suggests_is_not(client: kip.Client) -> None:
    text = client.export_capsule().text
    assert text is not None
    assert '    {type: "Domain", name: "CoreSchema"}\n' not in text
    assert '    {type: "Person", name: "$self"}\n' in text
    assert text.index('"Drug"') < text.index('"Aspirin"')


def test_a_domain_comes_with_members_links_among_them_and_definitions(
    client: kip.Client, copy: kip.Client
) -> None:
    done = client.export_capsule(domain="Medical")
    assert (done.concepts, done.propositions) == (5, 3)
    assert done.text is not None
    assert "Elsewhere" not in done.text
    copy.import_capsule(done.text)
    assert copy.export_capsule(domain="Medical").text == done.text


def test_a_statement_is_exported_to_its_last_page(client: kip.Client) -> None:
    text = "EXPORT ?d WHERE { ?d {type: :t} } LIMIT 1"
    done = client.export_capsule(text, parameters={"t": "Drug"})
    assert done.concepts == 3
    assert done.text == client.execute("EXPORT ?d WHERE { ?d {type: :t} }", {"t": "Drug"}).result["capsule"]


def test_an_open_file_is_written_to_and_left_open(client: kip.Client) -> None:
    file = StringIO()
    client.export_capsule(path=file, domain="Medical")
    assert file.getvalue() == client.export_capsule(domain="Medical").text


def test_a_file_appears_only_when_it_is_complete(client: kip.Client, tmp_path: Path) -> None:
    path = tmp_path / "memory.kip"
    path.write_text("before")

    def stop(_: object) -> None:
        raise RuntimeError("the disk is full")

    with pytest.raises(RuntimeError, match="full"):
        client.export_capsule(path=path, on_progress=stop)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"domain": "Medica"}, "KIP_3002"),
        ({"statement": 'FIND(?x) WHERE { ?x {type: "Drug"} }'}, "KIP_1001"),
        ({"statement": "EXPORT ?d WHERE { ?d {type: :t} }"}, "KIP_1001"),
        ({"statement": 'EXPORT ?x WHERE { ?x {type: "Drug"} }', "domain": "Medical"}, "KIP_1001"),
    ],
)
def test_faults_are_told(client: kip.Client, arguments: dict[str, Any], code: str) -> None:
    with pytest.raises(KipError) as caught:
        client.export_capsule(**arguments)
    assert caught.value.code == code
    assert caught.value.hint


def test_the_async_client_writes_the_same(client: kip.Client, options: dict[str, Any]) -> None:
    async def export() -> str | None:
        async with kip.connect_async(**options, space=client.space) as other:
            return (await other.export_capsule(domain="Medical")).text

    assert asyncio.run(export()) == client.export_capsule(domain="Medical").text


def test_the_command_writes_to_stdout_or_a_file(
    client: kip.Client, options: dict[str, Any], tmp_path: Path
) -> None:
    user, password = options["auth"]
    login = ["--space", client.space, "--uri", options["uri"], "--user", user, "--password", password]
    shown = CliRunner().invoke(app, ["export", "--domain", "Medical", *login])
    assert shown.exit_code == 0
    assert shown.stdout == client.export_capsule(domain="Medical").text
    path = tmp_path / "drugs.kip"
    statement = "EXPORT ?d WHERE { ?d {type: :t} }"
    told = CliRunner().invoke(app, ["export", "-s", statement, "-p", "t=Drug", "-o", str(path), *login])
    assert told.exit_code == 0
    assert f'"file": "{path}"' in told.stdout
    assert '"concepts": 3' in told.stdout
    assert path.read_text(encoding="utf-8").startswith("UPSERT {")
    both = CliRunner().invoke(app, ["export", "-s", statement, "-d", "Medical", *login])
    assert both.exit_code == 2
