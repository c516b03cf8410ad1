"""`kip serve` as a process, and what is sent to it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

KIP = str(Path(sys.executable).with_name("kip"))
TOKEN = "a-token-for-tests"


class Door:
    """A running `kip serve`."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self.process = process
        self.netloc = urlsplit(url).netloc

    def send(
        self,
        body: bytes | str,
        *,
        path: str = "/kip",
        method: str = "POST",
        token: str | None = TOKEN,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers (in lower case) and body of the answer."""
        sent = {"Content-Type": "application/json", **(headers or {})}
        if token is not None:
            sent.setdefault("Authorization", f"Bearer {token}")
        connection = HTTPConnection(self.netloc, timeout=60)
        try:
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def post(self, message: Any, **options: Any) -> tuple[int, Any]:
        """Status and decoded body of the answer to `message`."""
        status, _, body = self.send(json.dumps(message), **options)
        return status, json.loads(body) if body else None


def start_serving(environment: dict[str, str], *arguments: str) -> Door:
    """A `kip serve` on a free port."""
    process = subprocess.Popen(
        [KIP, "serve", "--port", "0", *arguments],
        env={**os.environ, "KIP_TOKEN": TOKEN, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    line = process.stderr.readline()
    assert " at http://" in line, line + process.stderr.read()
    return Door(process, line.split(" at ")[1].strip())


def stop(process: subprocess.Popen[str]) -> tuple[str, str]:
    """End `process` as a service manager does; what it printed."""
    process.send_signal(signal.SIGTERM)
    return process.communicate(timeout=30)
