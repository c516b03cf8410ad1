"""KIP against the best hand-written Cypher for the same question, through the same driver.

python -m benchmarks.queries [concepts …]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import neo4j

import kip
from kip.addresses import find_address
from kip_cypher.keys import concept_key
from kip_engine.search.question import ask, proposals

from .dataset import item_name
from .loading import loaded
from .timing import alternate, median_ms


@dataclass(frozen=True, slots=True)
class Question:
    """One question: KIP text and parameters, Cypher text and parameters, and how often to ask."""

    name: str
    kip: str
    parameters: dict[str, Any]
    cypher: str
    values: dict[str, Any]
    rounds: int


def questions(space: str) -> list[Question]:
    """The questions of the benchmark."""
    name = item_name(4321)
    key = {"key": concept_key(space, "Item", name)}
    here = {"space": space, "cap": 100_001}
    return [
        Question(
            "point lookup",
            'FIND(?d.name, ?d.attributes.price) WHERE { ?d {type: "Item", name: :n} }',
            {"n": name},
            "MATCH (d:Concept {key: $key}) RETURN d.name, d.price",
            key,
            300,
        ),
        Question(
            "1-hop",
            'FIND(?o.name) WHERE { ({type: "Item", name: :n}, "made_by", ?o) }',
            {"n": name},
            "MATCH (d:Concept {key: $key})-[:made_by]->(o) RETURN o.name",
            key,
            300,
        ),
        Question(
            "2-hop with FILTER",
            'FIND(?o.name) WHERE { ({type: "Item", name: :n}, "made_by", ?m) (?o, "made_by", ?m) '
            "FILTER(?o.attributes.price > :p) }",
            {"n": name, "p": 250},
            "MATCH (d:Concept {key: $key})-[:made_by]->(m) MATCH (m)<-[:made_by]-(o) WHERE o.price > $p "
            "WITH DISTINCT o RETURN o.name",
            {**key, "p": 250},
            300,
        ),
        Question(
            "path {1,3}",
            'FIND(?o.name) WHERE { ({type: "Item", name: :n}, "follows"{1,3}, ?o) }',
            {"n": name},
            "MATCH (d:Concept {key: $key})-[:follows*1..3]->(o) WITH DISTINCT o RETURN o.name",
            key,
            300,
        ),
        Question(
            "grouped COUNT",
            'FIND(?m.name, COUNT(?d)) WHERE { ?d {type: "Item"} (?d, "made_by", ?m) }',
            {},
            "MATCH (d:Concept {space: $space, type: 'Item'})-[:made_by]->(m) "
            "RETURN m.name, count(DISTINCT d)",
            here,
            15,
        ),
        Question(
            "type scan, ORDER BY LIMIT",
            'FIND(?d.name, ?d.attributes.price) WHERE { ?d {type: "Item"} } '
            "ORDER BY ?d.attributes.price DESC LIMIT 20",
            {},
            "MATCH (d:Concept {space: $space, type: 'Item'}) "
            "WITH d ORDER BY d.price IS NULL, d.price DESC, d.id LIMIT 21 RETURN d.name, d.price",
            here,
            15,
        ),
        Question(
            "NOT anti-join",
            'FIND(COUNT(?d)) WHERE { ?d {type: "Item"} '
            'NOT { (?d, "tagged", {type: "Tag", name: "Tag 00003"}) } }',
            {},
            "MATCH (d:Concept {space: $space, type: 'Item'}) WHERE NOT EXISTS { "
            "(d)-[:tagged]->(:Concept {key: $tag}) } RETURN count(d)",
            {**here, "tag": concept_key(space, "Tag", "Tag 00003")},
            15,
        ),
        Question(
            "keyword SEARCH",
            'SEARCH CONCEPT :term MODE "keyword" LIMIT 10',
            {"term": "quartz willow number 4321"},
            "CALL db.index.fulltext.queryNodes('kip_concept_text', $query, {limit: 10}) YIELD node, score "
            "RETURN properties(node), score",
            {"query": proposals(ask(space, "quartz willow number 4321"), heads=True, bodies=True)},
            60,
        ),
    ]


def main(scales: list[int]) -> None:
    """Print one table for each scale."""
    for n in scales:
        with loaded(n) as client:
            _table(client, n)


def _table(client: kip.Client, n: int) -> None:
    address = find_address(None, None, None)
    driver = neo4j.GraphDatabase.driver(
        address.uri, auth=(address.user, address.password), notifications_min_severity="OFF"
    )
    with driver:
        floor = median_ms(lambda: _ask(driver, address.database, "RETURN 1", {}), 200)
        print(f"\n{n} concepts, {3 * n} links; the floor, RETURN 1: {floor:.2f} ms")
        print(f"{'question':28s} {'KIP ms':>9s} {'Cypher ms':>9s} {'ratio':>6s}")
        for question in questions(client.space):
            print(_line(client, driver, address.database, question))


def _line(client: kip.Client, driver: neo4j.Driver, database: str | None, question: Question) -> str:
    ours: Callable[[], object] = lambda: client.execute(question.kip, question.parameters)  # noqa: E731
    theirs: Callable[[], object] = lambda: _ask(driver, database, question.cypher, question.values)  # noqa: E731
    pair = alternate(ours, theirs, question.rounds)
    return f"{question.name:28s} {pair.ours:9.2f} {pair.theirs:9.2f} {pair.ratio:6.2f}"


def _ask(driver: neo4j.Driver, database: str | None, text: str, values: dict[str, Any]) -> list[Any]:
    with driver.session(database=database, default_access_mode=neo4j.READ_ACCESS) as session:
        return list(session.run(text, values))  # type: ignore[arg-type]


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [10_000, 100_000])
