"""Element ids: `C:<opaque>` for concepts, `P:<opaque>:<predicate>` for links.

The opaque part is 24 base-32 digits: 48 bits of milliseconds, then 72 bits that start at random and count up
within a millisecond.  So ids sort by creation, are strictly increasing within a process, and two processes
don't meet.  The digits keep the order of the number (RFC 4648 extended hex), which Crockford's ULID does
too; a ULID is two digits longer for nothing that we need.
"""

from __future__ import annotations

import secrets
import threading
import time
from base64 import b32hexencode

_RANDOM_BITS = 72
_lock = threading.Lock()
_last = 0


def new_concept_id() -> str:
    """The id of a new concept, greater than every id made before in this process."""
    return f"C:{_opaque()}"


def new_link_id(predicate: str) -> str:
    """The id of a new link, greater than every id made before in this process."""
    return f"P:{_opaque()}:{predicate}"


def _opaque() -> str:
    return b32hexencode(_next().to_bytes(15, "big")).decode("ascii")


def _next() -> int:
    """The clock's number, or the last one plus one where the clock hasn't moved on (or went back)."""
    global _last
    now = time.time_ns() // 1_000_000 << _RANDOM_BITS
    with _lock:
        if now > _last:
            # The top random bit stays clear, so that counting up can't run into the next millisecond.
            _last = now | secrets.randbits(_RANDOM_BITS - 1)
        else:
            _last += 1
        return _last
