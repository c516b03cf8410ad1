"""Credentials are found and masked as the original does it, and in linear time whatever the text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kip import KipError
from kip_engine.secrets import find_secret, find_secrets, mask_record, mask_text, mask_value

original = pytest.importorskip("mixle.substrate.security")
store = pytest.importorskip("mixle.substrate.core")

A16, A20 = "A" * 16, "a1B2" * 5
EXAMPLES = {
    "private_key_block": "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
    "aws_access_key": f"AKIA{A16}",
    "openai_key": f"sk-{A20}",
    "github_token": f"ghp_{A20}",
    "slack_token": "xoxb-123-abcdefgh",
    "jwt": f"eyJ{A20}.eyJ{A20}.{A20}",
    "url_credentials": "https://user:hunter2@example.org/x",
    "bearer_token": "Bearer abcdefghijklmnop",
    "sensitive_assignment": "api_key = 'abcdef'",
}
PIECES = [
    *EXAMPLES.values(),
    *("-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "-----BEGIN ", "-----"),
    *("AKIA", "ASIA", "sk-", "gho_", "xoxp-", "eyJ", "://", "a+b", "Bearer", "bearer", "Token", "ſecret"),
    *("toKen", "password", "passwd", "Access-Key", "privatekey", "api key", "[REDACTED:github_token]"),
    *("=", ":", " ", "\t", "\n", "\u00a0", "'", '"', "@", "/", ".", "-", "_", "é", "x", "9"),
    *("abcdef", A16, A20),
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


@given(TEXTS)
@settings(max_examples=1000)
def test_findings_equal_the_original(text: str) -> None:
    expected = [(found.start, found.end, found.rule) for found in original.detect_secrets(text).findings]
    assert [tuple(found) for found in find_secrets(text)] == expected
    assert (find_secret(text) is not None) == bool(expected)


@given(TEXTS)
@settings(max_examples=500)
def test_masked_text_equals_the_original_and_is_clean(text: str) -> None:
    masked = mask_text(text)
    assert masked == original.redact_secrets(text)
    assert find_secret(masked) is None


@given(TEXTS, st.dictionaries(TEXTS, TEXTS | st.lists(TEXTS, max_size=2) | st.integers(), max_size=2), TEXTS)
@settings(max_examples=500)
def test_masked_records_equal_the_original(text: str, payload: dict[str, Any], tag: str) -> None:
    item = store.SubstrateItem("record", text=text, payload=payload, tags=[tag])
    try:
        safe, _ = original.enforce_secret_policy(item)
    except ValueError as error:
        with pytest.raises(KipError) as refused:
            mask_record(text, payload, [tag])
        expected = "secret" if isinstance(error, original.SecretPolicyError) else "ValueError"
        assert (refused.value.code, refused.value.detail) == ("KIP_2002", expected)
    else:
        assert mask_record(text, payload, [tag]) == (safe.text, safe.payload, safe.tags)


@pytest.mark.parametrize(("label", "text"), EXAMPLES.items())
def test_every_shape_is_found_and_masked(label: str, text: str) -> None:
    assert find_secret(f"see {text} there") == label
    assert f"[REDACTED:{label}]" in mask_text(f"see {text} there")


def test_plain_text_stays_as_it_is() -> None:
    text = "The secret of a good token: it's https://example.org/login, Bearer of news."
    assert mask_text(text) == text
    assert mask_value({"a": [text, 1, None, True]}) == {"a": [text, 1, None, True]}


def test_where_shapes_overlap_the_whole_assignment_goes_in_the_end() -> None:
    assert mask_text(f"token={EXAMPLES['github_token']} x") == "[REDACTED:sensitive_assignment] x"


def test_keys_are_masked_too_and_may_not_collide() -> None:
    assert mask_value({"token=abcdef": ["token=abcdef"]}) == {
        "[REDACTED:sensitive_assignment]": ["[REDACTED:sensitive_assignment]"]
    }
    with pytest.raises(KipError) as refused:
        mask_value({"token=abcdef": 1, "token=ghijkl": 2})
    assert refused.value.code == "KIP_2002"


def test_what_shows_only_in_the_record_as_a_whole_is_refused() -> None:
    with pytest.raises(KipError) as refused:
        mask_record("a", {"text": "token=ab\tcdef"}, [])
    assert (refused.value.code, refused.value.detail) == ("KIP_2002", "secret")
    assert "cdef" not in refused.value.message


ALMOST = [
    *("-----BEGIN PRIVATE KEY-----", "-----BEGIN ", "a.", "a", "eyJ-", "eyJaaaaaaaaaa.", "xoxb-", "sk-"),
    *("gho_", "AKIA", "://", "a://b:c", "Bearer ", "token ", "token=", "token =", "token='", "password:\t"),
]


@pytest.mark.parametrize("piece", ALMOST)
def test_half_a_megabyte_of_what_almost_looks_like_a_credential_is_read_at_once(piece: str) -> None:
    """A quadratic scan would take minutes to hours; this one milliseconds."""
    text = piece * (500_000 // len(piece))
    assert find_secret(mask_text(text)) is None
