"""Wait until a started server answers: a query over Bolt with its password, and HTTP."""

from __future__ import annotations

import time
from collections.abc import Callable

from neo4j import GraphDatabase
from neo4j.exceptions import AuthError, DriverError, Neo4jError

from .failures import unavailable, with_log
from .layout import Layout
from .logs import last_lines
from .password import DATABASE, USER
from .ports import LOOPBACK, Ports, listens
from .process import LOG_LINES
from .progress import Progress, ProgressCallback

START_SECONDS = 240.0
POLL_SECONDS = 0.1


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
    layout: Layout, ports: Ports, password: str, is_alive: Callable[[], bool], report: ProgressCallback
) -> None:
    """Return once the server answers on both `ports` (it opens HTTP last).

    Raises KIP_4003, with the end of its log, if it dies first or takes longer than START_SECONDS.
    """
    began = time.monotonic()
    while (waited := time.monotonic() - began) < START_SECONDS:
        report(Progress("start", waited, START_SECONDS))
        if listens(ports.http) and answers(ports.bolt, password):
            return
        if not is_alive():
            raise with_log("the local server ended while starting", last_lines(layout, LOG_LINES))
        time.sleep(POLL_SECONDS)
    raise with_log(f"the local server did not answer in {START_SECONDS:.0f} s", last_lines(layout, LOG_LINES))
