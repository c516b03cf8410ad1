"""No input crashes the parser, hangs it or gets anything but a statement or a KipError out of it."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kip_texts import VALID, golden_commands

from kip_grammar import KipError, parse, print_statement

TEXTS = sorted({*VALID, *golden_commands()}, key=lambda text: (len(text), text))
INSERTS = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    '"',
    "'",
    "?",
    "\\",
    "//",
    "\x00",
    "\ud800",
    "é",
    "FIND",
    " ",
    ";",
]


def survive(text: str) -> None:
    """Parse `text`; an error must be a complete one."""
    error = refusal(text)
    if error is None:
        return
    assert error.code in ("KIP_1001", "KIP_1002", "KIP_4002")
    assert error.message
    assert error.position is not None
    assert 0 <= error.position.offset <= len(text)
    assert error.excerpt
    for part in (error.message, error.hint, *error.excerpt.split("\n")):
        assert part.isprintable()
        part.encode("utf-8")
    assert error.__suppress_context__


def refusal(text: str) -> KipError | None:
    """The error with which `text` is refused; a text that isn't must print."""
    try:
        statement = parse(text)
    except KipError as error:
        return error
    print_statement(statement)
    return None


def mutated(text: str, chance: random.Random) -> str:
    """`text` with a few characters deleted, doubled, swapped or inserted."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text) + 1)
        match chance.randrange(4):
            case 0:
                text = text[:at] + text[at + chance.randint(1, 8) :]
            case 1:
                text = text[:at] + text[max(0, at - chance.randint(1, 20)) :]
            case 2:
                text = text[:at] + chance.choice(INSERTS) + text[at:]
            case _:
                other = chance.choice(TEXTS)
                text = text[:at] + other[chance.randrange(len(other) + 1) :]
    return text


@pytest.mark.parametrize("seed", range(8))
def test_mutated_texts(seed: int) -> None:
    chance = random.Random(seed)
    start = time.process_time()
    for _ in range(250):
        survive(mutated(chance.choice(TEXTS), chance))
    assert time.process_time() - start < 20


@settings(deadline=None)
@given(st.text(st.characters()))
def test_random_text(text: str) -> None:
    survive(text)


@settings(deadline=None)
@given(
    st.lists(st.sampled_from([*INSERTS, "WHERE", "UPSERT", "SET", "?x", '"s"', ":p", "1", "==", "&&", "!"]))
)
def test_random_tokens(pieces: list[str]) -> None:
    survive(" ".join(pieces))
    survive("".join(pieces))


@pytest.mark.parametrize("text", VALID)
def test_every_prefix_of_a_text(text: str) -> None:
    for end in range(len(text)):
        survive(text[:end])


@pytest.mark.parametrize(
    "text",
    [
        " " * 1_000_000,
        "\n" * 1_000_000,
        "//" * 500_000,
        '"' * 500_000,
        '"' + "\\" * 999_999,
        "?" * 1_000_000,
        "?a." * 300_000,
        "a" * 1_000_000,
        "-" * 1_000_000,
        "0" * 1_000_000,
        "FIND(" + "?a, " * 50_000,
        "FIND(?a) WHERE { " + '?a {type: "T"} ' * 15_000,
        "FIND(?a) WHERE { " + "(" + " " * 900_000,
        "UPSERT " * 140_000,
        "SET ATTRIBUTES {" * 60_000,
        'UPSERT { CONCEPT ?a { {id: "1"} SET ATTRIBUTES {' + "a: 1, " * 40_000 + "} } }",
        'UPSERT { CONCEPT ?a { {id: "1"} SET ATTRIBUTES {' + '"a": "b", ' * 25_000 + "} } }",
        "\ufeff" * 300_000,
        "😀" * 250_000,
    ],
    ids=lambda text: repr(text[:16]),
)
def test_a_lot_of_anything_is_answered_soon(text: str) -> None:
    start = time.process_time()
    survive(text)
    assert time.process_time() - start < 6
