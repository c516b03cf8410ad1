"""Start the server's process so that it outlives its starter, and end it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import psutil

from .command import initial_password_arguments, server_arguments, write_arguments
from .failures import with_log
from .layout import Layout
from .state import mark

STOP_SECONDS = 60.0
KILL_SECONDS = 10.0
ADMIN_SECONDS = 120.0
LOG_LINES = 15
POSIX = os.name == "posix"
# subprocess has these names on Windows only.
WINDOWS_NEW_PROCESS_GROUP = 0x00000200
WINDOWS_NO_WINDOW = 0x08000000


def set_initial_password(layout: Layout, java: Path, jars: Sequence[Path], password: str) -> None:
    """Tell a server that has never started which password to start with.  Raises KIP_4003 if it refuses."""
    file = write_arguments(layout.run / "admin.args", initial_password_arguments(jars, password))
    environment = os.environ | {"NEO4J_HOME": str(layout.home), "NEO4J_CONF": str(layout.conf)}
    try:
        answer = subprocess.run(
            [java, f"@{file}"], env=environment, capture_output=True, text=True, timeout=ADMIN_SECONDS
        )
    except subprocess.TimeoutExpired as slow:
        raise with_log(f"setting the initial password took over {ADMIN_SECONDS:.0f} s", []) from slow
    finally:
        file.unlink()
    if answer.returncode != 0:
        lines = (answer.stdout + answer.stderr).splitlines()[:LOG_LINES]
        raise with_log("the initial password could not be set", lines)


def spawn(layout: Layout, java: Path, jars: Sequence[Path]) -> int:
    """Start the server and return its process id at once, long before it answers."""
    write_arguments(layout.arguments, server_arguments(layout, jars))
    with layout.console.open("wb") as console:
        process = subprocess.Popen(
            [java, mark(layout)],
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
            cwd=layout.home,
            # Signals meant for the starter's terminal are not for the server.
            start_new_session=POSIX,
            creationflags=0 if POSIX else WINDOWS_NEW_PROCESS_GROUP | WINDOWS_NO_WINDOW,
        )
    process.returncode = 0  # it outlives us on purpose: Popen is not to warn that nobody waited for it
    return process.pid


def terminate(process: psutil.Process) -> None:
    """End `process`: ask it, and after a minute without effect, make it."""
    try:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except psutil.TimeoutExpired:
            process.kill()
            process.wait(KILL_SECONDS)
    except psutil.NoSuchProcess:
        pass
