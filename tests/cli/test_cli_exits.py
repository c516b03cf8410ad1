"""How the process ends: codes, no tracebacks, quiet interrupts."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from typing import Any

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


def test_an_interrupt_is_130_and_quiet() -> None:
    process = subprocess.Popen(
        [*KIP, "run", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, b"", b"")


def test_the_shell_needs_a_terminal() -> None:
    done = end("shell")
    assert done.returncode == 2
    assert "kip run -" in done.stderr


def test_help_loads_neither_driver_nor_grammar_machinery() -> None:
    code = (
        "import sys, kip.cli.app; print([m for m in ('neo4j', 'lark', 'prompt_toolkit') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
