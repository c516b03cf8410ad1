"""From what a model said to claims (specification of beliefs, section 9).  Nothing is stored."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .arguments import listed, mapped
from .claimed import PRODUCED_BY
from .records import Claim
from .validation import refuse

SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
FEWEST_WORDS = 2


def harvest(
    model_output: str, source: Mapping[str, Any], extract: Callable[[str], Iterable[str]] | None = None
) -> list[Claim]:
    """The claims in `model_output`, each with a copy of `source` as what produced it, and no quantity.

    `extract` cuts the text into claims instead of `sentences`; what it gives is taken as it is.  Raises
    KIP_2003 if `source` is not an object.
    """
    if extract is not None and not callable(extract):
        refuse("KIP_2003", "TypeError", "What cuts a text into claims is a function.", hint="")
    pieces = listed((extract or sentences)(model_output), "What a text is cut into")
    return [Claim(text=piece, produced_by=mapped(source, PRODUCED_BY)) for piece in pieces]


def sentences(text: str) -> list[str]:
    """The pieces of `text` of at least two words, cut at line feeds and where `.`, `!` or `?` ends a word."""
    pieces = [piece.strip() for line in str(text).split("\n") for piece in SENTENCE_END.split(line)]
    return [piece for piece in pieces if len(piece.split()) >= FEWEST_WORDS]
