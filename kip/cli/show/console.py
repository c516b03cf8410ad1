"""Where everything for people is printed: nothing of a memory's content can command the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

# Control characters but tab and line break, half of a surrogate pair, line separators, and what turns the
# direction of writing around.  Joiners and direction marks are part of how scripts are written.
_COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u2028-\u202e\u2066-\u2069]")
_BREAKS = re.compile("[\t\n]")


def harmless(text: str) -> str:
    """`text` with what would command a terminal in JSON's escapes; tabs and line breaks are kept."""
    return _COMMANDS.sub(_escape, text)


def on_one_line(text: str) -> str:
    """`text` as one harmless line, as names are shown."""
    return harmless(_BREAKS.sub(_escape, text))


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


class HarmlessConsole(Console):
    """A console that escapes what slips through to it."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The segments of `renderable`, their text harmless."""
        for segment in super().render(renderable, options):
            if segment.control or not _COMMANDS.search(segment.text):
                yield segment
            else:
                yield Segment(harmless(segment.text), segment.style)


def console(**options: Any) -> Console:
    """A console on stdout, or with `stderr=True` on stderr."""
    return HarmlessConsole(**options)
