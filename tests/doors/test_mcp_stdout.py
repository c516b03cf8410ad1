"""Nothing but JSON-RPC reaches the stdout of `kip mcp`, whatever libraries and children print."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import kip

# A `kip mcp` in a process where libraries print: when they are imported and, in a thread, ever after; in
# Python, straight to the file descriptor, and in a child.
NOISY = """
import os, subprocess, sys, threading, time

def noise():
    while True:
        print("NOISE print")
        os.write(1, b"NOISE fd\\n")
        sys.__stdout__.write("NOISE __stdout__\\n")
        sys.__stdout__.flush()
        time.sleep(0.01)

class Finder:
    def find_spec(self, name, path, target=None):
        if name == "mcp":
            subprocess.run([sys.executable, "-c", "print('NOISE child')"])
            threading.Thread(target=noise, daemon=True).start()

from kip.cli.app import main
sys.meta_path.insert(0, Finder())
sys.argv = ["kip", "mcp", "--space", sys.argv[1]]
main()
"""


def test_stdout_is_for_the_protocol_alone(
    client: kip.Client, environment: dict[str, str], space: str
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", NOISY, space],
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    lines = []
    for message in conversation():
        process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
        if "id" in message:
            lines.append(process.stdout.readline())
    rest, noise = process.communicate(timeout=60)
    assert rest == ""
    answers = [json.loads(line) for line in lines]
    assert [answer["id"] for answer in answers] == [1, 2, 3]
    assert all(answer["jsonrpc"] == "2.0" for answer in answers)
    assert {"NOISE print", "NOISE fd", "NOISE child", "NOISE __stdout__"} <= set(noise.splitlines())
    assert process.returncode == 0


def conversation() -> list[dict[str, Any]]:
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}
    ask = {"name": "execute_kip", "arguments": {"command": "DESCRIBE DOMAINS"}}
    return [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
        {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": ask},
    ]
