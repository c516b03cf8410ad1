"""Headless Chromium, driven over the DevTools protocol: just enough to use a page as a person does."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import websocket

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1400,1000",
    "--remote-debugging-port=0",
)
NAMES = ("chromium", "chromium-browser", "google-chrome")
START_SECONDS = 60.0
WAIT_SECONDS = 60.0


class Page:
    """One tab.  `connections` maps ids to the URLs of the requests and WebSockets the page could open."""

    def __init__(self, socket: websocket.WebSocket) -> None:
        self._socket = socket
        self._sent = 0
        self.connections: dict[str, str] = {}
        for domain in ("Page", "Runtime", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send one DevTools command and return its result, taking note of events that arrive before it."""
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": parameters}))
        while True:  # the socket's timeout bounds it
            message = json.loads(self._socket.recv())
            if message.get("id") == self._sent:
                assert "error" not in message, message
                result: dict[str, Any] = message["result"]
                return result
            self._note(message)

    def _note(self, event: dict[str, Any]) -> None:
        match event:
            case {
                "method": "Network.requestWillBeSent",
                "params": {"requestId": ident, "request": {"url": url}},
            }:
                self.connections[ident] = url
            case {"method": "Network.webSocketCreated", "params": {"requestId": ident, "url": url}}:
                self.connections[ident] = url
            case {"method": "Network.loadingFailed", "params": {"requestId": ident, "blockedReason": "csp"}}:
                self.connections.pop(ident, None)

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript `expression` in the page."""
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def wait_for(self, expression: str) -> Any:
        """The first true value of a JavaScript `expression`; fails after a minute."""
        deadline = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < deadline:
            if value := self.evaluate(expression):
                return value
            time.sleep(0.1)
        raise AssertionError(f"the page never showed {expression}; it shows:\n{self.text()}")

    def text(self) -> str:
        """What the page shows, as text."""
        return str(self.evaluate("document.body.innerText"))

    def open(self, url: str) -> None:
        """Go to `url`."""
        self.call("Page.navigate", url=url)

    def type(self, text: str) -> None:
        """Type `text` into whatever has the focus."""
        self.call("Input.insertText", text=text)

    def press_enter(self, *, control: bool = False) -> None:
        """Press the Enter key, with Control held if `control`."""
        key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "modifiers": 2 if control else 0}
        self.call("Input.dispatchKeyEvent", type="keyDown", text="" if control else "\r", **key)
        self.call("Input.dispatchKeyEvent", type="keyUp", **key)

    def screenshot(self, file: Path) -> None:
        """Save what the page looks like as a PNG."""
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))


def _executable() -> str:
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    assert found, "this test needs Chromium: run scripts/install_chromium"
    return found


def _debugging_port(profile: Path) -> int:
    file = profile / "DevToolsActivePort"
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if file.exists() and (lines := file.read_text().splitlines()):
            return int(lines[0])
        time.sleep(0.05)
    raise AssertionError("Chromium did not start")


def _new_tab(port: int) -> str:
    request = Request(f"http://127.0.0.1:{port}/json/new?about:blank", method="PUT")
    with urlopen(request, timeout=START_SECONDS) as answer:
        return str(json.load(answer)["webSocketDebuggerUrl"])


@contextmanager
def chromium_page(profile: Path) -> Iterator[Page]:
    """A tab of a new headless Chromium with the new, empty folder `profile`; ended with the block."""
    command = [_executable(), *FLAGS, f"--user-data-dir={profile}", "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        url = _new_tab(_debugging_port(profile))
        socket = websocket.create_connection(url, timeout=WAIT_SECONDS, suppress_origin=True)
        try:
            yield Page(socket)
        finally:
            socket.close()
    finally:
        process.terminate()
        process.wait(START_SECONDS)
