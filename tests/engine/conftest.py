"""A memory of its own for every test of the engine, on the real server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from engine_memory import Memory

from kip_engine import embedding, spaces
from kip_engine.storage.migrations import migrate
from kip_engine.storage.settings import Address, Limits
from kip_engine.storage.sync import Database


@pytest.fixture(autouse=True)
def by_words_alone() -> Iterator[None]:
    """Searches by words and writes no vectors, unless a test says otherwise."""
    embedding.use(None)
    yield
    embedding.use_default()


@pytest.fixture(scope="session")
def database(neo4j_connection: Any) -> Iterator[Database]:
    """The server, migrated."""
    uri, (user, password), name = neo4j_connection
    database = Database(Address(uri, user, password, name), Limits())
    try:
        database.run(migrate())
        yield database
    finally:
        database.close()


@pytest.fixture
def memory(database: Database, space: str) -> Iterator[Memory]:
    """A new memory with Genesis and nothing else."""
    yield Memory(database, database.run(spaces.open(space)))
    database.run(spaces.drop(space))


SCHEMA = """
UPSERT {
  CONCEPT ?drug { {type: "$ConceptType", name: "Drug"} }
  CONCEPT ?symptom { {type: "$ConceptType", name: "Symptom"} }
  CONCEPT ?treats { {type: "$PropositionType", name: "treats"} }
  CONCEPT ?stated { {type: "$PropositionType", name: "stated"} }
  CONCEPT ?aspirin { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { risk: 2 } }
  CONCEPT ?fever { {type: "Symptom", name: "Fever"} }
}
"""


@pytest.fixture
def pharmacy(memory: Memory) -> Memory:
    """A memory of drugs and symptoms: Aspirin and Fever, not linked yet; `treats`, `stated` defined."""
    memory.upsert(SCHEMA)
    return memory
