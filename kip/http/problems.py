"""What the HTTP layer itself refuses, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from kip.doors.compact import compact


def reply(data: Any, status: int = HTTPStatus.OK, headers: Mapping[str, str] | None = None) -> Response:
    """`data` as a JSON response that nobody keeps."""
    kept = {"cache-control": "no-store", **(headers or {})}
    return Response(compact(data), status, kept, media_type="application/json")


async def refused(_: Request, error: Exception) -> Response:
    """A refusal of this layer: in a response's place for errors, with HTTP's own codes."""
    assert isinstance(error, HTTPException)
    phrase = HTTPStatus(error.status_code).phrase.title().replace(" ", "").replace("-", "")
    body = {"code": f"HTTP_{error.status_code}", "name": phrase, "message": error.detail}
    return reply({"error": body}, error.status_code, error.headers)


async def failed(_: Request, __: Exception) -> Response:
    """A fault of ours: the server's log has the traceback, the caller doesn't get it."""
    body = {
        "code": "HTTP_500",
        "name": "InternalServerError",
        "message": "The server failed on this request.",
    }
    return reply({"error": body}, HTTPStatus.INTERNAL_SERVER_ERROR)
