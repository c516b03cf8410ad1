"""Wait until a started server answers a query over Bolt with its password."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

from neo4j import GraphDatabase
from neo4j.exceptions import AuthError, DriverError, Neo4jError

from .failures import unavailable, with_log
from .layout import Layout
from .logs import tail
from .password import USER
from .ports import LOOPBACK
from .process import LOG_LINES
from .progress import Progress, ProgressCallback

START_SECONDS = 240.0
POLL_SECONDS = 0.1
CONNECT_SECONDS = 1.0
DATABASE = "neo4j"


def listens(port: int) -> bool:
    """Whether something accepts connections on loopback `port`."""
    try:
        with socket.create_connection((LOOPBACK, port), CONNECT_SECONDS):
            return True
    except OSError:
        return False


def answers(port: int, password: str) -> bool:
    """Whether the server on Bolt `port` runs a query.  Raises KIP_4003 if it refuses the `password`."""
    try:
        with (
            GraphDatabase.driver(f"bolt://{LOOPBACK}:{port}", auth=(USER, password)) as driver,
            driver.session(database=DATABASE) as session,
        ):
            session.run("RETURN 1").consume()
            return True
    except AuthError as refused:
        raise unavailable(
            "the local server refuses the password in its password file",
            "put the password it was given into that file (`kip db status` names it), or move the server's "
            "folder away to begin with an empty one",
        ) from refused
    except (DriverError, Neo4jError):
        return False


def wait_until_ready(
    layout: Layout, port: int, password: str, is_alive: Callable[[], bool], report: ProgressCallback
) -> None:
    """Return once the server answers on Bolt `port`.

    Raises KIP_4003, with the end of its log, if it dies first or takes longer than START_SECONDS.
    """
    began = time.monotonic()
    while (waited := time.monotonic() - began) < START_SECONDS:
        report(Progress("start", waited, START_SECONDS))
        if listens(port) and answers(port, password):
            return
        if not is_alive():
            raise with_log("the local server ended while starting", tail(layout.console, LOG_LINES))
        time.sleep(POLL_SECONDS)
    raise with_log(f"the local server did not answer in {START_SECONDS:.0f} s", tail(layout.console, LOG_LINES))
