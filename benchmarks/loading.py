"""Loads the benchmark's memory once and keeps it: spaces `bench-<n>`."""

from __future__ import annotations

import resource
import sys
import tempfile
import time

import kip

from .dataset import capsule


def loaded(n: int) -> kip.Client:
    """A client of the memory of `n` concepts; if it isn't there it is imported, and the speed printed."""
    client = kip.connect(space=f"bench-{n}", timeout=600)
    found = client.execute('FIND(COUNT(?d)) WHERE { ?d {type: "$ConceptType", name: "Item"} }').result
    if not found:
        _import(client, n)
    return client


def _import(client: kip.Client, n: int) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".kip", encoding="utf-8") as file:
        file.writelines(capsule(n))
        file.flush()
        before = resource.getrusage(resource.RUSAGE_SELF)
        start = time.perf_counter()
        progress = client.import_capsule(file.name)
        wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_SELF)
    elements = n + 3 * n
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(
        f"import of {n} concepts and their links: {elements / wall:,.0f} elements/s, {wall:.1f} s, "
        f"client CPU {cpu / wall:.0%}, peak client memory {after.ru_maxrss / 1024:.0f} MiB ({progress})",
        file=sys.stderr,
    )
