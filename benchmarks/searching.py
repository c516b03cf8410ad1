"""SEARCH by words, by meaning and by both: how well it finds, how long it takes, what unrelated texts have.

python -m benchmarks.searching locomo FILE [every]   evidence recall beside plain BM25, of every n-th question
python -m benchmarks.searching latency [concepts]    median and p95 of each mode, and the shares of hybrid
python -m benchmarks.searching floors FILE           cosines of unrelated texts, by the number of words asked
"""

from __future__ import annotations

import sys
from pathlib import Path

from . import search_floors, search_latency, search_recall


def main(arguments: list[str]) -> None:
    """Run what the first argument names."""
    match arguments:
        case ["locomo", file, *every]:
            search_recall.run(Path(file), int(every[0]) if every else 1)
        case ["latency", *concepts]:
            search_latency.run(int(concepts[0]) if concepts else 100_000)
        case ["floors", file]:
            search_floors.run(Path(file))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
