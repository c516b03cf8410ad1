"""A KIP error: what it is, where it is, what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from .console import console, harmless


def show_error(error: Mapping[str, Any]) -> None:
    """Print the `error` object of a response on stderr."""
    console(stderr=True).print(error_text(error), soft_wrap=True)


def error_text(error: Mapping[str, Any]) -> Text:
    """The error with its excerpt and hint, styled."""
    text = Text.assemble(
        (str(error["code"]), "bold red"),
        " ",
        (str(error["name"]), "red"),
        ": ",
        harmless(str(error["message"])),
    )
    if "excerpt" in error:
        text.append("\n\n").append_text(_excerpt(error["excerpt"], error["position"])).append("\n")
    if "hint" in error:
        text.append("\n").append("Hint: ", "bold").append(harmless(str(error["hint"])))
    return text


def _excerpt(excerpt: str, position: Mapping[str, int]) -> Text:
    """The line at fault with its number in the margin, and the caret below."""
    line, caret = excerpt.split("\n")
    margin = str(position["line"])
    return Text.assemble(
        (f"  {margin} │ ", "dim"), line, (f"\n  {' ' * len(margin)} │ ", "dim"), (caret, "bold red")
    )
