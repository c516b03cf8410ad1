"""Variables after scoping: each binding is one variable of one scope."""

from __future__ import annotations

import enum
import itertools
from dataclasses import dataclass, field


class Kind(enum.Enum):
    """What a clause says a variable binds."""

    CONCEPT = "concept"
    LINK = "proposition link"
    ELEMENT = "concept or link"
    PREDICATE = "predicate name"
    NOTHING = "null"


FIELDS: dict[Kind, frozenset[str]] = {
    Kind.CONCEPT: frozenset({"id", "type", "name", "attributes", "metadata"}),
    Kind.LINK: frozenset({"id", "subject", "predicate", "object", "attributes", "metadata"}),
    Kind.ELEMENT: frozenset(
        {"id", "type", "name", "subject", "predicate", "object", "attributes", "metadata"}
    ),
    Kind.PREDICATE: frozenset(),
    Kind.NOTHING: frozenset({"id", "subject", "predicate", "object", "attributes", "metadata"}),
}


@dataclass(eq=False, slots=True)
class Binding:
    """One variable of one scope, compared by identity.

    `kinds` collects what the clauses that bind it say; `named` is False for what the compiler adds for
    endpoint clauses and unnamed links.  `number` makes its Cypher name unique; 0 is for fixed names.
    """

    name: str
    number: int
    named: bool = True
    kinds: set[Kind] = field(default_factory=set)

    def __repr__(self) -> str:
        return f"?{self.name}#{self.number}"

    @property
    def is_string(self) -> bool:
        """Whether it can bind nothing but predicate names."""
        return self.kinds == {Kind.PREDICATE}

    @property
    def may_be_string(self) -> bool:
        """Whether it can bind a predicate name."""
        return Kind.PREDICATE in self.kinds

    def has_field(self, root: str) -> bool:
        """Whether something it can bind has the field `root`."""
        narrow = self.kinds - {Kind.ELEMENT} or self.kinds
        return any(root in FIELDS[kind] for kind in narrow)

    def described(self) -> str:
        """Its kinds in words."""
        narrow = self.kinds - {Kind.ELEMENT} or self.kinds
        return " or ".join(sorted(kind.value for kind in narrow))


class Bindings:
    """Makes the bindings of one statement, numbered in the order of their making."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def named(self, name: str, *kinds: Kind) -> Binding:
        """A binding for the variable `?name`."""
        return Binding(name, next(self._numbers), True, set(kinds))

    def anonymous(self, name: str, *kinds: Kind) -> Binding:
        """A binding for something without a variable of its own."""
        return Binding(name, next(self._numbers), False, set(kinds))
