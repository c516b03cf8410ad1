"""What a space defines: concept types and predicates, and the check that a name is one of them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field

from kip_grammar.errors import KipError

from .names import CONCEPT_TYPE, PROPOSITION_TYPE, check_predicate_name, check_type_name


@dataclass(frozen=True, slots=True)
class Schema:
    """The names a space has defined (section 2.9: define before use)."""

    types: frozenset[str] = field(default_factory=frozenset)
    predicates: frozenset[str] = field(default_factory=frozenset)

    def check_type(self, name: str) -> str:
        """`name` if it is a defined concept type; raises KIP_1002 for its form, KIP_2001 if undefined."""
        if name in self.types:
            return name
        raise undefined("concept type", check_type_name(name), self.types, CONCEPT_TYPE)

    def check_predicate(self, name: str) -> str:
        """`name` if it is a defined predicate; raises KIP_1002 for its form, KIP_2001 if undefined."""
        if name in self.predicates:
            return name
        raise undefined("predicate", check_predicate_name(name), self.predicates, PROPOSITION_TYPE)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like `name`, also across letter case, or None if none is close."""
    by_folded = {candidate.casefold(): candidate for candidate in sorted(known)}
    close = difflib.get_close_matches(name.casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[close[0]] if close else None


def undefined(kind: str, name: str, known: Iterable[str], meta_type: str) -> KipError:
    """KIP_2001 for an undefined type or predicate, with the nearest defined name."""
    close = nearest(name, known)
    listing = "DESCRIBE CONCEPT TYPES" if meta_type == CONCEPT_TYPE else "DESCRIBE PROPOSITION TYPES"
    return KipError(
        "KIP_2001",
        f"The {kind} {name!r} is not defined." + (f" Did you mean {close!r}?" if close else ""),
        hint=f"Names are case-sensitive; `{listing}` lists what is defined. "
        f'To define it, UPSERT {{type: "{meta_type}", name: "{name}"}} first.',
    )
