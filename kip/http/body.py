"""Request bodies: JSON, and not more of it than anyone needs."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any, NoReturn

from starlette.exceptions import HTTPException
from starlette.requests import Request

# A parameter's value may have 16 MiB, a command's text 1 MiB.
MAX_BODY = 17 * 1024 * 1024


async def read_body(request: Request) -> bytes:
    """The body of `request`.  Raises 415 for another type than JSON, 413 for a body that is too large."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Send Content-Type: application/json.")
    if int(request.headers.get("content-length", "0")) > MAX_BODY:
        raise _too_large()
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise _too_large()
    return bytes(body)


def decoded(body: bytes) -> Any:
    """The JSON in `body`.  Raises ValueError for anything that is none."""
    try:
        return json.loads(body.decode("utf-8"), parse_constant=_refuse)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def _too_large() -> HTTPException:
    return HTTPException(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        f"A body has at most {MAX_BODY} bytes; send values in several requests.",
        {"connection": "close"},
    )
