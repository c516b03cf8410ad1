"""`kip serve`: the memory over HTTP."""

from __future__ import annotations

import logging
import os
import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from . import options
from .connecting import Server
from .extras import needs_extra

if TYPE_CHECKING:
    from socket import socket

    from kip.doors.memories import Memories

Host = Annotated[str, typer.Option(help="The address to listen on.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")]
Token = Annotated[
    str | None,
    typer.Option(
        help="The bearer token, better kept in KIP_TOKEN, where others don't see it; else one is made.",
        show_default=False,
    ),
]
AnySpace = Annotated[
    bool, typer.Option("--any-space", help="Let requests choose, by the header X-KIP-Space.")
]
LogRequests = Annotated[bool, typer.Option("--log-requests", help="A line on stderr for every request.")]
ReplyBytes = Annotated[
    int, typer.Option(min=1024, metavar="BYTES", help="The most that one answer may take.")
]
Timeout = Annotated[float, typer.Option(min=0.1, metavar="SECONDS", help="The longest a command may run.")]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8787,
    token: Token = None,
    any_space: AnySpace = False,
    log_requests: LogRequests = False,
    reply_bytes: ReplyBytes = 4 * 1024 * 1024,
    timeout: Timeout = 30.0,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Serve the memory over HTTP: POST /kip, plain or JSON-RPC 2.0; /healthz, /readyz."""
    with needs_extra("serve"):
        from kip.http.access import Access
        from kip.http.app import make_app
        from kip.http.run import run
    logging.basicConfig(level=logging.INFO if log_requests else logging.WARNING, format="%(message)s")
    secret = _token(token, host)
    listener = _listen(host, port)
    memories = _memories(Server(uri, user, password), timeout, reply_bytes)
    typer.echo(f"Serving {'all spaces' if any_space else f'space {space!r}'} at {_url(listener)}", err=True)
    run(make_app(memories, Access(secret, space, any_space)), listener, log_requests=log_requests)


def _token(given: str | None, host: str) -> str:
    from kip.http.run import is_loopback

    token = os.environ.get("KIP_TOKEN") if given is None else given
    if token is not None and not token.strip():
        raise typer.BadParameter("It is blank.", param_hint="--token")
    if token is not None:
        return token.strip()
    if not is_loopback(host):
        raise typer.BadParameter(
            f"Others can reach {host}: choose a token, in KIP_TOKEN or --token.", param_hint="--host"
        )
    made = secrets.token_urlsafe(32)
    typer.echo(f"Token: {made}", err=True)
    return made


def _listen(host: str, port: int) -> socket:
    from kip.http.run import listen

    try:
        return listen(host, port)
    except OSError as error:
        raise typer.BadParameter(f"Can't listen on {host}:{port}: {error}", param_hint="--port") from error


def _memories(server: Server, timeout: float, reply_bytes: int) -> Memories:
    from kip.doors.memories import Memories
    from kip.doors.progress import in_lines
    from kip_engine.storage.settings import Limits

    limits = Limits(timeout=timeout, reply_bytes=reply_bytes)
    return Memories(server.uri, server.auth, limits, in_lines(lambda line: typer.echo(line, err=True)))


def _url(listener: socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/kip" if ":" in host else f"http://{host}:{port}/kip"
