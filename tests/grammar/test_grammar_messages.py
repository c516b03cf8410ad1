"""Whole error messages, as snapshots in messages/*.txt: the command, a line of dashes, the error."""

from __future__ import annotations

from pathlib import Path

import pytest

from kip_grammar import KipError, parse

SNAPSHOTS = sorted((Path(__file__).parent / "messages").glob("*.txt"))
RULE = "-" * 40


def rendered(text: str) -> str:
    """The error of `text` as a person reads it."""
    with pytest.raises(KipError) as caught:
        parse(text)
    error = caught.value
    assert error.position is not None
    lines = [f"{error.code} at line {error.position.line}, column {error.position.column}: {error.message}"]
    lines += [error.excerpt, f"Hint: {error.hint}" if error.hint else "(no hint)"]
    return "\n".join(lines)


@pytest.mark.parametrize("path", SNAPSHOTS, ids=lambda path: path.stem)
def test_message(path: Path, update: bool) -> None:
    text, _, expected = path.read_text(encoding="utf-8").partition(f"\n{RULE}\n")
    text = text.removesuffix("\n") if not expected else text
    got = rendered(text)
    if update:
        path.write_text(f"{text}\n{RULE}\n{got}\n", encoding="utf-8")
    else:
        assert got == expected.removesuffix("\n")
