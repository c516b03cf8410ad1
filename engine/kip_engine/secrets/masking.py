"""Puts a label in the place of every credential."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from kip_grammar.errors import KipError

from .scanning import find_secret, find_secrets

PASSES = 8


def mask_text(text: str) -> str:
    """`text` with `[REDACTED:<label>]` for each credential, until nothing in it looks like one.

    A label in the place of a key may itself look like the value of an assignment, hence more than one pass.
    Raises KIP_2002 `secret` if that doesn't end.
    """
    for _ in range(PASSES):
        masked = _mask_once(text)
        if masked == text:
            return text
        text = masked
    if find_secret(text):
        raise _unmaskable()
    return text


def mask_value(value: Any) -> Any:
    """`value`, a JSON value, with the keys and strings in it masked.

    Raises KIP_2002 if two keys of an object would become one.
    """
    if isinstance(value, str):
        return mask_text(value)
    if isinstance(value, Mapping):
        return _mask_object(value)
    if isinstance(value, Sequence):
        return [mask_value(item) for item in value]
    return value


def mask_record(
    text: str, payload: Mapping[str, Any], tags: Sequence[str]
) -> tuple[str, Mapping[str, Any], Sequence[str]]:
    """Text, payload and tags as they may be stored: unchanged if nothing in them looks like a credential.

    They are looked at as search sees them, as one text with the payload as JSON.  Raises KIP_2002 `secret`
    if a credential shows only there, such as one that is cut in two by a tab, and so can't be masked.
    """
    if not find_secret(_surface(text, payload, tags)):
        return text, payload, tags
    masked = mask_text(text), _mask_object(payload), [mask_text(tag) for tag in tags]
    if find_secret(_surface(*masked)):
        raise _unmaskable()
    return masked


def _surface(text: str, payload: Mapping[str, Any], tags: Sequence[str]) -> str:
    return " ".join([text, json.dumps(payload), " ".join(tags)])


def _mask_once(text: str) -> str:
    parts = []
    position = 0
    for start, end, label in find_secrets(text):
        parts += [text[position:start], f"[REDACTED:{label}]"]
        position = end
    return "".join([*parts, text[position:]])


def _mask_object(value: Mapping[str, Any]) -> dict[str, Any]:
    masked = {mask_text(key): mask_value(item) for key, item in value.items()}
    if len(masked) < len(value):
        raise KipError(
            "KIP_2002",
            "Two keys of an object look like credentials of one shape and would become one key.",
            hint="Keep credentials out of keys.",
            detail="ValueError",
        )
    return masked


def _unmaskable() -> KipError:
    return KipError(
        "KIP_2002",
        "The text holds what looks like a credential and can't be masked.",
        hint="Remove the credential.",
        detail="secret",
    )
