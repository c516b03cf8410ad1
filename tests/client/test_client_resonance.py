"""`client.resonance` of both clients."""

from __future__ import annotations

import asyncio

import pytest

import kip
from kip.resonance import Learned


def test_a_client_learns_and_recalls(client: kip.Client) -> None:
    told: list[Learned] = []
    assert client.resonance.learn("Where is the key?", "Under the pot.") == Learned(1, 2, 1)
    assert client.resonance.learn_many([("a", "b"), ("b", "c")], on_progress=told.append) == told[-1]
    assert client.resonance.deposit("rent is due Friday").forms == 1
    found = client.resonance.recall("where is the key")
    assert found
    assert found.to_dict()["text"] == "Under the pot."
    assert client.resonance.recall(b"a").text == "c"
    assert not client.resonance.recall(b"\xff")


def test_an_async_client_does_the_same(client: kip.Client) -> None:
    async def used() -> list[str | None]:
        async with kip.connect_async(space=client.space) as other:
            await other.resonance.learn("Where is the key?", "Under the pot.")
            await other.resonance.learn_many([("a", "b")], on_progress=None)
            await other.resonance.deposit("rent is due Friday")
            queries = ["where is the key", "a", "rent is due Frida"]
            return [
                (await other.resonance.recall(query, forward=True, canonical=True)).text for query in queries
            ]

    assert asyncio.run(used()) == ["Under the pot.", "b", "rent is due Friday"]
    assert client.resonance.recall("a").text == "b"


def test_forms_are_read_like_all_knowledge_and_written_by_resonance_alone(client: kip.Client) -> None:
    client.resonance.learn("Where is the key?", "Under the pot.")
    found = client.execute('FIND(?a.name, ?b.name) WHERE { ?a {type: "ResonantForm"} (?a, "leads_to", ?b) }')
    assert found.result == [["Where is the key?"], ["Under the pot."]]
    for text in (
        'DELETE CONCEPT ?f DETACH WHERE { ?f {type: "ResonantForm"} }',
        'UPDATE ?f SET ATTRIBUTES { mass: 9 } WHERE { ?f {type: "ResonantForm"} }',
    ):
        with pytest.raises(kip.KipError) as failed:
            client.execute(text)
        assert failed.value.code == "KIP_3004"
    assert [finding for finding in client.doctor() if finding.space and not finding.ok] == []


def test_a_dropped_memory_leaves_no_windows(client: kip.Client, server: None) -> None:
    space = f"{client.space}-dropped"
    with kip.connect(space=space) as other:
        other.resonance.learn("Where is the key?", "Under the pot.")
        kip.drop_space(space)
        again = kip.connect(space=space)
    with again:
        assert again.resonance.recall("Where is the key?").text is None
        again.resonance.learn("Where is the key?", "On the hook.")
        assert again.resonance.recall("Where is the key?").text == "On the hook."
        assert [finding for finding in again.doctor() if finding.space and not finding.ok] == []
    kip.drop_space(space)


def test_a_deleted_memory_is_not_written_into(client: kip.Client) -> None:
    space = f"{client.space}-deleted"
    with kip.connect(space=space) as other:
        other.resonance.learn("a", "b")
        kip.drop_space(space)
        with pytest.raises(kip.KipError) as failed:
            other.resonance.learn("a", "b")
        assert failed.value.code == "KIP_3002"
        assert other.resonance.recall("a").text is None
    assert space not in kip.spaces()
