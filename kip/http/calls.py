"""The methods, however they are called."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

from kip.doors.arguments import read_arguments
from kip.doors.memories import Memories
from kip.doors.recalling import RECALLING

READONLY_OF = {"execute_kip": False, "execute_kip_readonly": True}
METHODS = (*READONLY_OF, *RECALLING)

Call: TypeAlias = Callable[[str, Mapping[str, Any]], Awaitable[dict[str, Any]]]
"""Runs one of the methods with its parameters and returns the response of section 6.2."""


def call_on(memories: Memories, space: str) -> Call:
    """What runs the methods on `space`."""

    async def call(method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        request = read_arguments(params)
        if method in RECALLING:
            return await memories.answer(space, lambda client: RECALLING[method](client, request))
        return await memories.respond(space, request, readonly=READONLY_OF[method])

    return call
