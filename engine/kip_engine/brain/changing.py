"""Verbs that change something: run as one transaction, in a namespace that is opened for them if need be."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from kip_engine.overtaken import until_not_overtaken
from kip_engine.storage.steps import Body, Program, Transaction

from .caller import Caller
from .opening import Unopened, open_namespace

T = TypeVar("T")


def change(caller: Caller, body: Callable[[], Body[T]]) -> Program[T]:
    """The result of `body`, which raises Unopened where it would write and the namespace has no node yet.

    So a verb that fails leaves nothing behind, not even in a memory that never used its brain.
    """
    try:
        return (yield from until_not_overtaken(Transaction(body)))
    except Unopened:
        yield from open_namespace(caller)
    return (yield from until_not_overtaken(Transaction(body)))
