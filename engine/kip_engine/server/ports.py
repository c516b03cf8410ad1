"""The two loopback ports of a server: chosen once, remembered, chosen anew only if something took one."""

from __future__ import annotations

import json
import os
import random
import socket
from dataclasses import asdict, dataclass
from pathlib import Path

from .failures import unavailable
from .paths import write_private

LOOPBACK = "127.0.0.1"
# Below the range that systems hand out to outgoing connections, so that a remembered port tends to stay free.
FIRST, LAST = 20_000, 29_999
TRIES = 200
CONNECT_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Ports:
    """The ports Bolt and HTTP listen on, on 127.0.0.1."""

    bolt: int
    http: int


def is_free(port: int) -> bool:
    """Whether a server could listen on loopback `port` now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name == "posix":  # as Java does: connections of a server that was killed may linger
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


def listens(port: int) -> bool:
    """Whether something accepts connections on loopback `port`."""
    try:
        with socket.create_connection((LOOPBACK, port), CONNECT_SECONDS):
            return True
    except OSError:
        return False


def _choose() -> Ports:
    free = [port for port in random.sample(range(FIRST, LAST + 1), TRIES) if is_free(port)]
    if len(free) < 2:
        raise unavailable(f"no free port on {LOOPBACK} between {FIRST} and {LAST}")
    return Ports(bolt=free[0], http=free[1])


def read_ports(file: Path) -> Ports | None:
    """The ports `file` remembers, if it does."""
    try:
        return Ports(**json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def take_ports(file: Path) -> Ports:
    """The ports `file` remembers, if still free, else new ones, remembered there.

    Raises KIP_4003 if none is free.
    """
    ports = read_ports(file)
    if ports is None or not (is_free(ports.bolt) and is_free(ports.http)):
        ports = _choose()
        write_private(file, json.dumps(asdict(ports)))
    return ports
