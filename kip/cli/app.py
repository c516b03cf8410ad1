"""The entry point: whatever happens to the process, it ends with a code and at most a line.

Nothing but the standard library's lightest is imported here, so that an interrupt during the imports is
answered like any other.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

FAILED = 1
INTERRUPTED = 130


def main() -> None:
    """Run `kip` with the arguments of the process."""
    with _quick_to_leave():
        from .commands import app
    try:
        try:
            app()
        finally:
            sys.stdout.flush()  # while there is someone to tell that it failed
    except OSError as error:
        _tell(error)
        sys.exit(FAILED)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _tell(error: OSError) -> None:
    """One line about a full disk, a closed pipe, a file that can't be opened."""
    place = "" if error.filename is None else f"{error.filename}: "
    with suppress(OSError):
        sys.stderr.write(f"Error: {place}{error.strerror or error}.\n")
    # What is left unwritten would fail again, and be told, when the process ends.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def _quick_to_leave() -> Iterator[None]:
    """While modules are imported Ctrl-C ends the process at once: there is nothing yet to put in order."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is not signal.default_int_handler:  # whoever started us wants no interrupts, or their own
        yield
        return
    signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    yield
    signal.signal(signal.SIGINT, handler)
