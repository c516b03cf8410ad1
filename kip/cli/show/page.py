"""Why something is believed, drawn: a web page that needs nothing but itself."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any

from .beliefs import finite

if TYPE_CHECKING:
    from kip_engine.beliefs.explanation import Explanation


def why_page(explained: Explanation) -> str:
    """The explanation as an HTML document.

    Nothing in it is fetched, and no content of the memory can become markup or script: the data is inert
    JSON, what draws it sets text only, and the page's policy allows nothing but its own script and style.
    """
    from kip_engine.beliefs.explanation import REASONS

    data = {**explained.to_dict(), "reasons": dict(REASONS)}
    script, style = _read("why.js"), _read("why.css")
    return Template(_read("why.html")).substitute(
        title=html.escape(explained.belief.claim),
        script=script,
        style=style,
        script_digest=_digest(script),
        style_digest=_digest(style),
        data=json.dumps(_finite(data)).replace("<", "\\u003c"),
    )


def _read(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(inner) for inner in value]
    return finite(value)
