"""The benchmark's memory: `n` concepts with three links each, as a capsule text, always the same.

Nine tenths are `Item`s (price, stock, a sentence of description), the rest `Maker`s and `Tag`s; an item
`follows` another item, is `made_by` a maker and `tagged` with a tag.  Item i follows item (i * 7 + 1) mod n,
which gives chains and cycles.
"""

from __future__ import annotations

from collections.abc import Iterator

WORDS = (
    *("amber", "basil", "cedar", "delta", "ember", "fjord", "grove", "haven", "indigo", "juniper", "kelp"),
    *("lunar", "maple", "noble", "ocean", "pearl", "quartz", "river", "sable", "tundra", "umber", "velvet"),
    *("willow", "xenon", "yarrow", "zephyr"),
)

SCHEMA = """UPSERT {
  CONCEPT ?a { {type: "$ConceptType", name: "Item"} SET ATTRIBUTES { description: "A thing." } }
  CONCEPT ?b { {type: "$ConceptType", name: "Maker"} SET ATTRIBUTES { description: "Who makes things." } }
  CONCEPT ?c { {type: "$ConceptType", name: "Tag"} SET ATTRIBUTES { description: "A label." } }
  CONCEPT ?d { {type: "$PropositionType", name: "follows"} SET ATTRIBUTES { description: "Comes after." } }
  CONCEPT ?e { {type: "$PropositionType", name: "made_by"} SET ATTRIBUTES { description: "Is made by." } }
  CONCEPT ?f { {type: "$PropositionType", name: "tagged"} SET ATTRIBUTES { description: "Has a label." } }
}
"""
PER_STATEMENT = 50


def sizes(n: int) -> tuple[int, int, int]:
    """How many items, makers and tags `n` concepts are."""
    makers = n // 20
    tags = n // 20
    return n - makers - tags, makers, tags


def capsule(n: int) -> Iterator[str]:
    """The capsule in chunks of one UPSERT: schema, makers and tags, items, then the chains."""
    items, makers, tags = sizes(n)
    yield SCHEMA
    yield from _statements(_plain("Maker", i) for i in range(makers))
    yield from _statements(_plain("Tag", i) for i in range(tags))
    yield from _statements(_item(i, makers, tags) for i in range(items))
    yield from _statements(_follows(i, items) for i in range(items))


def item_name(i: int) -> str:
    """The name of item `i`."""
    return f"Item {i:06d}"


def _statements(blocks: Iterator[str]) -> Iterator[str]:
    batch: list[str] = []
    for block in blocks:
        batch.append(block)
        if len(batch) == PER_STATEMENT:
            yield _statement(batch)
            batch = []
    if batch:
        yield _statement(batch)


def _statement(blocks: list[str]) -> str:
    return "UPSERT {\n" + "\n".join(blocks) + '\n} WITH METADATA { source: "bench", confidence: 0.9 }\n'


def _plain(kind: str, i: int) -> str:
    word = WORDS[i % len(WORDS)]
    return (
        f'CONCEPT ?x{i} {{ {{type: "{kind}", name: "{kind} {i:05d}"}} SET ATTRIBUTES {{ word: "{word}" }} }}'
    )


def _item(i: int, makers: int, tags: int) -> str:
    words = " ".join(WORDS[(i * k + k) % len(WORDS)] for k in (3, 5, 7, 11))
    return (
        f'CONCEPT ?x{i} {{ {{type: "Item", name: "{item_name(i)}"}} '
        f'SET ATTRIBUTES {{ price: {i % 500}, stock: {i % 7}, description: "{words} number {i}" }} '
        f'SET PROPOSITIONS {{ ("made_by", {{type: "Maker", name: "Maker {i % makers:05d}"}}) '
        f'("tagged", {{type: "Tag", name: "Tag {i % tags:05d}"}}) WITH METADATA {{ weight: {i % 10} }} }} }}'
    )


def _follows(i: int, items: int) -> str:
    other = item_name((i * 7 + 1) % items)
    return (
        f'PROPOSITION ?l{i} {{ ({{type: "Item", name: "{item_name(i)}"}}, "follows", '
        f'{{type: "Item", name: "{other}"}}) }}'
    )
