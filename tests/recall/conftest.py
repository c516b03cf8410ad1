"""Memories to recall from, each of the test's own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import kip


@pytest.fixture
def client(server: None, space: str) -> Iterator[kip.Client]:
    """A client of a new memory."""
    with kip.connect(space=space) as client:
        yield client
    kip.drop_space(space)
