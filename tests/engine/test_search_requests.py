"""What a SEARCH may ask, and how it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from kip_cypher.schema import Schema
from kip_engine import search
from kip_engine.spaces import Space
from kip_grammar import ast, parse
from kip_grammar.errors import KipError

SPACE = Space("s", "secret", Schema(frozenset({"Drug", "Symptom"}), frozenset({"treats"})))


def checked(text: str, **parameters: Any) -> Any:
    """The answer of a dry run, which must need no step."""
    statement = parse(text)
    assert isinstance(statement, ast.Search)
    with pytest.raises(StopIteration) as stop:
        next(search.run(statement, parameters, SPACE, text=text, dry_run=True))
    return stop.value.value


def refused(text: str, **parameters: Any) -> KipError:
    statement = parse(text)
    assert isinstance(statement, ast.Search)
    with pytest.raises(KipError) as error:
        next(search.run(statement, parameters, SPACE, text=text))
    assert error.value.position is not None
    assert error.value.hint
    return error.value


@pytest.mark.parametrize("term", ["", "  \n", None, 3, True, ["a"], {"a": 1}])
def test_a_term_is_a_string_with_something_in_it(term: Any) -> None:
    assert refused("SEARCH CONCEPT :term", term=term).code == "KIP_1001"


@pytest.mark.parametrize("mode", ["fuzzy", "Keyword", "", None, 1, ["keyword"]])
def test_a_mode_is_one_of_three(mode: Any) -> None:
    assert refused('SEARCH CONCEPT "a" MODE :mode', mode=mode).code == "KIP_1001"


@pytest.mark.parametrize("mode", ["keyword", "semantic", "hybrid"])
def test_all_three_modes_are_accepted(mode: str) -> None:
    assert checked('SEARCH CONCEPT "a" MODE :mode', mode=mode) == []


@pytest.mark.parametrize("threshold", [-0.1, 1.01, True, False, "0.5", None, float("nan"), [0.5]])
def test_a_threshold_is_a_number_from_0_to_1(threshold: Any) -> None:
    assert refused('SEARCH CONCEPT "a" THRESHOLD :threshold', threshold=threshold).code == "KIP_1001"


@pytest.mark.parametrize("threshold", [0, 1, 0.0, 1.0, 0.5])
def test_the_bounds_are_thresholds(threshold: Any) -> None:
    assert checked('SEARCH CONCEPT "a" THRESHOLD :threshold', threshold=threshold) == []


@pytest.mark.parametrize("limit", [0, -1, 1.5, True, "5", None])
def test_a_limit_is_a_positive_whole_number(limit: Any) -> None:
    assert refused('SEARCH CONCEPT "a" LIMIT :limit', limit=limit).code == "KIP_1001"


def test_a_limit_has_a_limit() -> None:
    assert refused('SEARCH CONCEPT "a" LIMIT 10001').code == "KIP_4002"


def test_an_undefined_type_is_named_with_the_nearest() -> None:
    error = refused('SEARCH CONCEPT "a" WITH TYPE "Drugs"')
    assert error.code == "KIP_2001"
    assert "'Drug'" in error.message
    assert refused('SEARCH PROPOSITION "a" WITH TYPE :type', type="treat").code == "KIP_2001"
    assert refused('SEARCH PROPOSITION "a" WITH TYPE "Drug"').code == "KIP_2001"


@pytest.mark.parametrize(("name", "code"), [(None, "KIP_1001"), (3, "KIP_1001"), ("not a name", "KIP_1002")])
def test_a_type_is_a_name(name: Any, code: str) -> None:
    assert refused('SEARCH CONCEPT "a" WITH TYPE :type', type=name).code == code


def test_a_placeholder_needs_a_value() -> None:
    error = refused("SEARCH CONCEPT :what")
    assert error.code == "KIP_1001"
    assert ":what" in error.message
    assert error.position is not None
    assert error.position.column == 16


def test_a_placeholder_inside_the_string_is_pointed_out() -> None:
    assert refused('SEARCH CONCEPT "about :what"', what="x").code == "KIP_1001"
    assert checked('SEARCH CONCEPT "about :what"') == []


@pytest.mark.parametrize("term", ["~", "\\\\", "()", "?!"])
def test_punctuation_alone_finds_nothing_without_a_round_trip(term: str) -> None:
    assert checked(f'SEARCH CONCEPT "{term}"') == []
