"""What the runners of the golden vectors drive: `module:factory` names of engines on fresh spaces."""

from __future__ import annotations

import atexit
import uuid
from functools import cache

from belief_adapter import BeliefEngine
from brain_adapter import VerbsEngine
from brain_core import CoreEngine

from kip.addresses import find_address
from kip.client import Client
from kip.session import Session
from kip_engine import spaces
from kip_engine.storage.settings import Address, Limits
from kip_engine.storage.sync import Database


def belief_engine() -> BeliefEngine:
    """For `belief_oracle.py check --engine adapters:belief_engine`: a fresh, empty memory."""
    return BeliefEngine(_client())


def brain_engine(kind: str) -> CoreEngine | VerbsEngine:
    """For `brain_check.py check --engine adapters:brain_engine`: an engine for one scenario of that kind."""
    return CoreEngine() if kind == "core" else VerbsEngine(_client())


def _client() -> Client:
    """A client of a fresh, empty memory."""
    address, database = _server()
    name = f"golden-{uuid.uuid4()}"
    session = Session(address, name, Limits())
    database.run(session.open())
    atexit.register(lambda: database.run(spaces.drop(name)))
    return Client(database, session)


@cache
def _server() -> tuple[Address, Database]:
    """The server that NEO4J_URI names, or the managed one; one set of connections for all scenarios."""
    address = find_address(None, None, None)
    return address, Database(address, Limits())
