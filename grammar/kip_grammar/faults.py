"""How the layers of the parser report what is wrong, before the text is at hand to point into."""

from __future__ import annotations

from kip_grammar.errors import KipError


class Fault(Exception):
    """A `KipError` and the offset of what it is about; `parse` joins the two with the text."""

    def __init__(self, offset: int, message: str, hint: str = "", code: str = "KIP_1001") -> None:
        super().__init__(message)
        self.offset = offset
        self.error = KipError(code, message, hint=hint)

    def located(self, text: str) -> KipError:
        """The error with its position and excerpt in `text`."""
        return self.error.located(text, self.offset)


class CoarseFault(Fault):
    """A fault somewhere inside a short cut of the lexer; reading without short cuts finds the exact place."""
