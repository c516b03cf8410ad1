"""MERGE: afterwards there are the links there were, with the target in the source's place, each once."""

from __future__ import annotations

import uuid
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from merging import TOPICS, answer, merge, unsound

from kip_cypher.query import Query
from kip_engine import spaces
from kip_engine.spaces import Space

END = st.integers(0, 30)
LINKS = st.lists(st.tuples(END, st.sampled_from(["likes", "knows"]), END), min_size=1, max_size=12)
CONCEPTS = ["JS", "JavaScript", "Bob"]
TYPES = {"JS": "Topic", "JavaScript": "Topic", "Bob": "Human"}
READ = """MATCH (n) WHERE n.space = $space AND (n.name IN $names OR n.predicate IN ['likes', 'knows'])
RETURN n.id, n.name, n.subject, n.predicate, n.object"""


class Graph:
    """One space with the interface of a memory."""

    def __init__(self, database: Any, space: Space) -> None:
        self.database = database
        self.space = space

    def terms(self) -> list[Any]:
        """Every link written out to the concepts at its ends."""

        def program() -> Any:
            return (yield Query(READ, {"space": self.space.name, "names": CONCEPTS}))

        rows = {row[0]: row[1:] for row in self.database.run(program())}

        def term(identity: str) -> Any:
            name, subject, predicate, target = rows[identity]
            return name if predicate is None else (term(subject), predicate, term(target))

        return [term(identity) for identity, row in rows.items() if row[2] is not None]


def script(links: Any) -> str:
    """An UPSERT of links whose ends are concepts or links that stand before them."""
    blocks = [f'CONCEPT ?{name} {{ {{type: "{TYPES[name]}", name: "{name}"}} }}' for name in CONCEPTS]
    handles = [f"?{name}" for name in CONCEPTS]
    for number, (subject, predicate, target) in enumerate(links):
        ends = handles[subject % len(handles)], handles[target % len(handles)]
        blocks.append(f'PROPOSITION ?l{number} {{ ({ends[0]}, "{predicate}", {ends[1]}) }}')
        handles.append(f"?l{number}")
    return f"UPSERT {{ {' '.join(blocks)} }}"


def renamed(term: Any) -> Any:
    """A term with JavaScript in the place of JS."""
    if isinstance(term, tuple):
        return renamed(term[0]), term[1], renamed(term[2])
    return "JavaScript" if term == "JS" else term


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(links=LINKS)
def test_the_links_after_are_the_links_before_renamed_each_once(database: Any, links: Any) -> None:
    graph = Graph(database, database.run(spaces.open(f"test-{uuid.uuid4()}")))
    try:
        answer(graph, TOPICS)
        answer(graph, script(links))
        before = graph.terms()
        _, deduplicated, _ = merge(graph)
        after = graph.terms()
        assert len(after) == len(set(after)) == len(before) - deduplicated
        assert set(after) == set(map(renamed, before))
        assert unsound(graph) == []
    finally:
        database.run(spaces.drop(graph.space.name))
