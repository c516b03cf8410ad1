"""What the write path stores to be searched."""

from __future__ import annotations

from kip_engine.search.terms import space_prefix
from kip_engine.search.text import MAX_TERMS, concept_text, proposition_text


def words(text: str, space: str = "s") -> set[str]:
    """The words of a search text, without their marks."""
    start = space_prefix(space) + "."
    return {term.removeprefix(start) for term in text.split() if term.startswith(start)}


def test_every_term_begins_with_its_space() -> None:
    text = concept_text("s", "Drug", "Aspirin", {"aliases": ["ASA"], "description": "a painkiller"})
    assert all(term.startswith(space_prefix("s")) for term in text.split())
    assert not set(text.split()) & set(concept_text("t", "Drug", "Aspirin", {"aliases": ["ASA"]}).split())


def test_all_strings_among_the_attributes_are_searched() -> None:
    attributes = {"a": "one", "b": ["two", 3, None, {"c": "four"}], "d": {"e": ["five"]}, "f": 6, "g": True}
    assert words(concept_text("s", "T", "zero", attributes)) == {"zero", "one", "two", "four", "five"}


def test_a_link_is_searched_by_its_predicate_and_attributes() -> None:
    text = proposition_text("s", "has_side_effect", {"channel": "chat"})
    assert words(text) == {"hassideeffect", "has", "side", "effect", "chat"}


def test_aliases_of_any_form_are_no_obstacle() -> None:
    for aliases in (None, "one", ["one", 2], {"x": "one"}, 7, []):
        assert concept_text("s", "T", "n", {"aliases": aliases})


def test_a_huge_text_stays_small() -> None:
    huge = " ".join(f"word{n}" for n in range(200_000))
    text = concept_text("s", "T", "n" * 100_000, {"description": huge, "aliases": [huge]})
    assert len(text.split()) <= 3 * MAX_TERMS + 1000
    assert max(map(len, text.split())) < 100


def test_repetition_is_bounded() -> None:
    text = concept_text("s", "T", "n", {"description": "spam " * 10_000})
    assert text.split().count(space_prefix("s") + ".spam") == 3


def test_what_is_kept_of_a_long_text_is_no_matter_of_the_order_of_writing() -> None:
    attributes = {"b": "word " * 70_000, "a": "first", "c": {"e": "last", "d": "but one"}}
    reordered = {"c": {"d": "but one", "e": "last"}, "b": "word " * 70_000, "a": "first"}
    assert concept_text("s", "T", "n", attributes) == concept_text("s", "T", "n", reordered)
    assert proposition_text("s", "p", attributes) == proposition_text("s", "p", reordered)
