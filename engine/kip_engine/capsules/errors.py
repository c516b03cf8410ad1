"""What an import fails with: the error of one statement, placed in the whole capsule."""

from __future__ import annotations

from dataclasses import dataclass

from kip_grammar.errors import KipError, Position


@dataclass(frozen=True, slots=True)
class Place:
    """Where a statement begins in the stream: line and column from 1, offset from 0."""

    line: int = 1
    column: int = 1
    offset: int = 0

    def after(self, text: str) -> Place:
        """The place behind `text`, which begins here."""
        newline = text.rfind("\n")
        column = self.column + len(text) if newline < 0 else len(text) - newline
        return Place(self.line + text.count("\n"), column, self.offset + len(text))

    def shift(self, position: Position) -> Position:
        """A position inside the statement as a position in the stream."""
        column = position.column + (self.column - 1 if position.line == 1 else 0)
        return Position(self.line + position.line - 1, column, self.offset + position.offset)


class CapsuleError(KipError):
    """A statement of a capsule failed: code and message are its own, the position is in the whole capsule.

    `applied` says how many statements before it are in the memory, each of them whole.
    """

    def __init__(self, cause: KipError, place: Place, applied: int) -> None:
        kept = f"The {applied} statements before it were applied" if applied else "Nothing was applied"
        super().__init__(
            cause.code,
            cause.message,
            hint=f"{cause.hint} {kept}; correct the capsule and import it again: what is there already "
            "stays as it is.".lstrip(),
            position=place.shift(cause.position or Position(1, 1, 0)),
            excerpt=cause.excerpt,
        )
        self.applied = applied
