"""Let Maven fetch what could not be downloaded directly: it may know a proxy, a mirror or credentials.

What it brings is trusted no more than any other file: its SHA-256 is compared with the lock's afterwards.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .locked import LockedJar

MAVEN_SECONDS = 1200.0
DEPENDENCY = """\
<dependency>
  <groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>
  <classifier>{classifier}</classifier>
  <exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>
</dependency>
"""
PROJECT = """\
<project>
<modelVersion>4.0.0</modelVersion>
<groupId>kip</groupId><artifactId>server-jars</artifactId><version>1</version><packaging>pom</packaging>
<dependencies>
{dependencies}
</dependencies>
</project>
"""


def project_text(jars: Sequence[LockedJar]) -> str:
    """A pom.xml that depends on exactly `jars`."""
    dependencies = (
        DEPENDENCY.format(
            group=jar.group, artifact=jar.artifact, version=jar.version, classifier=jar.classifier
        )
        for jar in jars
    )
    return PROJECT.format(dependencies="".join(dependencies))


def fetch_with_maven(jars: Sequence[LockedJar], repository: Path) -> None:
    """Have `mvn`, if it is on the PATH, download `jars` into its local `repository`; it may well fail."""
    maven = shutil.which("mvn")
    if maven is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        pom = Path(folder) / "pom.xml"
        pom.write_text(project_text(jars), encoding="utf-8")
        command = [
            maven,
            "-q",
            "-B",
            "-f",
            str(pom),
            f"-Dmaven.repo.local={repository}",
            "dependency:resolve",
        ]
        try:
            subprocess.run(command, capture_output=True, timeout=MAVEN_SECONDS)
        except (OSError, subprocess.TimeoutExpired):
            return
