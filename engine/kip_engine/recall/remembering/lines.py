"""What was said, read from JSON lines: who, when and what, and where it stood."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NoReturn

from kip_cypher.values import check_scalar
from kip_grammar.errors import KipError

from .times import instant

_EXAMPLE = '{"speaker": "Ada", "time": "2026-05-01T09:30:00Z", "text": "The launch is on Friday."}'
_DIGEST_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Line:
    """One utterance: `number` counts the lines of its source from 1, `time` is ISO 8601 in UTC.

    `access_level` is "private" for what only those who took part may be told.
    """

    number: int
    text: str
    speaker: str | None = None
    time: str | None = None
    access_level: str | None = None


def read_lines(source: str | Iterable[str | Mapping[str, Any]]) -> list[Line]:
    """The utterances in `source`: text of JSON lines, or an iterable of such lines or of their objects.

    Each is `{"speaker": …, "time": …, "text": …}`; speaker and time may be missing, `access_level` may be
    there, other keys are ignored and blank lines count but say nothing.  Raises KIP_1001 for what is no JSON
    object, KIP_2003 for values of the wrong kind; the message names the line.
    """
    lines = source.split("\n") if isinstance(source, str) else source
    if not isinstance(lines, Iterable) or isinstance(lines, (bytes, bytearray, Mapping)):
        raise KipError(
            "KIP_2003",
            f"{type(source).__name__} is no lines of a conversation.",
            hint=f"Give lines as {_EXAMPLE}",
        )
    return [line for number, given in enumerate(lines, 1) if (line := _line(number, given)) is not None]


def digest(lines: Iterable[Line]) -> str:
    """What names a conversation that has no name: equal for equal utterances on equal lines."""
    whole = sha256()
    for line in lines:
        spelled = [line.number, line.speaker, line.time, line.text, *filter(None, [line.access_level])]
        whole.update(json.dumps(spelled, separators=(",", ":")).encode() + b"\n")
    return whole.hexdigest()[:_DIGEST_DIGITS]


def _line(number: int, given: Any) -> Line | None:
    if isinstance(given, str):
        text = given.removeprefix("\ufeff") if number == 1 else given
        if not text.strip():
            return None
        given = _decoded(number, text)
    if not isinstance(given, Mapping):
        raise _wrong("KIP_1001", number, "is no JSON object")
    try:
        level = _optional(given, "access_level")
        return Line(number, _text(given), _optional(given, "speaker"), instant(given.get("time")), level)
    except KipError as error:
        raise _wrong(error.code, number, error.message[:1].lower() + error.message[1:]) from None


def _decoded(number: int, text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise _wrong("KIP_1001", number, "is no JSON") from None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def _text(given: Mapping[str, Any]) -> str:
    text = given.get("text")
    if not isinstance(text, str):
        raise KipError("KIP_2003", "has no `text`, or one that is no string")
    return str(check_scalar(text))


def _optional(given: Mapping[str, Any], key: str) -> str | None:
    value = given.get(key)
    if value is None:
        return None
    if not isinstance(value, str):
        raise KipError("KIP_2003", f"has a `{key}` that is no string")
    return str(check_scalar(value.strip())) or None


def numbered(lines: Iterable[Line]) -> Iterator[tuple[Line | None, Line]]:
    """Each line with the one before it."""
    before: Line | None = None
    for line in lines:
        yield before, line
        before = line


def _wrong(code: str, number: int, what: str) -> KipError:
    return KipError(code, f"Line {number} {what.rstrip('.')}.", hint=f"Write each line as {_EXAMPLE}")
