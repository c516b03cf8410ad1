"""Beliefs that cite each other in layers, written many at a time as the verbs would have written them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import kip
from kip_cypher.query import Query
from kip_engine.beliefs.access import view
from kip_engine.beliefs.assertion import asserted
from kip_engine.beliefs.assimilate import _take_in
from kip_engine.beliefs.judging import Judged, Verdict
from kip_engine.beliefs.vocabulary import OWNER, source_key
from kip_engine.beliefs.writing import Writing
from kip_engine.owned import Origin
from kip_engine.storage.steps import Body, Program, Transaction
from kip_engine.upsert.apply import timestamp

AT_ONCE = 1_000
FOUND = "MATCH (source:Concept {key: $key}) RETURN source.id"


def build(client: kip.Client, layers: Iterator[list[list[int]]]) -> list[str]:
    """The ids of beliefs; `layers` holds for each the numbers of those that it cites, if not a document."""
    client.beliefs.put_source("doc")
    client.beliefs.assimilate("what registers the vocabulary", [])
    builder = _Builder(client)
    for layer in layers:
        for cited in layer:
            builder.add(cited)
    builder.write()
    return builder.ids


class _Builder:
    def __init__(self, client: kip.Client) -> None:
        self.client = client
        self.space = client.space
        self.view = view(self.space, None, None)
        self.ids: list[str] = []
        self.sources: list[str] = []
        self.document = client._run(_document(self.space))
        self.writing = self._writing()

    def add(self, cited: list[int]) -> None:
        number = len(self.ids)
        found = {self.ids[each]: self.sources[each] for each in cited} or {"doc": self.document}
        entries = [{"tier": "real_measurement", "source_id": source, "time": 1.0} for source in found]
        assertion = asserted(self.space, f"claim {number}", entries)
        verdicts = {source: Verdict(node, True, False) for source, node in found.items()}
        belief = _take_in(self.writing, self.view, Judged(assertion, None, None, verdicts), number + 10)
        self.ids.append(belief.id)
        self.sources.append(self.writing.concepts[-1]["properties"]["id"])
        if len(self.writing.concepts) >= 2 * AT_ONCE:
            self.write()

    def write(self) -> None:
        query = self.writing.query()
        self.client._run(_once(query))
        self.writing = self._writing()

    def _writing(self) -> Writing:
        return Writing(Origin(self.space, OWNER, timestamp()))


def _document(space: str) -> Program[Any]:
    return (yield Query(FOUND, {"key": source_key(space, "doc")}))[0][0]


def _once(query: Query) -> Program[None]:
    def body() -> Body[None]:
        yield query

    yield Transaction(body)
