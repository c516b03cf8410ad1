"""What namespaces and actors are named by."""

from __future__ import annotations

import re
from typing import Any

from .complaints import invalid
from .parameters import check_text

LOCAL = "local"
MAX_NAMESPACE = 256
_NAMESPACE = re.compile(r"[A-Za-z0-9_.\-]+(:[A-Za-z0-9_.\-]+)*\Z", re.ASCII)


def check_namespace(given: Any) -> str:
    """`given` if it can name a namespace.  Raises KIP_2003 (`bad_namespace`)."""
    if isinstance(given, str) and len(given) <= MAX_NAMESPACE and _NAMESPACE.match(given):
        return given
    raise invalid(
        "bad_namespace",
        f"{given!r:.80} can't name a namespace.",
        f"Letters, digits and _.- in segments joined by colons, at most {MAX_NAMESPACE} bytes: team:alice.",
    )


def check_actor(given: Any) -> str | None:
    """`given` as the identity of a caller: nobody if it is absent or blank.  Raises KIP_2003."""
    if given is None or (isinstance(given, str) and not given.strip()):
        return None
    return check_text("actor", given)
