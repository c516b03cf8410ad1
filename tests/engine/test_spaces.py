"""Spaces: opening, Genesis, listing, dropping, and that they never meet."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from engine_memory import Memory, decoded

from kip_cypher.query import Query
from kip_engine import spaces
from kip_engine.spaces.genesis import genesis
from kip_engine.storage.steps import Transaction
from kip_grammar import KipError

TYPES = {
    "$ConceptType",
    "$PropositionType",
    "Domain",
    "Person",
    "Preference",
    "Event",
    "Insight",
    "Commitment",
}
PREDICATES = {"belongs_to_domain", "prefers", "learned", "involves", "mentions", "derived_from", "caused_by"}


def count_queries(program: Any, answers: Any) -> tuple[Any, list[str]]:
    """Run `program` on `answers`, and say which queries it made."""
    made: list[str] = []
    try:
        step = next(program)
        while True:
            if isinstance(step, Query):
                made.append(step.text)
                step = program.send(answers(step))
            else:
                assert isinstance(step, Transaction)
                step = program.send(_drive(step.body(), answers, made))
    except StopIteration as stop:
        return stop.value, made


def _drive(body: Any, answers: Any, made: list[str]) -> Any:
    try:
        query = next(body)
        while True:
            made.append(query.text)
            query = body.send(answers(query))
    except StopIteration as stop:
        return stop.value


def test_a_new_space_holds_genesis(memory: Memory) -> None:
    assert memory.space.schema.types >= TYPES
    assert memory.space.schema.predicates >= PREDICATES
    assert memory.attributes("Person", "$self")["person_class"] == "AI"
    for name in ("CoreSchema", "Unsorted", "Archived", "System"):
        assert memory.version("Domain", name) == 1


def test_genesis_is_what_an_upsert_of_its_text_would_write(memory: Memory) -> None:
    from importlib.resources import files

    text = files("kip_engine.genesis").joinpath("genesis.kip").read_text(encoding="utf-8")
    rows = "MATCH (n {space: $space}) RETURN properties(n) ORDER BY n.id"
    before = [list(row) for row in memory.read(rows)]
    result = memory.upsert(text, bootstrap=True)
    assert [list(row) for row in memory.read(rows)] == before
    ids = [row[0]["id"] for row in before if row[0]["id"].startswith("C:")]
    assert list(dict.fromkeys(result["upsert_concept_nodes"])) == ids
    assert result["upsert_concept_nodes"][0] == min(ids)


def test_every_link_of_genesis_has_its_thin_relationship(memory: Memory) -> None:
    rows = memory.read(
        """MATCH (s)<-[:SUBJECT]-(n:Proposition {space: $space})-[:OBJECT]->(o)
        RETURN count(n), count { (n:Proposition {space: $space}) },
          sum(COUNT { (s)-[t {id: n.id}]->(o) WHERE type(t) = n.predicate })"""
    )
    assert rows[0][0] == rows[0][2] > 0


def test_opening_again_gives_the_same_space(memory: Memory) -> None:
    size = memory.size()
    again = memory.database.run(spaces.open(memory.space.name))
    assert again.cursor_secret == memory.space.cursor_secret
    assert again.schema == memory.space.schema
    assert memory.size() == size


def test_the_schema_of_a_new_space_is_the_one_that_is_read_again(memory: Memory) -> None:
    created = memory.space.schema
    assert memory.database.run(spaces.refresh(memory.space)) == created


def test_a_new_space_takes_two_queries_and_an_existing_one_takes_one(space: str) -> None:
    def nothing_there(query: Query) -> Any:
        return [["secret"]] if "MERGE" in query.text else [[None, [], []]]

    opened, made = count_queries(spaces.open(space), nothing_there)
    assert len(made) == 2
    assert opened.schema.types >= TYPES
    _, made = count_queries(spaces.open(space), lambda query: [["secret", ["$ConceptType"], []]])
    assert len(made) == 1


def test_clients_that_open_a_new_space_at_once_make_one_genesis(database: Any, space: str) -> None:
    with ThreadPoolExecutor(8) as pool:
        opened = list(pool.map(lambda _: database.run(spaces.open(space)), range(8)))
    try:
        assert len({each.cursor_secret for each in opened}) == 1
        expected = genesis(space)
        assert Memory(database, opened[0]).size() == len(expected.concepts) + len(expected.links)
    finally:
        database.run(spaces.drop(space))


@pytest.mark.parametrize("name", ["", "  ", "a\x00b", "\ud800", "x" * 256, None, 3], ids=repr)
def test_a_name_that_cannot_name_a_space_is_refused(database: Any, name: Any) -> None:
    with pytest.raises(KipError, match="KIP_2003"):
        database.run(spaces.open(name))


@pytest.mark.parametrize("name", ["`) DETACH DELETE n //", "räume 東", "x" * 200])
def test_any_other_text_names_a_space(database: Any, space: str, name: str) -> None:
    name = space + name
    opened = database.run(spaces.open(name))
    assert name in database.run(spaces.listing())
    assert Memory(database, opened).version("Domain", "System") == 1
    database.run(spaces.drop(name))


def test_dropping_takes_everything_of_the_space_and_nothing_else(pharmacy: Memory, database: Any) -> None:
    other = Memory(database, database.run(spaces.open(pharmacy.space.name + "-other")))
    other.upsert(
        """UPSERT { CONCEPT ?a { {type: "Person", name: "Ann"}
          SET PROPOSITIONS { ("belongs_to_domain", {type: "Domain", name: "System"}) } }
        PROPOSITION ?p { (?a, "learned", ?a) } PROPOSITION { (?p, "mentions", ?p) } }"""
    )
    size, others = pharmacy.size(), other.size()
    dropped = database.run(spaces.drop(other.space.name, chunk=7))
    assert dropped.concepts + dropped.links == others
    assert other.size() == 0
    assert other.space.name not in database.run(spaces.listing())
    assert pharmacy.size() == size


def test_dropping_what_does_not_exist_says_so(database: Any, space: str) -> None:
    with pytest.raises(KipError, match="KIP_3002"):
        database.run(spaces.drop(space))


def test_a_write_into_a_dropped_space_is_refused(database: Any, space: str) -> None:
    opened = database.run(spaces.open(space))
    database.run(spaces.drop(space))
    with pytest.raises(KipError, match="KIP_2001"):
        Memory(database, opened).upsert('UPSERT { CONCEPT ?a { {type: "Person", name: "Ann"} } }')


def test_a_space_dropped_and_opened_again_is_a_new_one(database: Any, space: str) -> None:
    first = database.run(spaces.open(space))
    database.run(spaces.drop(space))
    second = database.run(spaces.open(space))
    assert second.cursor_secret != first.cursor_secret
    database.run(spaces.drop(space))


def test_elements_of_genesis_have_metadata_and_time(memory: Memory) -> None:
    (row,) = memory.read("MATCH (n:Concept {space: $space, name: 'Event'}) RETURN properties(n)")
    _, metadata = decoded(row[0])
    assert metadata["_version"] == 1
    assert metadata["_updated_at"].endswith("Z")
    assert metadata["author"] == "$system"
