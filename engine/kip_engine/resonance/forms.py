"""Forms: texts known by their exact bytes.

A form is UTF-8 text with one identity: equal bytes are the same form.  Its *canonical key* (NFKC, lower case,
inner runs of white space as one space, white space at the edges kept) tells which forms differ in spelling
only; its *plain key*, without accents, punctuation and blanks, which are the same to somebody in a hurry.
"""

from __future__ import annotations

import re
import unicodedata
from hashlib import sha256
from typing import Any

from kip_cypher.values import check_scalar
from kip_grammar.errors import KipError

MAX_BYTES = 1_048_576

_INNER_SPACE = re.compile(r"(?<=\S)\s+(?=\S)")
_MARKS = ".,;:!?…'\"`´()\\[\\]{}¡¿‘’‚‛“”„‟«»‹›،؛؟।。、「」『』《》【】〈〉・"
_MARK = re.compile(f"[{_MARKS}]")
_SPOKEN = re.compile(rf"(?<!\d)[{_MARKS}]+|[{_MARKS}]+(?!\d)")
_ACCENT = re.compile("[\u0300-\u036f]")
_BLANK = re.compile(r"(?<!\d)\s+|\s+(?!\d)")
_HYPHEN = re.compile(r"(?<=[^\W\d])[-‐‑–—](?=[^\W\d])|(?<=\s)[-–—]+(?=\s)")


def text_of(value: Any) -> str:
    """The form `value` (str, or bytes in UTF-8) as text.

    Raises KIP_2003 for anything else: other types, bytes or surrogates that aren't UTF-8, NUL, empty text,
    and text of more than `MAX_BYTES`.
    """
    text = _decoded(value)
    check_scalar(text)
    if 0 < len(text.encode()) <= MAX_BYTES:
        return text
    raise KipError(
        "KIP_2003",
        f"A form is text of 1 to {MAX_BYTES} bytes; this one has {len(text.encode())}.",
        hint="Teach a long text in pieces, each with what it leads to.",
    )


def askable(value: Any) -> str | None:
    """`value` as a text that might have been learned, or None if it can't have been.

    Raises KIP_2003 if it is neither text nor bytes.
    """
    if not isinstance(value, (str, bytes)):
        raise _no_text(value)
    try:
        return text_of(value)
    except KipError:
        return None


def canonical(text: str) -> str:
    """The canonical key of `text`."""
    return _INNER_SPACE.sub(" ", unicodedata.normalize("NFKC", text).lower())


def plain(text: str) -> str:
    """The plain key of `text`: canonical, without accents, nor marks and blanks except between digits."""
    return _BLANK.sub("", _SPOKEN.sub("", _HYPHEN.sub(" ", folded(canonical(text)))))


def folded(text: str) -> str:
    """`text` without the accents of Latin, Greek and Cyrillic letters, which are often left out in asking."""
    if text.isascii():
        return text
    bare = _ACCENT.sub("", unicodedata.normalize("NFD", text.casefold()))
    return unicodedata.normalize("NFC", bare)


def is_silent(character: str) -> bool:
    """Whether `character` is white space or punctuation that a plain key leaves out."""
    return character.isspace() or _MARK.match(character) is not None


def digest(text: str) -> str:
    """SHA-256 of the bytes of `text`, in hex."""
    return sha256(text.encode()).hexdigest()


def _decoded(value: Any) -> str:
    if isinstance(value, str):
        return value
    if not isinstance(value, bytes):
        raise _no_text(value)
    try:
        return value.decode()
    except UnicodeDecodeError as error:
        raise KipError(
            "KIP_2003",
            f"A form is UTF-8 text; byte {error.start} of this one is not.",
            hint="Decode the text first, or leave binary data out of memory.",
        ) from None


def _no_text(value: Any) -> KipError:
    return KipError(
        "KIP_2003", f"A form is text or UTF-8 bytes, not {type(value).__name__}.", hint="Pass a string."
    )
