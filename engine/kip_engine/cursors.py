"""Cursors: opaque, signed tokens that hold the sort key of the last row seen.

A cursor belongs to one statement in one space.  It is signed with the space's secret, so that a changed one,
or one from elsewhere, is refused instead of answering with the wrong page.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Sequence
from typing import Any

from kip_grammar.errors import KipError

_SIGNATURE_BYTES = 12


def statement_digest(space: str, canonical: str, parameters: dict[str, Any]) -> str:
    """What a cursor is tied to: a statement without its LIMIT and CURSOR, with its parameters, in a space."""
    payload = json.dumps([space, canonical, parameters], sort_keys=True, default=str)
    return hashlib.blake2b(payload.encode("utf-8", "surrogatepass"), digest_size=9).hexdigest()


def make_cursor(secret: str, digest: str, values: Sequence[Any]) -> str:
    """The token for the rows after the one with these sort values."""
    payload = json.dumps([digest, list(values)], separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(_signature(secret, payload) + payload).decode().rstrip("=")


def read_cursor(secret: str, digest: str, token: str) -> list[Any]:
    """The sort values of a token made for this statement.  Raises KIP_1001 for any other token."""
    payload = _verified(secret, token)
    if payload is None:
        raise _refused("This cursor is not one that this space has handed out, or it was changed.")
    made_for, values = json.loads(payload)
    if made_for != digest:
        raise _refused("This cursor belongs to another statement, or to other parameters.")
    return list(values)


def _verified(secret: str, token: str) -> bytes | None:
    try:
        raw = base64.b64decode(token.encode() + b"=" * (-len(token) % 4), b"-_", validate=True)
    except ValueError:
        return None
    signature, payload = raw[:_SIGNATURE_BYTES], raw[_SIGNATURE_BYTES:]
    return payload if hmac.compare_digest(signature, _signature(secret, payload)) else None


def _signature(secret: str, payload: bytes) -> bytes:
    return hmac.new(secret.encode(), payload, hashlib.sha256).digest()[:_SIGNATURE_BYTES]


def _refused(message: str) -> KipError:
    return KipError(
        "KIP_1001",
        message,
        hint="Repeat the statement that gave it, changed in LIMIT and CURSOR only; or start without CURSOR.",
    )
