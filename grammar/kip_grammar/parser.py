"""`parse`: KIP text to a statement."""

from __future__ import annotations

from kip_grammar.ast import Statement
from kip_grammar.limits import DEFAULT_LIMITS, Limits


def parse(text: str, *, limits: Limits = DEFAULT_LIMITS) -> Statement:
    """The statement that `text` holds: one, or several UPSERTs as one `UpsertScript`.

    Raises KipError with the position and an excerpt of the text set: KIP_1001 for what isn't KIP, KIP_1002
    for a malformed identifier, KIP_4002 beyond `limits`.
    """
    # Lark is half the cost of importing this package, and many a process only prints or counts errors.
    from kip_grammar.reader import read

    return read(text, limits)
