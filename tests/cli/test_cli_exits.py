"""How the process ends: codes, no tracebacks, quiet interrupts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import kip

KIP = [sys.executable, "-c", "from kip.cli.app import main; main()"]


def end(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*KIP, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True)


def test_the_version_is_said() -> None:
    assert end("--version").stdout == f"kip-engine {kip.__version__}\n"


def test_wrong_usage_is_2() -> None:
    assert end().returncode == 2
    assert end("query").returncode == 2
    assert end("nonsense").returncode == 2


def test_no_server_is_3_and_no_traceback() -> None:
    for command in (["query", "DESCRIBE PRIMER"], ["space", "list"], ["doctor"], ["demo"]):
        done = end(*command, "--uri", "bolt://127.0.0.1:1", "--user", "neo4j", "--password", "x")
        assert done.returncode == 3, command
        assert json.loads(done.stdout)["error"]["code"] == "KIP_4003"
        assert "Traceback" not in done.stderr
        assert "Hint: " in done.stderr


def test_a_wrong_password_is_3(run_kip: Any) -> None:
    done = end("query", "DESCRIBE PRIMER", "--password", "wrong")
    assert done.returncode == 3
    assert "refused" in done.stderr


@pytest.mark.parametrize("seconds", [0, 0.05, 0.1, 0.2, 0.4, 0.8, 3])
def test_an_interrupt_is_130_and_quiet_from_the_first_moment(seconds: float) -> None:
    """The process says when Python itself is up; what follows, imports and all, is ours to keep quiet."""
    code = (
        "import os\nfrom kip.cli import app\nmain = app.main\nimport signal\n"
        "begin = signal.signal\n"
        "signal.signal = lambda *given: (begin(*given), os.write(1, b'.'))\n"
        "main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, "run", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.read(1) == b"."
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out.strip(b"."), err) == (130, b"", b"")


def test_the_entry_point_imports_nothing_that_takes_time() -> None:
    code = "import sys, kip.cli.app; print([m for m in ('typer', 'rich', 'logging') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


@pytest.mark.parametrize("uri", ["nonsense", "http://127.0.0.1:80", "ftp://host", "bolt://host:port"])
def test_a_uri_that_is_none_is_3(uri: str) -> None:
    for command in (["query", "DESCRIBE PRIMER"], ["space", "list"], ["doctor"]):
        done = end(*command, "--uri", uri)
        assert done.returncode == 3
        assert json.loads(done.stdout)["error"]["code"] == "KIP_4003"
        assert "bolt+ssc" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_login_without_a_server_is_wrong_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NEO4J_URI", raising=False)
    for command in (["query", "DESCRIBE PRIMER"], ["space", "list"], ["doctor"], ["mcp"], ["serve"]):
        for option in ("--user", "--password"):
            done = end(*command, option, "x")
            assert done.returncode == 2, command
            assert "--uri" in done.stderr


@pytest.mark.parametrize("name", ["", "  ", "x" * 256, "\udcff"])
def test_a_name_that_no_memory_can_have_is_wrong_usage(name: str) -> None:
    for command in (["query", "DESCRIBE PRIMER"], ["demo"], ["shell"], ["doctor"], ["export"], ["mcp"]):
        assert end(*command, "--space", name).returncode == 2, command
    assert end("space", "drop", name, "--yes").returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "arguments", [["--help"], ["query", "DESCRIBE PRIMER"], ["query", "FIND("], ["export"], ["space", "list"]]
)
def test_a_full_disk_is_one_line_and_1(run_kip: Any, arguments: list[str]) -> None:
    environment = {**os.environ, "KIP_SPACE": run_kip.space}
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*KIP, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, env=environment
        )
    assert done.returncode == 1
    assert done.stderr == "Error: No space left on device.\n"


def test_a_file_that_cannot_be_written_is_one_line_and_1(run_kip: Any) -> None:
    done = run_kip.at_terminal("export", "-o", "/none/such/backup.kip")
    assert done.code == 1
    assert "No such file or directory" in done.err
    assert "Traceback" not in done.err


def test_the_shell_needs_a_terminal() -> None:
    done = end("shell")
    assert done.returncode == 2
    assert "kip run -" in done.stderr


def test_help_loads_neither_driver_nor_grammar_machinery() -> None:
    slow = ("neo4j", "lark", "prompt_toolkit")
    code = f"import sys, kip.cli.commands; print([m for m in {slow} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
