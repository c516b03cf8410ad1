"""JSON values and KIP elements as short styled text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from rich.text import Text

from .console import harmless, on_one_line

LONGEST = 160
SAYS_MOST = ("description", "content_summary", "persona")


def is_element(value: Any) -> TypeGuard[Mapping[str, Any]]:
    """Whether `value` is a whole concept or link, not just an object among the attributes."""
    return isinstance(value, Mapping) and {"id", "attributes", "metadata"} <= value.keys()


def value_text(value: Any) -> Text:
    """Any value of an answer, for a table's cell."""
    if is_element(value):
        return element_text(value)
    if value is None:
        return Text("null", "dim")
    if isinstance(value, bool):
        return Text(str(value).lower(), "magenta")
    if isinstance(value, (int, float)):
        return Text(number(value), "cyan")
    return Text(plain(value))


def number(value: float) -> str:
    """A number without the noise of binary fractions."""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def plain(value: Any) -> str:
    """A string as it is, lists of strings joined, anything else as JSON."""
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return harmless(", ".join(value))
    return harmless(json.dumps(value, ensure_ascii=False))


def element_text(element: Mapping[str, Any]) -> Text:
    """`Drug Aspirin`, and its attributes below."""
    text = title(element)
    for key, value in sorted(element["attributes"].items(), key=_rank):
        if value not in (None, [], {}):
            text.append("\n").append(f"{on_one_line(key)}: ", "dim").append(shortened(plain(value)))
    return text


def _rank(attribute: tuple[str, Any]) -> bool:
    """Sorts what says most of an element to the front and leaves the rest in its order."""
    return attribute[0] not in SAYS_MOST


def title(element: Mapping[str, Any]) -> Text:
    """What an element is called: type and name, or predicate and the ids of its ends."""
    if "predicate" in element:
        return Text.assemble(
            (on_one_line(element["subject"]), "dim"),
            " ",
            (on_one_line(element["predicate"]), "bold green"),
            " ",
            (on_one_line(element["object"]), "dim"),
        )
    return Text.assemble((element["type"], "green"), " ", (on_one_line(element["name"]), "bold"))


def shortened(text: str) -> str:
    """The first line of `text`, cut to `LONGEST`."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def outline(value: Any, indent: str = "") -> Iterator[str]:
    """An object or list as indented lines, for answers that are read rather than scanned."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _entry(f"{indent}{on_one_line(key)}:", inner, indent)
    elif isinstance(value, list):
        for item in value:
            yield from _entry(f"{indent}-", item, indent)
    else:
        yield indent + _scalar(value)


def _entry(head: str, value: Any, indent: str) -> Iterator[str]:
    if isinstance(value, (Mapping, list)) and value and not _short(value):
        yield head
        yield from outline(value, indent + "  ")
    else:
        yield f"{head} {_scalar(value)}"


def _short(value: Any) -> bool:
    inner = value.values() if isinstance(value, Mapping) else value
    nested = any(isinstance(item, (Mapping, list)) for item in inner)
    return not nested and len(_scalar(value)) <= LONGEST // 2


def _scalar(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{on_one_line(key)}: {_scalar(inner)}" for key, inner in value.items()) or "{}"
    return plain(value) if value != [] else "[]"
