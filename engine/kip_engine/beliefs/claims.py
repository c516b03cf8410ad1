"""When two claims are the same (specification of beliefs, section 1.2)."""

from __future__ import annotations


def claim_key(text: str) -> str:
    """`text` lower-cased, with single blanks between its words; claims of one scope with equal keys are one.

    Unicode lower-casing, not case folding; Unicode white space.  Punctuation counts.  Text without words has
    the key "".
    """
    return " ".join(text.lower().split())
