"""`--update` rewrites the snapshots of error messages."""

from __future__ import annotations

import contextlib

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    with contextlib.suppress(ValueError):  # another folder's snapshots may have added it
        parser.addoption("--update", action="store_true", help="rewrite snapshots instead of comparing")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether to rewrite snapshots."""
    return bool(request.config.getoption("--update", default=False))
