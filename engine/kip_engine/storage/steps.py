"""What engine logic asks of a database, without doing any I/O itself.

Engine logic is written once, as generators.  A *program* yields steps and is sent their results; a sync and
an async driver run the same programs.

- A bare `Query` is one read in a transaction of its own: one round trip.
- A `Transaction` runs a *body*, a generator that yields queries, atomically; a transient failure runs a fresh
  body again, so bodies must keep no state outside themselves.
- `Together` runs independent steps at the same time and yields their outcomes, failures included.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from kip_cypher.query import Query

T = TypeVar("T")

Rows: TypeAlias = Sequence[Sequence[Any]]
"""The records of one query: a list of tuples, in the column order of its RETURN."""

Body: TypeAlias = Generator[Query, Rows, T]


@dataclass(frozen=True, slots=True)
class Transaction(Generic[T]):
    """A body to run atomically; `write` says whether it may change anything."""

    body: Callable[[], Body[T]]
    write: bool = True


@dataclass(frozen=True, slots=True)
class Together:
    """Programs that do not depend on each other.  The result is a list of values or KipErrors, in order."""

    programs: Sequence[Program[Any]]


Step: TypeAlias = "Query | Transaction[Any] | Together"
Program: TypeAlias = Generator[Step, Any, T]
