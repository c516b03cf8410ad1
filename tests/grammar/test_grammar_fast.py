"""The lexer's short cuts give the trees that the ordinary rules give."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kip_texts import VALID, golden_commands
from kip_trees import jsons, keys, scripts

from kip_grammar import DEFAULT_LIMITS, KipError, parse, print_statement
from kip_grammar.fast import FAST_PATTERNS
from kip_grammar.faults import Fault
from kip_grammar.reader import Stuck, read_once


def both(text: str) -> tuple[Any, Any]:
    """The trees with and without short cuts, spans of values inside maps apart; None where refused."""
    return tuple(_tree(text, longest) for longest in (10**6, 0))  # type: ignore[return-value]


def _tree(text: str, longest_fast: int) -> str | None:
    try:
        return repr(read_once(text, DEFAULT_LIMITS, longest_fast))
    except (Fault, Stuck):
        return None


@pytest.mark.parametrize("text", VALID)
def test_short_cuts_agree_on_every_feature(text: str) -> None:
    fast, slow = both(text)
    assert fast == slow is not None


def test_short_cuts_agree_on_the_golden_commands() -> None:
    for text in golden_commands():
        fast, slow = both(text)
        assert fast == slow


@settings(deadline=None)
@given(scripts)
def test_short_cuts_agree_on_canonical_scripts(script: Any) -> None:
    fast, slow = both(print_statement(script))
    assert fast == slow is not None


PIECES = st.sampled_from(
    [
        *("{", "}", "[", "]", ",", ":", " ", "\n", "a", "b1", ":p", "//c\n", "é", "SET", "\\", '"'),
        *('"k"', '"\\u0061"', '"x\\"y"', "true", "null", "nullx"),
        *("1", "-0", "1.5e3", "1e99", "1e400", "99999999999999999999", "01"),
    ]
)


@settings(deadline=None)
@given(st.lists(PIECES, max_size=14).map("".join))
def test_short_cuts_agree_on_maps_of_odd_pieces(inside: str) -> None:
    fast, slow = both(f'UPSERT {{ CONCEPT ?c {{ {{type: "T", name: "N"}} SET ATTRIBUTES {{{inside}}} }} }}')
    assert fast == slow


@settings(deadline=None)
@given(st.dictionaries(keys, jsons, max_size=4))
def test_short_cuts_agree_on_json(value: dict[str, Any]) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        fast, slow = both(f'UPSERT {{ CONCEPT ?c {{ {{id: "1"}} }} }} WITH METADATA {text}')
        assert fast == slow


ENDLESS = [
    "SET ATTRIBUTES {" + "a: 1, " * 20000,
    "SET ATTRIBUTES {a: [" + "[1], " * 20000,
    "SET ATTRIBUTES {" + 'a: {b: ["x", ' * 9000,
    "SET ATTRIBUTES {a: " + '"\\n' * 30000,
    "SET ATTRIBUTES" + " " * 100000,
    "WITH METADATA {a" + " " * 100000,
    "{type: " + '"' + "\\\\" * 50000,
    "(" + " " * 100000 + '"',
    '("' + "a" * 100000,
    "{" * 100000,
]


@pytest.mark.parametrize("text", ENDLESS, ids=lambda text: text[:20])
def test_a_text_that_just_fails_to_match_fails_in_linear_time(text: str) -> None:
    start = time.process_time()
    for pattern in FAST_PATTERNS.values():
        re.compile(pattern).match(text)
    assert time.process_time() - start < 0.5


def test_spans_of_short_cuts_point_at_their_names() -> None:
    text = 'UPSERT { CONCEPT ?c { { type : "T" , name : "N" } SET PROPOSITIONS { ( "knows" , ?other ) } } }'
    block: Any = parse(text).statements[0].blocks[0]  # type: ignore[union-attr]
    entry = block.propositions[0]
    spans = [node.span for node in (block.matcher.type, block.matcher.name, entry.predicate, entry.target)]
    assert [text[span.start : span.end] for span in spans] == ['"T"', '"N"', '"knows"', "?other"]


def test_a_fault_inside_a_short_cut_is_placed_exactly() -> None:
    text = 'UPSERT { CONCEPT ?c { {id: "1"} SET ATTRIBUTES {a: 1, b: 2, a: 3} } }'
    with pytest.raises(KipError) as caught:
        parse(text)
    assert caught.value.position is not None
    assert text[caught.value.position.offset :].startswith("a: 3")
