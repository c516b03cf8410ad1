"""Who may come in, and to which space."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request

SPACE_HEADER = "x-kip-space"


@dataclass(frozen=True, slots=True)
class Access:
    """One token opens one space; with `any_space` also those that a request names in X-KIP-Space."""

    token: str = field(repr=False)
    space: str
    any_space: bool = False

    def check_token(self, request: Request) -> None:
        """Raises 401 unless the request bears the token."""
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        # Headers come decoded as Latin-1; comparing bytes takes the same time for every wrong token.
        same = hmac.compare_digest(given.strip().encode("latin-1"), self.token.encode())
        if scheme.lower() != "bearer" or not same:
            raise HTTPException(
                HTTPStatus.UNAUTHORIZED,
                "Send the token that the server was started with: Authorization: Bearer <token>.",
                {"www-authenticate": 'Bearer realm="kip"'},
            )

    def space_of(self, request: Request) -> str:
        """The space that the request is about.  Raises 403 for one that isn't served."""
        named = request.headers.get(SPACE_HEADER)
        if named is None:
            return self.space
        name = named.encode("latin-1").decode("utf-8", "replace")
        if name != self.space and not self.any_space:
            raise HTTPException(
                HTTPStatus.FORBIDDEN, "This server serves one space; `kip serve --any-space` serves all."
            )
        return name
