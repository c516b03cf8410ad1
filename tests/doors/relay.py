"""A line between client and server that can be cut at the worst moment."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress

# A Bolt message COMMIT: two bytes of length, an empty structure with the tag 0x12, the end of the message.
COMMIT = b"\x00\x02\xb0\x12\x00\x00"
# By then a commit that the server got is done.
COMMIT_SECONDS = 1.0


class Relay:
    """Relays TCP on a port of its own; once armed, cuts the line at the next COMMIT.

    Armed with "after" the server still gets it, with "before" it does not: the client can not tell.
    """

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.armed: str | None = None
        self.cuts = 0
        self._ends: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def close(self) -> None:
        """Cut all lines and take no more connections."""
        for end in (self._listener, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(10)
        for end in (self._listener, *self._ends):
            end.close()

    def _start(self, work: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._target)
                self._ends += [client, server]
                self._start(self._copy, client, server, True)
                self._start(self._copy, server, client, False)

    def _copy(self, source: socket.socket, target: socket.socket, outgoing: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if outgoing and self.armed and COMMIT in data:
                    self._cut(data, source, target)
                    return
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _cut(self, data: bytes, client: socket.socket, server: socket.socket) -> None:
        moment, self.armed = self.armed, None
        self.cuts += 1
        client.shutdown(socket.SHUT_RDWR)
        if moment == "after":
            server.sendall(data)
            time.sleep(COMMIT_SECONDS)
        server.shutdown(socket.SHUT_RDWR)
