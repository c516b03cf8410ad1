"""The Java command lines that run the server and its admin tool.

Arguments go through a file that Java reads (`java @file`): a class path of 200 jars is too long for some
systems, a password must not show in the list of processes, and the file's name tells whose server the process
is.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from .config import heap_arguments
from .layout import Layout
from .paths import write_private

SERVER_CLASS = "org.neo4j.server.CommunityEntryPoint"
ADMIN_CLASS = "org.neo4j.cli.AdminTool"
OPENED = (
    "java.base/java.nio=ALL-UNNAMED",
    "java.base/java.io=ALL-UNNAMED",
    "java.base/sun.nio.ch=ALL-UNNAMED",
    "java.base/java.util.concurrent=ALL-UNNAMED",
)


def _quoted(argument: str) -> str:
    escaped = argument.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _class_path(jars: Sequence[Path]) -> str:
    return os.pathsep.join(str(jar) for jar in jars)


def write_arguments(file: Path, arguments: Sequence[str]) -> Path:
    """Write `arguments`, quoted for `java @file`, to the private `file`; returns it."""
    write_private(file, "\n".join(_quoted(argument) for argument in arguments) + "\n")
    return file


def server_arguments(layout: Layout, jars: Sequence[Path]) -> list[str]:
    """Java's arguments for the server of `layout`."""
    return [
        *heap_arguments(),
        "-XX:+ExitOnOutOfMemoryError",
        "-Dfile.encoding=UTF-8",
        "-Djava.awt.headless=true",
        "-Dlog4j2.disable.jmx=true",
        "-Djdk.tls.ephemeralDHKeySize=2048",
        "-Dio.netty.tryReflectionSetAccessible=true",
        *(f"--add-opens={opened}" for opened in OPENED),
        "-cp",
        _class_path(jars),
        SERVER_CLASS,
        f"--home-dir={layout.home}",
        f"--config-dir={layout.conf}",
    ]


def initial_password_arguments(jars: Sequence[Path], password: str) -> list[str]:
    """Java's arguments for the admin command that sets the `password` a new server starts with."""
    return ["-Xmx128m", "-cp", _class_path(jars), ADMIN_CLASS, "dbms", "set-initial-password", password]
