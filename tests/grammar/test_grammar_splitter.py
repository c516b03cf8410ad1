"""Splitting a stream into statements."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kip_texts import golden_commands
from kip_trees import scripts

from kip_grammar import KipError, parse, print_statement, split_statements
from kip_grammar.ast import UpsertScript


def texts(*chunks: str) -> list[str]:
    return [statement.text.strip() for statement in split_statements(chunks)]


@settings(deadline=None)
@given(scripts, st.integers(1, 40))
def test_the_statements_are_those_of_the_whole_text(script: UpsertScript, size: int) -> None:
    text = print_statement(script)
    chunks = [text[start : start + size] for start in range(0, len(text), size)]
    parts = [parse(part.text) for part in split_statements(chunks)]
    assert [repr(part) for part in parts] == [repr(UpsertScript((one,))) for one in script.statements]


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(['"', "\\", "\n", "{", "}", "//", "/", "UPSERT", " ", "UP", "SERT", "é", ","]))
)
def test_no_text_is_lost_and_chunks_do_not_matter(pieces: list[str]) -> None:
    whole = list(split_statements(["".join(pieces)]))
    assert list(split_statements(pieces)) == whole
    joined = "".join(part.text for part in whole)
    assert "".join(pieces).startswith(joined)
    rest = "".join(pieces)[len(joined) :]
    assert all(not line.split("//")[0].strip(" ") for line in rest.split("\n"))


def test_strings_comments_and_nesting_hide_the_word() -> None:
    one = 'UPSERT { CONCEPT ?a { {type: "UPSERT {", name: "\\" UPSERT"} } // UPSERT {\n SET UPSERT }'
    assert texts(one, "\nUPSERT { }") == [one, "UPSERT { }"]


def test_comments_before_a_statement_belong_to_it() -> None:
    assert texts("// a\nUPSERT {} // b\n// c\nUPSERT {}") == ["// a\nUPSERT {}", "// b\n// c\nUPSERT {}"]


def test_lines_are_those_of_the_stream() -> None:
    parts = list(split_statements(["UPSERT {\n}\n\nUPSERT {", "\n}\nUPSERT {}"]))
    assert [part.line for part in parts] == [1, 2, 5]


def test_blank_text_and_comments_alone_yield_nothing() -> None:
    assert texts() == texts("", " \n", "// nothing") == []


def test_what_is_no_upsert_comes_along_for_parse_to_refuse() -> None:
    parts = texts('hello UPSERT { CONCEPT ?a { {id: "1"} } } FIND(?x) UPSERT { CONCEPT ?b { {id: "2"} }')
    assert [part.split()[0] for part in parts] == ["hello", "UPSERT", "UPSERT"]
    for part in parts:
        with pytest.raises(KipError):
            parse(part)


def test_a_lost_quote_spoils_one_statement_only() -> None:
    sound = 'UPSERT { CONCEPT ?b { {id: "2"} } }'
    parts = texts('UPSERT { CONCEPT ?a { {id: "1} } } \n}}}', "\n", sound)
    assert parts[-1] == sound


def test_the_golden_capsules_split() -> None:
    for text in golden_commands():
        assert "".join(part.text for part in split_statements(text)).strip() in text


def _stream(count: int) -> Iterator[str]:
    for number in range(count):
        identity, text = f'{{type: "T", name: "{number}"}}', "x" * 800
        yield f'UPSERT {{ CONCEPT ?c {{ {identity} SET ATTRIBUTES {{a: "{text}"}} }} }}\n'


def test_memory_is_flat() -> None:
    peaks = []
    for count in (500, 4000):
        tracemalloc.start()
        assert sum(1 for _ in split_statements(_stream(count))) == count
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


@pytest.mark.parametrize("endless", ['UPSERT { "', "UPSERT { ", "// ", "{", '"\\'])
def test_a_statement_without_end_takes_linear_time(endless: str) -> None:
    start = time.process_time()
    chunks: list[Any] = [endless, *["a" * 1000] * 5000]
    assert sum(len(part.text) for part in split_statements(chunks)) in (0, 5_000_000 + len(endless))
    assert time.process_time() - start < 2
