"""A line between client and server that can be cut at the worst moment."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

# A Bolt message COMMIT: two bytes of length, an empty structure with the tag 0x12, the end of the message.
COMMIT = b"\x00\x02\xb0\x12\x00\x00"


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
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Take no more connections."""
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._target)
                for source, target, outgoing in ((client, server, True), (server, client, False)):
                    arguments = (source, target, outgoing)
                    threading.Thread(target=self._copy, args=arguments, daemon=True).start()

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
            server.recv(65536)
        server.close()
