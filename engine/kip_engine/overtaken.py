"""Other writers that get in between a statement's looking and its acting, and running it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from kip_grammar.errors import KipError

from .storage.steps import Program, Transaction

T = TypeVar("T")
ATTEMPTS = 8
READ_ATTEMPTS = 64
"""A read holds no locks, so that each attempt may be overtaken anew, and costs little."""


class Overtaken(KipError):
    """KIP_4003: what a statement found was deleted or moved before it was read, locked or linked.

    Nothing was written, and running the statement again sees what is there now.
    """

    def __init__(self) -> None:
        super().__init__(
            "KIP_4003",
            "Other writers keep deleting and creating what this statement is about.",
            hint="Nothing was written. Retry when they are done.",
        )


def until_not_overtaken(transaction: Transaction[T]) -> Program[T]:
    """The result of `transaction`, tried anew each time it is overtaken; in the end Overtaken is raised."""
    for _ in range(ATTEMPTS - 1):
        try:
            result: T = yield transaction
        except Overtaken:
            continue
        return result
    result = yield transaction
    return result


def read_until_not_overtaken(read: Callable[[], Program[T]]) -> Program[T]:
    """The result of a program that only reads, begun anew each time it is overtaken."""
    for _ in range(READ_ATTEMPTS - 1):
        try:
            return (yield from read())
        except Overtaken:
            continue
    return (yield from read())
