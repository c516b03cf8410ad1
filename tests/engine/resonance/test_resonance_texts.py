"""Keys, words, windows and slices of texts: what forms are known and found by."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kip_engine.resonance.forms import askable, canonical, digest, plain, text_of
from kip_engine.resonance.slices import exact_slices, plain_slices
from kip_engine.resonance.texts import byte_offsets, digit_runs, regions, tokens
from kip_engine.resonance.windows import windows, word_windows
from kip_grammar.errors import KipError

TEXTS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), min_size=1, max_size=40)


def test_the_canonical_key_forgets_case_width_and_inner_blanks_but_not_the_edges() -> None:
    assert canonical(" Ｗｈｅｒｅ  is\tthe KEY ") == " where is the key "


@given(TEXTS)
def test_canonical_texts_are_canonical_already(text: str) -> None:
    key = canonical(text)
    assert canonical(canonical(key)) == canonical(key)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Where is Mara's key?", "where is maras key"),
        ("Où est la clé ?", "ou est la cle"),
        ("the on-call phone", "The on call phone."),
        ("Has th esecond key", "has the second key"),
        ("¿Dónde está?", "donde esta"),
    ],
)
def test_texts_that_differ_in_marks_accents_and_blanks_have_one_plain_key(text: str, same: str) -> None:
    assert plain(text) == plain(same)


@pytest.mark.parametrize(
    ("text", "other"),
    [("version 3.5", "version 35"), ("room 1 2", "room 12"), ("What is C++?", "What is C#?"), ("が", "か")],
)
def test_what_parts_numbers_and_tells_names_apart_stays_in_the_plain_key(text: str, other: str) -> None:
    assert plain(text) != plain(other)


@pytest.mark.parametrize("value", ["", "a\x00b", "\ud800", b"\xff\xfe", b"", 7, None, "x" * 2_000_000])
def test_what_is_no_text_cannot_be_learned(value: object) -> None:
    with pytest.raises(KipError) as failed:
        text_of(value)
    assert failed.value.code == "KIP_2003"
    assert failed.value.hint


def test_bytes_are_the_text_they_encode() -> None:
    assert text_of("Grüße".encode()) == "Grüße"
    assert askable(b"\xff\xfe") is None
    with pytest.raises(KipError):
        askable(7)


def test_clitics_marks_and_unblanked_scripts_make_tokens() -> None:
    assert [token.text for token in tokens("L'été de Mara's 東京都 नमस्ते")] == [
        "l",
        "été",
        "de",
        "mara",
        "s",
        "東京",
        "京都",
        "नमस्ते",
    ]
    assert [token.clitic for token in tokens("l'ami's")] == ["l'", "", "'s"]
    assert [token.clitic for token in tokens("Xu's")] == ["", "'s"]


def test_unblanked_regions_are_disjoint_pairs() -> None:
    assert [region.text for region in regions("東京都です")] == ["東京", "都で", "す"]


@given(TEXTS)
def test_tokens_lie_where_they_say(text: str) -> None:
    data = text.encode()
    for token in (*tokens(text), *regions(text)):
        assert canonical(data[token.start : token.end].decode()) == token.text


@given(TEXTS)
def test_byte_offsets_are_those_of_the_encoding(text: str) -> None:
    assert list(byte_offsets(text)) == [len(text[:place].encode()) for place in range(len(text) + 1)]


def test_digits_are_digits_in_any_script() -> None:
    assert digit_runs("A12, ٣٤ and 3.5") == ["12", "34", "3", "5"]


@given(TEXTS)
def test_every_window_is_indexed_with_its_first_place(text: str) -> None:
    data = text.encode()
    expected = {data[place : place + 4].hex() for place in range(len(data) - 3)}
    found = windows(data)
    assert set(found) == expected
    assert all(data.find(bytes.fromhex(window)) == place for window, place in found.items())


def test_windows_of_words_cross_no_blank() -> None:
    assert {bytes.fromhex(window).decode() for window in word_windows("Hello, You")} == {"hell", "ello"}


@given(TEXTS, TEXTS, TEXTS)
def test_a_slice_between_blanks_is_found_by_its_digest(before: str, inside: str, after: str) -> None:
    size = len(inside.encode())
    if size < 8 or inside.isspace():
        return
    query = f"{before} {inside} {after}"
    start = len(before.encode()) + 1
    assert (start, start + size) in exact_slices(query, [size])[digest(inside)]


def test_slices_cut_no_word_and_are_not_the_whole() -> None:
    lengths = range(8, 30)
    assert digest("apple pie") not in exact_slices("my pineapple pie", lengths)
    assert digest("apple pie") in exact_slices("my apple pie", lengths)
    assert digest("apple pie") not in exact_slices("apple pie", lengths)
    assert digest(plain("Apple pie!")) in plain_slices("my apple pie please", [len(plain("apple pie"))])
