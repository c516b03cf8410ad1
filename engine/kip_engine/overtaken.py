"""Runs a transaction again when another writer got in between its looking and its acting."""

from __future__ import annotations

from typing import TypeVar

from .storage.steps import Program, Transaction
from .upsert.complaints import Overtaken

T = TypeVar("T")
ATTEMPTS = 8


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
