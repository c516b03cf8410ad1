"""Keeps stdout for the protocol: whatever else is printed, by whichever library or child, goes to stderr."""

from __future__ import annotations

import os
import sys
from typing import TextIO


def claim_stdout() -> TextIO:
    """The one stream to this process's stdout.  From now on file descriptor 1 and `print` lead to stderr.

    Children inherit the diverted descriptor, and never the one that is returned.
    """
    sys.stdout.flush()
    wire = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return os.fdopen(wire, "w", encoding="utf-8", newline="\n")
