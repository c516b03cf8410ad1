"""Fixtures of the brain's tests: clients of one fresh space, and elements in it to judge."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
from minds import Connect, Remember

import kip


@pytest.fixture
def connect(neo4j_connection: Any, space: str) -> Iterator[Connect]:
    """Makes clients of the test's space; all are closed and the space is dropped in the end."""
    uri, auth, database = neo4j_connection
    with contextlib.ExitStack() as opened:

        def connected(**settings: Any) -> kip.Client:
            brain = kip.BrainSettings(**settings)
            client = kip.connect(uri, auth=auth, database=database, space=space, brain=brain)
            return opened.enter_context(client)

        yield connected
    with contextlib.suppress(kip.KipError):
        kip.drop_space(space, uri, auth=auth, database=database)


@pytest.fixture
def client(connect: Connect) -> kip.Client:
    """A client of the test's space."""
    return connect()


@pytest.fixture
def remember(client: kip.Client) -> Remember:
    """Writes a concept of some type and name; its id."""

    def remembered(name: str, kind: str = "Insight") -> str:
        command = f'UPSERT {{ CONCEPT ?t {{ {{type: "{kind}", name: :name}} }} }}'
        identity: str = client.execute(command, {"name": name}).result["upsert_concept_nodes"][0]
        return identity

    return remembered
