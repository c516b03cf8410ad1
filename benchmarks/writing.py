"""Writing: one UPSERT of a concept with two links, a batch of them, and the bulk import of a capsule.

python -m benchmarks.writing [concepts]
"""

from __future__ import annotations

import itertools
import resource
import sys
import tempfile
import time
from collections.abc import Iterator

import kip

from .dataset import capsule
from .loading import loaded
from .timing import median_ms

ONE = """UPSERT {
  CONCEPT ?x { {type: "Item", name: :name} SET ATTRIBUTES { price: 3 }
    SET PROPOSITIONS {
      ("made_by", {type: "Maker", name: "Maker 00001"})
      ("tagged", {type: "Tag", name: "Tag 00001"})
    } }
} WITH METADATA { source: "bench" }"""
BATCH = 200


def main(n: int) -> None:
    """Print the figures beside a memory of `n` concepts, then import one of that size anew."""
    names = (f"Written {i} {time.time_ns()}" for i in itertools.count())
    with loaded(n) as client:
        one = median_ms(lambda: client.execute(ONE, {"name": next(names)}), 30)
        script = _script(names)
        start = time.perf_counter()
        client.execute(script)
        wall = time.perf_counter() - start
        print(f"UPSERT of 1 concept + 2 links beside {n} concepts: {one:.1f} ms")
        print(f"one UPSERT of {BATCH} such concepts: {3 * BATCH / wall:,.0f} elements/s")
    bulk(n)


def _script(names: Iterator[str]) -> str:
    blocks = "\n".join(
        f'CONCEPT ?x{i} {{ {{type: "Item", name: "{name}"}} SET ATTRIBUTES {{ price: {i} }} '
        'SET PROPOSITIONS { ("made_by", {type: "Maker", name: "Maker 00001"}) '
        '("tagged", {type: "Tag", name: "Tag 00001"}) } }'
        for i, name in zip(range(BATCH), names, strict=False)
    )
    return f'UPSERT {{\n{blocks}\n}} WITH METADATA {{ source: "bench" }}'


def bulk(n: int) -> None:
    """Import `n` concepts and their links into a new space; print speed, shares and peak memory."""
    space = f"bench-import-{time.time_ns()}"
    with (
        kip.connect(space=space, timeout=600) as client,
        tempfile.NamedTemporaryFile("w", suffix=".kip") as file,
    ):
        file.writelines(capsule(n))
        file.flush()
        before = resource.getrusage(resource.RUSAGE_SELF)
        start = time.perf_counter()
        progress = client.import_capsule(file.name)
        wall = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_SELF)
    kip.drop_space(space)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"bulk import of {n} concepts + {3 * n} links: {4 * n / wall:,.0f} elements/s, {wall:.0f} s")
    print(
        f"  parsing, checking and preparing (client CPU) {cpu / wall:.0%} of the time, the database the rest"
    )
    print(f"  peak client memory {after.ru_maxrss / 1024:.0f} MiB; {progress}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
