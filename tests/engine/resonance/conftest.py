"""A memory that resonates."""

from __future__ import annotations

import pytest
from engine_memory import Memory
from resonating import Resonating


@pytest.fixture
def mind(memory: Memory) -> Resonating:
    """A new memory in which nothing was learned yet."""
    return Resonating(memory)
