"""Text as it can be sent and stored."""

from __future__ import annotations


def clean(text: str) -> str:
    """`text` with a replacement for halves of characters and NULs, which no database takes."""
    return text.encode("utf-8", "replace").decode().replace("\x00", "\ufffd")
