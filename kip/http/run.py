"""Runs the application on a socket until it is told to stop."""

from __future__ import annotations

import ipaddress
import socket

import uvicorn
from starlette.applications import Starlette

# How long requests that are being answered may take when the server is told to end.
GRACE_SECONDS = 10


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach `host`."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one.  Raises OSError if the address can't be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=128)


def run(app: Starlette, listener: socket.socket, *, log_requests: bool) -> None:
    """Serve `app` until SIGINT or SIGTERM; requests that are being answered are finished first."""
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="info" if log_requests else "warning",
        access_log=log_requests,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    uvicorn.Server(config).run(sockets=[listener])
