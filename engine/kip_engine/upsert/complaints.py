"""The errors of running an UPSERT, worded once."""

from __future__ import annotations

from kip_grammar.errors import KipError

from .operations import Put
from .references import Ref


def missing(ref: Ref) -> KipError:
    """KIP_3002: what `ref` names does not exist."""
    return KipError(
        "KIP_3002",
        f"{ref} does not exist.",
        hint="Create it in a block above and use that block's handle, or find its exact name with SEARCH.",
    )


def conflict(put: Put, found: int) -> KipError:
    """KIP_3005: the version that `put` expects is not the one that was found (0: no such element)."""
    actual = f"has version {found}" if found else "does not exist"
    return KipError(
        "KIP_3005",
        f"{put.ref} {actual}, but the block says EXPECT VERSION {put.expect_version}.",
        hint="Read the element again, apply your change to what it holds now, and retry with its present "
        "metadata._version (0 asserts that it doesn't exist).",
    )
