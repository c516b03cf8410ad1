"""The command line, in this process for speed, or as a process at a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import kip
from kip.cli.commands import app

COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PHARMACY = """
UPSERT {
  CONCEPT ?drug { {type: "$ConceptType", name: "Drug"} SET ATTRIBUTES { description: "A medicine." } }
  CONCEPT ?symptom { {type: "$ConceptType", name: "Symptom"} }
  CONCEPT ?treats { {type: "$PropositionType", name: "treats"} }
  CONCEPT ?fever { {type: "Symptom", name: "Fever"} }
  CONCEPT ?aspirin {
    {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { risk: 2 } SET PROPOSITIONS { ("treats", ?fever) }
  }
  CONCEPT ?other { {type: "Drug", name: "Ibuprofen"} SET ATTRIBUTES { risk: 3 } }
}
"""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended, and what it wrote, colours apart."""

    code: int
    out: str
    err: str


class Kip:
    """Runs `kip` on one space."""

    def __init__(self, space: str) -> None:
        self.space = space

    def __call__(self, *arguments: str, text: str | None = None) -> Result:
        """Run in this process, with stdout a pipe."""
        return CliRunner(env={"KIP_SPACE": self.space}).invoke(app, arguments, input=text)

    def json(self, *arguments: str, text: str | None = None) -> Any:
        """The JSON that a run that succeeds answers with."""
        ended = self(*arguments, text=text)
        assert ended.exit_code == 0, ended.stderr
        return json.loads(ended.stdout)

    def at_terminal(self, *arguments: str) -> Ended:
        """Run as a process whose stdout is a terminal."""
        ours, theirs = pty.openpty()
        read: list[str] = []
        reader = threading.Thread(target=_read_all, args=(ours, read))
        reader.start()
        environment = {**os.environ, "KIP_SPACE": self.space, "COLUMNS": "100"}
        command = [sys.executable, "-c", "from kip.cli.app import main; main()", *arguments]
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=theirs,
                stderr=subprocess.PIPE,
                env=environment,
                text=True,
            )
        finally:
            os.close(theirs)
            reader.join()
            os.close(ours)
        return Ended(done.returncode, COLOURS.sub("", "".join(read)), COLOURS.sub("", done.stderr))


def _read_all(terminal: int, into: list[str]) -> None:
    """Read until the other end is closed, which Linux reports as an error."""
    try:
        while data := os.read(terminal, 65_536):
            into.append(data.decode(errors="replace").replace("\r\n", "\n"))
    except OSError:
        return


@pytest.fixture
def run_kip(server: None, space: str) -> Iterator[Kip]:
    """`kip` in a memory of its own, in which Aspirin treats Fever."""
    with kip.connect(space=space) as client:
        client.execute(PHARMACY)
    yield Kip(space)
    if space in kip.spaces():
        kip.drop_space(space)
