"""Records that someone put into the graph by hand as beliefs, and that lack what a belief must have.

The property `_malformed` keeps the short code of what is wrong; whoever comes across the record is told.
"""

from __future__ import annotations

from kip_grammar.errors import KipError


def check(malformed: str | None) -> None:
    """Raises KIP_2002, with `malformed` as its detail, unless that is None."""
    if malformed is not None:
        raise KipError(
            "KIP_2002",
            "A record in the way is tagged as a belief and isn't one.",
            hint="Remove what was written into the graph by hand.",
            detail=malformed,
        )
