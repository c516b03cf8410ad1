"""What the runners of the golden vectors drive: `module:factory` names of engines on fresh spaces."""

from __future__ import annotations

import uuid
from functools import cache

from belief_adapter import BeliefEngine

from kip.addresses import find_address
from kip.client import Client
from kip.session import Session
from kip_engine.storage.settings import Address, Limits
from kip_engine.storage.sync import Database


def belief_engine() -> BeliefEngine:
    """For `belief_oracle.py check --engine adapters:belief_engine`: a fresh, empty memory."""
    address, database = _server()
    session = Session(address, f"golden-{uuid.uuid4()}", Limits())
    database.run(session.open())
    return BeliefEngine(Client(database, session))


@cache
def _server() -> tuple[Address, Database]:
    """The server that NEO4J_URI names, or the managed one; one set of connections for all scenarios."""
    address = find_address(None, None, None)
    return address, Database(address, Limits())
