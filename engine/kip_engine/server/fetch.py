"""Bring the locked jars into the cache: verified, side by side, and whole or not at all.

A jar appears under its name only once its SHA-256 matched, so an interrupted fetch goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from filelock import FileLock

from kip_grammar.errors import KipError

from .download import Downloader
from .failures import unavailable
from .locked import LockedJar
from .maven import fetch_with_maven
from .paths import make_private
from .progress import Progress, ProgressCallback
from .repositories import local_repository

PARALLEL = 8
FETCH_LOCK_SECONDS = 1800.0


def matches(jar: LockedJar, path: Path) -> bool:
    """Whether the file at `path` is `jar`, byte for byte."""
    try:
        if path.stat().st_size != jar.size:
            return False
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == jar.sha256
    except OSError:
        return False


@contextmanager
def placed(jar: LockedJar, target: Path) -> Iterator[Path]:
    """A temporary path to write `jar` to; afterwards it is verified and moved to `target`, or removed.

    Raises KIP_4003 if what was written is not what the lock names.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_suffix(".part")  # one process fetches at a time
    try:
        yield temporary
        if not matches(jar, temporary):
            raise unavailable(
                f"{jar.name} does not have the SHA-256 that the lock file names; it was thrown away",
                "a proxy or mirror may be altering downloads: try another network, or set NEO4J_URI",
            )
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)


class _Tally:
    """Adds up the bytes of all jars as they arrive, from many threads, and reports them."""

    def __init__(self, total: int, report: ProgressCallback) -> None:
        self._total, self._report = total, report
        self._done, self._lock = 0, Lock()

    def add(self, count: int) -> None:
        with self._lock:
            self._done += count
            self._report(Progress("fetch", self._done, self._total))


def _reuse(jar: LockedJar, target: Path, repository: Path) -> bool:
    source = repository / jar.path
    if not matches(jar, source):
        return False
    with placed(jar, target) as temporary:
        shutil.copyfile(source, temporary)
    return True


def _missing(jars: Sequence[LockedJar], is_there: Callable[[LockedJar], bool]) -> list[LockedJar]:
    with ThreadPoolExecutor(PARALLEL) as pool:
        there = pool.map(is_there, jars)
        return [jar for jar, found in zip(jars, there, strict=True) if not found]


def _download(jars: Sequence[LockedJar], cache: Path, report: ProgressCallback) -> None:
    tally = _Tally(sum(jar.size for jar in jars), report)
    with Downloader(PARALLEL) as downloader, ThreadPoolExecutor(PARALLEL) as pool:

        def fetch_one(jar: LockedJar) -> None:
            with placed(jar, cache / jar.path) as temporary:
                downloader.download(jar, temporary, tally.add)

        try:
            for _ in pool.map(fetch_one, jars):
                pass
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _complete(jars: Sequence[LockedJar], cache: Path, report: ProgressCallback) -> None:
    missing = _missing(jars, lambda jar: matches(jar, cache / jar.path))
    repository = local_repository() if missing else cache
    missing = _missing(missing, lambda jar: _reuse(jar, cache / jar.path, repository))
    try:
        _download(missing, cache, report)
    except KipError:
        fetch_with_maven(missing, repository)
        if _missing(missing, lambda jar: _reuse(jar, cache / jar.path, repository)):
            raise


def fetch_jars(jars: Sequence[LockedJar], cache: Path, report: ProgressCallback) -> list[Path]:
    """The paths of all `jars` under `cache`, each checked against its SHA-256 just now, fetched if need be.

    Processes that fetch at the same moment wait for one another.  Raises KIP_4003 if a jar cannot be had.
    """
    with FileLock(make_private(cache) / ".lock", timeout=FETCH_LOCK_SECONDS):
        _complete(jars, cache, report)
    return [cache / jar.path for jar in jars]
