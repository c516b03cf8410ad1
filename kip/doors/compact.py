"""Responses as text on the wire."""

from __future__ import annotations

import json
from typing import Any


def compact(data: Any) -> str:
    """`data` as JSON without spaces, which can always be encoded: broken Unicode is written in escapes."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(data, separators=(",", ":"))
    return text
