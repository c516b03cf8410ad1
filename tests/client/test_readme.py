"""What the README shows is what happens."""

from __future__ import annotations

import re
import uuid
from pathlib import Path
from typing import Any

import pytest

import kip

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
EXAMPLES = [block for block in re.findall(r"```python\n(.*?)```", README, re.S) if "print(" in block]
PROMISE = re.compile(r"print\(.*\)  # (.*)")


def promised(example: str) -> list[str]:
    """The comments beside `print`: what is printed, and perhaps a remark on it."""
    return PROMISE.findall(example)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_prints_what_it_says(
    example: str, neo4j_connection: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    uri, auth, database = neo4j_connection
    names: list[str] = []
    real = kip.connect

    def connect_to_tests(space: str) -> kip.Client:
        names.append(f"{space}-{uuid.uuid4()}")
        return real(uri, auth=auth, database=database, space=names[-1])

    monkeypatch.setattr(kip, "connect", connect_to_tests)
    try:
        exec(compile(f"import kip\n{example}", "README.md", "exec"), {})
    finally:
        for name in names:
            kip.drop_space(name, uri, auth=auth, database=database)
    printed = capsys.readouterr().out.splitlines()
    says = promised(example)
    assert printed
    assert len(printed) == len(says)
    for line, comment in zip(printed, says, strict=True):
        assert comment.startswith(line), (line, comment)
