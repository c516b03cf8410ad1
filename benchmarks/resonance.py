"""Resonance: how well it answers, and how fast it learns and recalls.

python -m benchmarks.resonance quality [misses]  taught facts asked otherwise, near misses, templated memories
python -m benchmarks.resonance speed [pairs …]   learning, and recall tier by tier, as memories grow
"""

from __future__ import annotations

import sys

from . import resonance_quality, resonance_speed


def main(arguments: list[str]) -> None:
    """Run what the first argument names."""
    match arguments:
        case ["quality", *misses]:
            resonance_quality.run(misses=bool(misses))
        case ["speed", *pairs]:
            resonance_speed.run([int(size) for size in pairs] or [1_000, 10_000])
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
