"""How a capsule refers to elements: by handle where it writes them itself, else by what they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from kip_grammar import ast
from kip_grammar.errors import KipError

from .page import End

MOST_PARTS = 4_096


class Ends:
    """The handles given so far, and the elements outside the page by id."""

    def __init__(self, outside: Mapping[str, End]) -> None:
        self._outside = outside
        self._handles: dict[str, ast.Variable] = {}
        self._counts: Counter[str] = Counter()
        self._parts: dict[str, int] = {}

    def handle(self, identity: str, prefix: str) -> ast.Variable:
        """A new handle for the element that is written now."""
        self._counts[prefix] += 1
        made = ast.Variable(f"{prefix}{self._counts[prefix]}")
        self._handles[identity] = made
        return made

    def concept(self, type_name: str | None, name: str | None) -> ast.ConceptMatcher:
        """A concept by type and name."""
        return ast.ConceptMatcher(type=ast.Literal(type_name), name=ast.Literal(name))

    def link(self, subject: str, predicate: str, target: str) -> ast.LinkMatcher:
        """A link by its predicate and its ends (ids)."""
        names = ast.Predicates((ast.Literal(predicate),))
        return ast.LinkMatcher(self._end(subject), names, self._end(target))

    def _end(self, identity: str) -> ast.Endpoint:
        if identity in self._handles:
            return self._handles[identity]
        end = self._outside[identity]
        if end.subject is None or end.predicate is None or end.object is None:
            return self.concept(end.type, end.name)
        if self._size(identity) > MOST_PARTS:
            raise _too_deep()
        return self.link(end.subject, end.predicate, end.object)

    def _size(self, identity: str) -> int:
        """How many parts a reference to the element has, written out."""
        if identity not in self._parts:
            end = self._outside.get(identity)
            inner = (end.subject, end.object) if end and identity not in self._handles else ()
            self._parts[identity] = 1 + sum(self._size(part) for part in inner if part)
        return self._parts[identity]


def _too_deep() -> KipError:
    return KipError(
        "KIP_4002",
        f"A link outside the export has more than {MOST_PARTS} parts when it is written out.",
        hint="Export the links that it speaks about together with it.",
    )
