"""KIP errors: what every layer raises and every caller sees.

A KIP error is part of the interface (SPECIFICATION.md, Appendix 4): a code, what was wrong, where, and
what to do about it.  The lowest layer owns the type so that every layer above can raise it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

ERROR_NAMES: dict[str, str] = {
    "KIP_1001": "InvalidSyntax",
    "KIP_1002": "InvalidIdentifier",
    "KIP_2001": "TypeMismatch",
    "KIP_2002": "ConstraintViolation",
    "KIP_2003": "InvalidValueType",
    "KIP_3001": "ReferenceError",
    "KIP_3002": "NotFound",
    "KIP_3003": "DuplicateExists",
    "KIP_3004": "ImmutableTarget",
    "KIP_3005": "VersionConflict",
    "KIP_4001": "ExecutionTimeout",
    "KIP_4002": "ResourceExhausted",
    "KIP_4003": "InternalError",
}


def printable(text: str) -> str:
    """`text` with a replacement for each character that a terminal or an encoder might choke on."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a command's text.  `line` and `column` count from 1, `offset` from 0, in code points."""

    line: int
    column: int
    offset: int

    @classmethod
    def at(cls, text: str, offset: int) -> Position:
        """The position of `offset` (clipped to the text) in `text`."""
        offset = max(0, min(offset, len(text)))
        line_start = text.rfind("\n", 0, offset) + 1
        return cls(text.count("\n", 0, offset) + 1, offset - line_start + 1, offset)

    def caret(self, text: str, width: int = 78) -> str:
        """The line of `text` this position is on, cut to about `width`, and a caret under the place."""
        line = text.split("\n")[self.line - 1].rstrip("\r").replace("\t", " ")
        start = max(0, min(self.column - 1 - width // 2, len(line) - width))
        return f"{printable(line[start : start + width])}\n{' ' * (self.column - 1 - start)}^"


class KipError(Exception):
    """A failed KIP command.

    `code` is one of `ERROR_NAMES`; `message` says what was wrong, `hint` what to do, `position` where in the
    command's text (None where no place is to blame), `excerpt` shows that line with a caret under the place.
    `detail` is a short code for programs where one KIP code covers several cases, such as `bad_tier`, or "".
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        hint: str = "",
        position: Position | None = None,
        excerpt: str = "",
        detail: str = "",
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.hint = hint
        self.position = position
        self.excerpt = excerpt
        self.detail = detail

    @property
    def name(self) -> str:
        """The error's name in Appendix 4, such as `InvalidSyntax`."""
        return ERROR_NAMES[self.code]

    def located(self, text: str, offset: int) -> KipError:
        """This error with its place in `text` filled in, unless it already has one."""
        if self.position is None:
            self.position = Position.at(text, offset)
            self.excerpt = self.position.caret(text)
        return self

    def to_dict(self) -> dict[str, Any]:
        """The `error` object of a response (section 6.2.1), JSON-ready."""
        error: dict[str, Any] = {"code": self.code, "name": self.name, "message": self.message}
        if self.hint:
            error["hint"] = self.hint
        if self.detail:
            error["detail"] = self.detail
        if self.position is not None:
            error["position"] = {"line": self.position.line, "column": self.position.column}
            error["excerpt"] = self.excerpt
        return error
