"""A memory whose beliefs are looked at."""

from __future__ import annotations

from typing import Any

import pytest
from believing import Believer


@pytest.fixture
def mind(memory: Any) -> Believer:
    """The beliefs of a new memory, with one document, `doc`."""
    return Believer(memory)
