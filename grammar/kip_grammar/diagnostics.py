"""Stub."""
from __future__ import annotations
from lark.exceptions import UnexpectedToken
from kip_grammar.errors import KipError
from kip_grammar.faults import Fault
def explain(text: str, unexpected: UnexpectedToken) -> KipError:
    t = unexpected.token
    return Fault(t.start_pos, f"unexpected {t.value!r} ({t.type}), expected {sorted(unexpected.accepts or [])}").located(text)
