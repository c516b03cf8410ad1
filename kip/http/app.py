"""The ASGI application: three addresses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kip.doors.memories import Memories

from . import jsonrpc
from .access import Access
from .body import decoded, read_body
from .calls import METHODS, Call, call_on
from .problems import failed, refused, reply


def make_app(memories: Memories, access: Access) -> Starlette:
    """The application; it opens its space when it starts, and closes the connections when it ends."""
    service = _Service(memories, access)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        memories.open(access.space)
        yield
        await memories.close()

    return Starlette(
        routes=[
            Route("/kip", service.kip, methods=["POST"]),
            Route("/healthz", _healthy, methods=["GET"]),
            Route("/readyz", service.ready, methods=["GET"]),
        ],
        exception_handlers={HTTPException: refused, Exception: failed},
        lifespan=lifespan,
    )


async def _healthy(_: Request) -> Response:
    return reply({"status": "ok"})


@dataclass(frozen=True, slots=True)
class _Service:
    """The addresses that need a memory."""

    memories: Memories
    access: Access

    async def ready(self, _: Request) -> Response:
        """Whether requests would be answered; says no more than that, since it asks for no token."""
        if await self.memories.answers(self.access.space):
            return reply({"status": "ready"})
        return reply({"status": "unavailable"}, HTTPStatus.SERVICE_UNAVAILABLE)

    async def kip(self, request: Request) -> Response:
        """One request, plain or JSON-RPC."""
        self.access.check_token(request)
        call = call_on(self.memories, self.access.space_of(request))
        body = await read_body(request)
        try:
            message = decoded(body)
        except ValueError as error:
            told = jsonrpc.error(None, jsonrpc.PARSE_ERROR, f"The body is no JSON: {error}")
            return reply(told, HTTPStatus.BAD_REQUEST)
        if not jsonrpc.is_jsonrpc(message):
            return reply(await _plain(message, call))
        answer = await jsonrpc.answer(message, call)
        return Response(status_code=HTTPStatus.NO_CONTENT) if answer is None else reply(answer)


async def _plain(message: Any, call: Call) -> dict[str, Any]:
    """The response of section 6.2, as it is.  Raises 400 for a malformed call, 404 for an unknown method."""
    params = message.get("params") if isinstance(message, dict) else None
    if not isinstance(params, dict) or not isinstance(message.get("method"), str):
        raise HTTPException(
            HTTPStatus.BAD_REQUEST, 'Send {"method": "execute_kip", "params": {"command": "…"}}.'
        )
    if message["method"] not in METHODS:
        raise HTTPException(HTTPStatus.NOT_FOUND, f"The methods are {', '.join(METHODS)}.")
    return await call(message["method"], params)
