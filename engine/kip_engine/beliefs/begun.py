"""What needs the beliefs' definitions in a space: they are made on first use, and anew if they are gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from kip_engine.owned import register
from kip_engine.spaces import Space
from kip_engine.storage.steps import Program

from .ledger import deleted
from .vocabulary import OWNER, VOCABULARY
from .writing import Undefined

T = TypeVar("T")


def begun(space: Space, work: Callable[[], Program[T]]) -> Program[T]:
    """The result of `work`, in a space that defines what beliefs are made of.

    This process may have defined it in a memory that was since deleted, and perhaps begun anew: then `work`
    raises Undefined, and is done again.  Raises KIP_2002 if KML has defined one of the names, and KIP_3002 if
    the memory is gone.
    """
    for _ in range(2):
        yield from register(VOCABULARY, space)
        try:
            return (yield from work())
        except Undefined:
            space.registered.discard(OWNER)
    raise deleted(space.name)
