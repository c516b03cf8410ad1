"""`"follows"{1,}` on a graph of cycles and hubs: time against what is reached.

python -m benchmarks.walking
"""

from __future__ import annotations

import kip

from .timing import median_ms

NODES = 10_000
WALK = 'FIND(COUNT(?o)) WHERE { ({type: "Spot", name: :n}, "leads_to"{1,}, ?o) }'


def load(client: kip.Client) -> None:
    """Rings of 10, 100, 1 000 and 8 890 spots, each spot also tied to its ring's hub, both ways."""
    client.execute(
        'UPSERT { CONCEPT ?a { {type: "$ConceptType", name: "Spot"} } '
        'CONCEPT ?b { {type: "$PropositionType", name: "leads_to"} } }'
    )
    for ring, size in RINGS.items():
        client.import_capsule("\n".join(_ring(ring, size)))


RINGS = {"a": 10, "b": 100, "c": 1_000, "d": NODES - 1_110}


def _ring(ring: str, size: int) -> list[str]:
    statements = []
    for start in range(0, size, 100):
        spots = range(start, min(start + 100, size))
        blocks = [f'CONCEPT ?s{i} {{ {{type: "Spot", name: "{ring}{i}"}} }}' for i in spots]
        statements.append("UPSERT { " + " ".join(blocks) + " }")
    for start in range(0, size, 100):
        spots = range(start, min(start + 100, size))
        pairs = [(i, (i + 1) % size) for i in spots] + [(i, 0) for i in spots] + [(0, i) for i in spots]
        blocks = [_link(ring, a, b) for a, b in dict.fromkeys(pairs)]
        statements.append("UPSERT { " + " ".join(blocks) + " }")
    return statements


def _link(ring: str, a: int, b: int) -> str:
    ends = (f'{{type: "Spot", name: "{ring}{i}"}}' for i in (a, b))
    return 'PROPOSITION { (%s, "leads_to", %s) }' % tuple(ends)  # noqa: UP031 - braces of its own


def main() -> None:
    """Print the time for each ring and per spot reached."""
    with kip.connect(space="bench-walking", timeout=600) as client:
        if not client.execute('FIND(?t) WHERE { ?t {type: "$ConceptType", name: "Spot"} }').result:
            load(client)
        for ring, size in RINGS.items():
            reached = client.execute(WALK, {"n": f"{ring}5"}).result
            ms = median_ms(lambda ring=ring: client.execute(WALK, {"n": f"{ring}5"}), 10)  # type: ignore[misc]
            assert reached == size
            print(f"ring of {size:5d}: {ms:8.2f} ms, {ms * 1000 / size:6.2f} microseconds a spot reached")


if __name__ == "__main__":
    main()
