"""`kip run` and `kip import`: files into a memory."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest

ADD = 'UPSERT { CONCEPT ?d { {type: "Drug", name: :name} } }'
COUNT = 'FIND(COUNT(?d)) WHERE { ?d {type: "Drug"} }'
CAPSULE = """UPSERT { CONCEPT ?d { {type: "Drug", name: "A"} } }
UPSERT { CONCEPT ?d { {type: "Drug", name: "B"} } }
"""
PROTECTED = 'UPSERT { CONCEPT ?d { {type: "Domain", name: "Archived"} SET ATTRIBUTES { note: "x" } } }'


def count(run_kip: Any) -> int:
    found: int = run_kip.json("query", COUNT)["result"]
    return found


def test_a_command_comes_through_a_pipe(run_kip: Any) -> None:
    answer = run_kip.json("run", "-", "--param", "name=New", text=ADD)
    assert answer["result"]["blocks"] == 1
    assert count(run_kip) == 3


def test_a_file_of_upserts_is_one_transaction(run_kip: Any, tmp_path: Path) -> None:
    file = tmp_path / "add.kip"
    file.write_text(CAPSULE, encoding="utf-8")
    assert run_kip.json("run", str(file))["result"]["blocks"] == 2
    file.write_text(
        CAPSULE.replace('"A"', '"C"').replace('"Drug", name: "B"', '"Nope", name: "B"'), encoding="utf-8"
    )
    assert run_kip("run", str(file)).exit_code == 1
    assert count(run_kip) == 4


def test_a_request_in_json_is_run_as_one(run_kip: Any) -> None:
    request = {"commands": [COUNT, {"command": ADD, "parameters": {"name": "New"}}, COUNT]}
    first, _, last = run_kip.json("run", "-", text=json.dumps(request))["result"]
    assert (first, last) == ({"result": 2}, {"result": 3})


def test_a_failed_command_of_a_batch_is_the_exit_code(run_kip: Any) -> None:
    ended = run_kip("run", "-", text=json.dumps({"commands": [COUNT, "FIND("]}))
    assert ended.exit_code == 1
    assert [list(one) for one in json.loads(ended.stdout)["result"]] == [["result"], ["error"]]
    assert "KIP_1001" in ended.stderr


def test_a_person_sees_where_a_batch_stopped(run_kip: Any, tmp_path: Path) -> None:
    file = tmp_path / "batch.json"
    file.write_text(
        json.dumps({"commands": [COUNT, CAPSULE.replace("Drug", "Nope"), COUNT]}), encoding="utf-8"
    )
    ended = run_kip.at_terminal("run", str(file))
    assert ended.code == 1
    assert "1 of 3" in ended.out
    assert "KIP_2001" in ended.err
    assert "1 command not run" in ended.err


def test_dry_and_readonly_runs_change_nothing(run_kip: Any) -> None:
    assert run_kip.json("run", "-", "--dry-run", text=CAPSULE)["result"]["upsert_concept_nodes"] == []
    assert run_kip("run", "-", "--readonly", text=CAPSULE).exit_code == 1
    assert count(run_kip) == 2


def test_what_is_no_file_of_kip_is_wrong_usage(run_kip: Any, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    assert run_kip("run", str(tmp_path / "none.kip")).exit_code == 2
    assert run_kip("run", "-", text='{"command": ').exit_code == 2


@pytest.mark.parametrize("command", ["run", "import"])
def test_text_in_another_encoding_is_a_kip_error(run_kip: Any, tmp_path: Path, command: str) -> None:
    (tmp_path / "latin").write_bytes(
        'UPSERT { CONCEPT ?d { {type: "Drug", name: "Köln"} } }'.encode("latin-1")
    )
    ended = run_kip(command, str(tmp_path / "latin"))
    assert ended.exit_code == 1
    assert json.loads(ended.stdout)["error"]["code"] == "KIP_1001"
    assert "UTF-8" in ended.stderr


@pytest.mark.parametrize("command", ["run", "import"])
def test_a_directory_is_wrong_usage_and_said_to_be_one(run_kip: Any, tmp_path: Path, command: str) -> None:
    ended = run_kip(command, str(tmp_path))
    assert ended.exit_code == 2
    assert "directory" in ended.stderr


@pytest.mark.parametrize("command", ["run", "import"])
def test_a_pipe_is_read_like_a_file(run_kip: Any, tmp_path: Path, command: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("\ufeff" + CAPSULE, "utf-8"))
    writer.start()
    assert run_kip(command, str(pipe)).exit_code == 0
    writer.join()
    assert count(run_kip) == 4


def test_stdin_may_begin_with_a_byte_order_mark(run_kip: Any) -> None:
    for command in (["run", "-"], ["import", "-"]):
        assert run_kip(*command, text="\ufeff" + CAPSULE).exit_code == 0


def test_the_error_of_a_second_file_says_what_became_of_the_first(run_kip: Any, tmp_path: Path) -> None:
    first, second = tmp_path / "first.kip", tmp_path / "second.kip"
    first.write_text(CAPSULE, encoding="utf-8")
    second.write_text("FIND(", encoding="utf-8")
    ended = run_kip("import", str(first), str(second))
    assert ended.exit_code == 1
    assert "second.kip" in json.loads(ended.stdout)["error"]["message"]
    assert f"are in, whole: {first}" in json.loads(ended.stdout)["error"]["hint"]


def test_a_person_sees_what_an_upsert_did(run_kip: Any, tmp_path: Path) -> None:
    file = tmp_path / "add.kip"
    file.write_text(CAPSULE, encoding="utf-8")
    assert "✓ 2 statements: 2 concepts, 0 links" in run_kip.at_terminal("run", str(file)).out


def test_capsules_are_imported_in_order(run_kip: Any, tmp_path: Path) -> None:
    files = [tmp_path / "1.kip", tmp_path / "2.kip"]
    files[0].write_text('UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Herb"} } }', encoding="utf-8")
    files[1].write_text('UPSERT { CONCEPT ?h { {type: "Herb", name: "Sage"} } }', encoding="utf-8")
    done = run_kip.json("import", *map(str, files))["files"]
    assert [(each["statements"], each["elements"]) for each in done] == [(1, 1), (1, 1)]


def test_import_reads_stdin(run_kip: Any) -> None:
    assert run_kip.json("import", "-", text=CAPSULE)["files"][0]["statements"] == 2


def test_bootstrap_imports_what_is_protected(run_kip: Any) -> None:
    assert run_kip("import", "-", text=PROTECTED).exit_code == 1
    assert run_kip("import", "-", "--bootstrap", text=PROTECTED).exit_code == 0


def test_an_import_that_fails_names_file_and_place(run_kip: Any, tmp_path: Path) -> None:
    file = tmp_path / "bad.kip"
    file.write_text(CAPSULE + CAPSULE.replace("Drug", "Nope"), encoding="utf-8")
    ended = run_kip.at_terminal("import", str(file))
    assert ended.code == 1
    assert "bad.kip" in ended.err
    assert "  3 │ " in ended.err
    assert count(run_kip) == 4
