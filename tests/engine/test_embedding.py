"""Vectors: written with the text, pending where there are many, completed, and gone with their element."""

from __future__ import annotations

from typing import Any

import pytest
from acting import act
from meaning import OF_NAME, complete, topics, vectors
from searching import add, find

from kip_engine import doctor, embedding, spaces
from kip_engine.embedding import indexing, passages, writing
from kip_grammar.errors import KipError


@pytest.fixture(autouse=True)
def embedder(by_words_alone: None) -> None:
    embedding.use(topics())


def stored(memory: Any, name: str) -> Any:
    return memory.read(OF_NAME, name=name)


def unsound(memory: Any) -> list[str]:
    findings = memory.database.run(doctor.examine(memory.space.name))
    return [finding.check for finding in findings if finding.space and not finding.ok]


def test_a_small_write_makes_its_vectors_in_its_own_transaction(memory: Any) -> None:
    add(memory, "Note", ("one", {"text": "a puppy"}), ("two", {"text": "the budget"}))
    assert vectors(memory) == 3
    [[model, _, vector]] = stored(memory, "one")
    assert (model, list(vector)) == ("topics-1", [1.0, 0.0, 0.0, 0.0])


def test_genesis_and_large_writes_stay_pending_until_reembed(memory: Any) -> None:
    assert vectors(memory) == 0
    add(memory, "Note", *((f"n{i}", {"text": "a dog"}) for i in range(writing.SMALL)))
    assert vectors(memory) == 0
    done = complete(memory)
    assert done.done == done.pending > writing.SMALL
    assert vectors(memory) >= done.done
    assert complete(memory).done == 0


def test_links_with_text_have_vectors_and_links_without_have_none(memory: Any) -> None:
    memory.upsert(LINKED)
    assert vectors(memory) == 5
    assert complete(memory).pending == spaces_own(memory)
    assert unsound(memory) == []


def spaces_own(memory: Any) -> int:
    """How many concepts Genesis made."""
    count: int = memory.read("MATCH (n:Concept) WHERE n.space = $space RETURN count(n)")[0][0]
    return count - 4


LINKED = """UPSERT {
  CONCEPT ?t { {type: "$ConceptType", name: "Note"} }
  CONCEPT ?p { {type: "$PropositionType", name: "about"} }
  CONCEPT ?a { {type: "Note", name: "one"} }
  CONCEPT ?b { {type: "Note", name: "two"} }
  PROPOSITION ?l { (?a, "about", ?b) SET ATTRIBUTES { why: "because of the dog" } }
  PROPOSITION ?m { (?b, "about", ?a) SET ATTRIBUTES { weight: 3 } }
}"""

CHANGES = (
    'UPSERT { CONCEPT ?x { {type: "Note", name: "one"} SET ATTRIBUTES { text: "the budget" } } }',
    'UPDATE ?x SET ATTRIBUTES { text: "the budget" } WHERE { ?x {type: "Note", name: "one"} }',
)


@pytest.mark.parametrize("change", CHANGES, ids=["upsert", "update"])
def test_a_changed_text_gets_a_new_vector(memory: Any, change: str) -> None:
    add(memory, "Note", ("one", {"text": "a puppy"}))
    act(memory, change)
    [[_, _, vector]] = stored(memory, "one")
    assert list(vector) == [0.0, 1.0, 0.0, 0.0]


@pytest.mark.parametrize("change", CHANGES, ids=["upsert", "update"])
def test_a_change_without_an_embedder_takes_the_old_vector_away(memory: Any, change: str) -> None:
    add(memory, "Note", ("one", {"text": "a puppy"}))
    embedding.use(None)
    act(memory, change)
    assert stored(memory, "one") == []


def test_a_change_of_anything_but_text_keeps_the_vector(memory: Any) -> None:
    add(memory, "Note", ("one", {"text": "a puppy"}))
    before = memory.read(
        "MATCH (e:Embedding) WHERE e.space = $space RETURN elementId(e) ORDER BY elementId(e)"
    )
    memory.upsert('UPSERT { CONCEPT ?x { {type: "Note", name: "one"} SET ATTRIBUTES { price: 3 } } }')
    after = memory.read(
        "MATCH (e:Embedding) WHERE e.space = $space RETURN elementId(e) ORDER BY elementId(e)"
    )
    assert after == before


def test_removed_keys_change_the_vector(memory: Any) -> None:
    add(memory, "Note", ("one", {"text": "a puppy"}))
    act(memory, 'DELETE ATTRIBUTES {"text"} FROM ?x WHERE { ?x {type: "Note", name: "one"} }')
    [[_, _, vector]] = stored(memory, "one")
    assert list(vector) == [0.0, 0.0, 0.0, 1.0]


def test_nothing_stays_behind_what_is_deleted_or_merged(memory: Any) -> None:
    memory.upsert(LINKED)
    complete(memory)
    before = vectors(memory)
    act(memory, 'DELETE PROPOSITIONS ?l WHERE { ?l (?a, "about", ?b) }')
    assert vectors(memory) == before - 1
    act(
        memory,
        'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Note", name: "one"} ?b {type: "Note", name: "two"} }',
    )
    assert vectors(memory) == before - 2
    act(memory, 'DELETE CONCEPT ?b DETACH WHERE { ?b {type: "Note", name: "two"} }')
    assert vectors(memory) == before - 3
    assert unsound(memory) == []


def test_a_merge_that_drops_a_link_with_a_vector_drops_the_vector(memory: Any) -> None:
    memory.upsert(LINKED)
    memory.upsert("""UPSERT {
      CONCEPT ?c { {type: "Note", name: "three"} }
      PROPOSITION ?l { (?c, "about", {type: "Note", name: "two"}) SET ATTRIBUTES { why: "the money" } }
    }""")
    before = vectors(memory)
    act(
        memory,
        'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Note", name: "three"} ?b {type: "Note", name: "one"} }',
    )
    assert vectors(memory) == before - 2


def test_a_dropped_space_leaves_no_vector(database: Any, space: str) -> None:
    from engine_memory import Memory

    memory = Memory(database, database.run(spaces.open(space)))
    complete(memory)
    assert vectors(memory) > 0
    database.run(spaces.drop(space))
    assert vectors(memory) == 0


def test_a_long_text_has_a_vector_for_each_passage(memory: Any) -> None:
    add(memory, "Note", ("one", {"text": "word " * 250 + "a puppy at the end"}))
    found = stored(memory, "one")
    assert len(found) == 3
    assert [1.0, 0.0, 0.0, 0.0] in [list(vector) for _, _, vector in found]
    [hit] = find(memory, 'SEARCH CONCEPT "hound" MODE "semantic"')
    assert hit["name"] == "one"


def test_another_model_is_refused_until_reembed(memory: Any) -> None:
    add(memory, "Note", ("one", {"text": "a puppy"}))
    embedding.use(topics("topics-2"))
    assert find(memory, 'SEARCH CONCEPT "hound" MODE "semantic"') == []
    assert [hit["name"] for hit in find(memory, 'SEARCH CONCEPT "puppy" MODE "semantic"')] == ["one"]
    add(memory, "Note", ("two", {"text": "my dog"}))
    assert stored(memory, "two") == []
    done = complete(memory)
    assert done.removed == 2
    assert {model for name in ("one", "two") for model, _, _ in stored(memory, name)} == {"topics-2"}
    assert len(find(memory, 'SEARCH CONCEPT "hound" MODE "semantic"')) == 2


def test_reembed_without_an_embedder_says_how_to_get_one(memory: Any) -> None:
    embedding.use(None)
    with pytest.raises(KipError, match="no embedder") as caught:
        complete(memory)
    assert "kip-engine[semantic]" in (caught.value.hint or "")


def test_the_doctor_finds_vectors_of_nothing_and_of_other_models(memory: Any) -> None:
    add(memory, "Note", ("one", {"text": "a puppy"}), ("two", {"text": "money"}))
    memory.database.run(_break(memory.space.name))
    assert unsound(memory) == ["vectors-attached", "vectors-alike"]


def _break(space: str) -> Any:
    from kip_cypher.query import Query
    from kip_engine.storage.steps import Transaction

    def body() -> Any:
        yield Query(
            "MATCH (e:Embedding)-[of:OF]->(n:Concept {name: 'one'}) WHERE e.space = $space DELETE of",
            {"space": space},
        )
        yield Query(
            "MATCH (e:Embedding)-[:OF]->(n:Concept {name: 'two'}) WHERE e.space = $space SET e.model = 'x'",
            {"space": space},
        )

    yield Transaction(body)


def test_a_large_space_gets_an_index_of_its_own(memory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexing, "SCANNED", 3)
    monkeypatch.setattr("kip_engine.search.near.SCANNED", 3)
    add(memory, "Note", *((f"n{i}", {"text": "the budget"}) for i in range(6)), ("one", {"text": "a puppy"}))
    assert complete(memory).indexed
    assert [hit["name"] for hit in find(memory, 'SEARCH CONCEPT "hound" MODE "semantic"')] == ["one"]
    add(memory, "Other", ("two", {"text": "my dog"}))
    assert [
        hit["name"] for hit in find(memory, 'SEARCH CONCEPT "hound" WITH TYPE "Other" MODE "semantic"')
    ] == ["two"]
    assert len(find(memory, 'SEARCH CONCEPT "hound" MODE "semantic"')) == 2
    assert unsound(memory) == []
    embedding.use(topics("topics-2"))
    assert complete(memory).indexed
    assert len(find(memory, 'SEARCH CONCEPT "hound" MODE "semantic"')) == 2


def test_passages_take_name_aliases_and_description_first() -> None:
    element = {"space": "s", "type": "Note", "name": "Aspirin", "zeta": "last", "description": "A drug"}
    element |= {"aliases": ["ASA"], "since": "1899-03-06T00:00:00Z", "price": 3}
    assert passages.passages(element) == ["Aspirin: ASA. A drug. last."]


def test_passages_are_bounded() -> None:
    found = passages.passages({"space": "s", "type": "Note", "name": "x" * 900, "text": "y" * 100_000})
    assert len(found) == passages.MAX_PASSAGES
    assert max(map(len, found)) <= passages.PASSAGE + 202
