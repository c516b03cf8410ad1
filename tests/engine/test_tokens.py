"""The tokeniser: pure, and hard to surprise."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kip_engine.search import tokens


def terms(text: str) -> set[str]:
    return set(tokens.terms(text))


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("café", "CAFE"),
        ("İstanbul", "istanbul"),
        ("Straße", "strasse"),
        ("Łódź smørrebrød", "lodz"),
        ("cafe\u0301", "café"),
        ("ﬁle ﾊﾝｶｸ ①", "file"),
        ("ﾊﾝｶｸ", "ハン"),
        ("snake_case", "snake"),
        ("snake_case", "snake_case"),
        ("darkMode", "mode"),
        ("darkMode", "dark-mode"),
        ("HTTPServer", "http"),
        ("e-mail", "email"),
        ("東京都", "東"),
        ("東京都", "京都"),
        ("서울에서", "서울"),
        ("iPhone手机", "手机"),
        ("iPhone手机", "iphone"),
        ("C++ and C#", "c++"),
        ("C++ and C#", "c#"),
        ("tb-001", "tb-"),
        ("pi is 3.14", "3.14"),
        ("covid-19", "covid19"),
        ("nice 👍🏽", "👍"),
        ("👩‍💻", "💻"),
        ("visit 🇫🇷", "🇫🇷"),
        ("हिन्दी भाषा", "हिन्दी"),
        ("ภาษาไทย", "ไทย"),
    ],
)
def test_a_stored_spelling_holds_what_another_spelling_asks(stored: str, asked: str) -> None:
    assert terms(asked) & terms(stored)


@pytest.mark.parametrize(
    ("one", "other"),
    [("عَلَم", "عِلْم"), ("कि", "की"), ("й", "и"), ("が", "か"), ("C++", "C"), ("C#", "C"), ("3.14", "314")],
)
def test_signs_that_make_another_word_keep_words_apart(one: str, other: str) -> None:
    assert not terms(one) & terms(other)


@pytest.mark.parametrize("text", ["", " ", "~", "\\", "()[]{}", "—…", "\u200b", "+++", "###", "_-_"])
def test_punctuation_has_no_words(text: str) -> None:
    assert list(tokens.words(text)) == []


def test_names_that_differ_in_spelling_only_are_the_same_name() -> None:
    assert tokens.exact("dark_mode") == tokens.exact("Dark Mode") == tokens.exact("darkMode")
    assert tokens.exact("darkmode") != tokens.exact("dark mode")


@given(st.text())
def test_terms_are_cut_into_themselves(text: str) -> None:
    once = terms(text)
    assert terms(" ".join(sorted(once))) == once


@given(st.text())
def test_terms_are_short_and_hold_no_blanks(text: str) -> None:
    for term in terms(text):
        assert 0 < len(term) <= tokens.MAX_TERM
        assert term.split() == [term]


@given(st.text())
def test_normalisation_forms_are_the_same_words(text: str) -> None:
    assert terms(unicodedata.normalize("NFD", text)) == terms(unicodedata.normalize("NFC", text))


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_ascii_takes_the_short_way_to_the_same_words(text: str) -> None:
    beside = "東 " + text
    assert [word.text for word in tokens.words(beside)][1:] == [word.text for word in tokens.words(text)]


@pytest.mark.parametrize("piece", ["a ", "word ", "aB", "a_", "東", "é.", "👍", "e\u0301", "x", "+", "🇫"])
def test_a_megabyte_takes_no_time(piece: str) -> None:
    start = time.perf_counter()
    for word in tokens.words(piece * (1_000_000 // len(piece))):
        assert len(word.text) <= tokens.MAX_TERM
    assert time.perf_counter() - start < 2
