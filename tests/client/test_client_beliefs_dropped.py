"""`client.beliefs` of a memory that another client deletes, and perhaps begins anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import kip
from kip_cypher.query import Query

TOLD = {"source_id": "doc", "tier": "real_measurement"}


@pytest.fixture
def left(server: None, space: str) -> Iterator[kip.Client]:
    """A client that used beliefs in a memory which is gone now."""
    with kip.connect(space=space) as client:
        client.beliefs.put_source("doc")
        client.beliefs.assimilate("a claim", TOLD)
        kip.drop_space(space)
        yield client


def remains(client: kip.Client) -> Any:
    """The labels of whatever is stored under the memory's name."""

    def program() -> Any:
        return (yield Query("MATCH (n {space: $space}) RETURN labels(n)", {"space": client.space}))

    return client._run(program())


WRITES = {
    "assimilate": lambda beliefs: beliefs.assimilate("a claim", TOLD),
    "put_source": lambda beliefs: beliefs.put_source("doc"),
    "grant": lambda beliefs: beliefs.grant("a", "b"),
    "revoke": lambda beliefs: beliefs.revoke("a", "b"),
    "publish": lambda beliefs: beliefs.publish(["doc"], by="local"),
    "retract": lambda beliefs: beliefs.retract("doc"),
    "set_evidence_policy": lambda beliefs: beliefs.set_evidence_policy("STRICT"),
}


@pytest.mark.parametrize("verb", WRITES)
def test_nothing_is_written_into_a_deleted_memory(left: kip.Client, verb: str) -> None:
    with pytest.raises(kip.KipError) as refused:
        WRITES[verb](left.beliefs)
    assert refused.value.code == "KIP_3002"
    assert remains(left) == []


def test_a_first_use_in_a_deleted_memory_says_so(server: None, space: str) -> None:
    with kip.connect(space=space) as client:
        kip.drop_space(space)
        with pytest.raises(kip.KipError) as refused:
            client.beliefs.put_source("doc")
    assert refused.value.code == "KIP_3002"


def test_in_a_memory_begun_anew_beliefs_are_defined_anew(left: kip.Client, space: str) -> None:
    with kip.connect(space=space) as anew:
        belief = left.beliefs.assimilate("a claim", TOLD)
        assert belief.credence == 0.5
        left.beliefs.put_source("doc")
        left.beliefs.grant("a", "b")
        assert "Belief" in anew.execute("DESCRIBE CONCEPT TYPES").result
        assert [finding for finding in anew.doctor() if not finding.ok] == []
    kip.drop_space(space)
