"""A memory whose beliefs are looked at."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from believing import Believer
from engine_memory import Memory
from hypothesis import settings

from kip_engine import spaces

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture
def mind(memory: Any) -> Believer:
    """The beliefs of a new memory, with one document, `doc`."""
    return Believer(memory)


@pytest.fixture(scope="session")
def fresh_mind(database: Any) -> Callable[[], AbstractContextManager[Believer]]:
    """Makes new memories, for tests that need many."""

    @contextmanager
    def make() -> Iterator[Believer]:
        name = f"test-{uuid.uuid4()}"
        yield Believer(Memory(database, database.run(spaces.open(name))))
        database.run(spaces.drop(name))

    return make
