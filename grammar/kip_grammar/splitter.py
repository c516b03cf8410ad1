"""From the stream of a capsule's text to its statements, holding one statement at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_REFILL = 64 * 1024
_UPSERT = "UPSERT"
# A string ends with its line at the latest: a lost quote spoils one statement, not the rest of the stream.
_COMMON = r'"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+(?:["\n]|\\\n)?+|(?P<comment>//[^\n]*+)'
_BRACKETS = r"|(?P<open>[(\[{])|(?P<close>[)\]}])"
_INSIDE = re.compile(_COMMON + _BRACKETS)
_OUTSIDE = re.compile(rf'{_COMMON}{_BRACKETS}|(?P<word>[A-Za-z_0-9?:$]++)|[^ \t\r\n"]')


class StatementText(NamedTuple):
    """One statement of a stream; `line` is the number of its first line there, from 1."""

    text: str
    line: int


def split_statements(chunks: Iterable[str]) -> Iterator[StatementText]:
    """The statements of the text that `chunks` make up, cut before every UPSERT outside of brackets.

    Comments before a statement belong to it.  The texts together are the whole stream: what is no UPSERT, or
    is cut short, comes along for `parse` to complain about.  Blank text and comments alone yield nothing.
    """
    splitter = _Splitter()
    for piece in _pieces(chunks, splitter):
        yield from splitter.feed(piece)
    yield from splitter.finish()


def _pieces(chunks: Iterable[str], splitter: _Splitter) -> Iterator[str]:
    """The chunks, joined until they are worth a scan."""
    held: list[str] = []
    size = 0
    for chunk in chunks:
        held.append(chunk)
        size += len(chunk)
        if size >= splitter.wanted:
            yield "".join(held)
            held, size = [], 0
    yield "".join(held)


class _Splitter:
    """The text not yet yielded, and how far into it the scan has come."""

    def __init__(self) -> None:
        self.wanted = _REFILL
        self._buffer = ""
        self._line = 1
        self._position = 0
        self._depth = 0
        self._end = 0  # of the last thing in the buffer that is no blank and no comment

    def feed(self, piece: str) -> Iterator[StatementText]:
        """The statements that end within `piece`."""
        self._buffer += piece
        yield from self._statements(complete=False)
        # What the buffer holds back is joined and scanned again: growing with it keeps the total linear.
        self.wanted = max(_REFILL, len(self._buffer) // 2)

    def finish(self) -> Iterator[StatementText]:
        """The statements left at the end of the stream."""
        yield from self._statements(complete=True)
        if self._end:
            yield self._cut(len(self._buffer))

    def _statements(self, complete: bool) -> Iterator[StatementText]:
        while match := self._landmark():
            bracket = match.lastgroup in ("open", "close")
            if match.end() == len(self._buffer) and not complete and not bracket:
                return  # it may go on in the next piece
            end = match.end()
            if self._end and not self._depth and match[0] == _UPSERT:
                end -= self._end
                yield self._cut(self._end)
            self._note(match.lastgroup, end)

    def _landmark(self) -> re.Match[str] | None:
        match = (_INSIDE if self._depth else _OUTSIDE).search(self._buffer, self._position)
        if match is None:  # nothing to see up to the end, where half of a // may stand
            self._position = len(self._buffer) - self._buffer.endswith("/")
        return match

    def _note(self, kind: str | None, end: int) -> None:
        if kind == "open":
            self._depth += 1
        elif kind == "close":
            self._depth = max(0, self._depth - 1)
        if kind != "comment":
            self._end = end
        self._position = end

    def _cut(self, end: int) -> StatementText:
        """The buffer up to `end`, which leaves it."""
        text, self._buffer = self._buffer[:end], self._buffer[end:]
        statement = StatementText(text, self._line)
        self._line += text.count("\n")
        self._end = 0
        return statement
