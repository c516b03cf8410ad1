"""Random small graphs, written as one UPSERT and read back with their ids."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .graph import Graph
from .values import canonical

TYPES = ("Alpha", "Beta")
PREDICATES = ("likes", "near", "says")
NAMES = ("one", "two", "Caf\u00e9", 'qu"o\\te', "line\nbreak", "\U0001f600 smile", "ONE", "10", "9")
KEYS = ("n", "s", "v", "w")
NUMBERS: tuple[Any, ...] = (0, 1, 1.0, 2, -1, 1.5, 2.25, 2**63 - 1, -(2**63), 1e300, 9, 10)
STRINGS = ("", "a", "ab", "b", "10", "9", "caf\u00e9", "Caf\u00e9", 'say "hi"', "x\ny", "\U0001f600", "true")
OTHERS: tuple[Any, ...] = (
    None,
    True,
    False,
    [],
    [1, 2],
    [1.0, 2],
    ["a", "b"],
    ["a"],
    [1, "a", None],
    ["(json)", "[1]"],
    [[1], [2]],
    [True],
    {},
    {"a": 1},
    {"a": 1.0, "b": [None]},
    {"b": [None], "a": 1},
)
VALUES = (*NUMBERS[:6], *STRINGS[:6], *OTHERS)

Execute = Callable[[str, dict[str, Any]], Any]


@dataclass
class Script:
    """An UPSERT text with its parameters, and what it should leave behind."""

    blocks: list[str] = field(default_factory=list)
    parameters: dict[str, Any] = field(default_factory=dict)
    concepts: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    links: dict[tuple[str, str, str], dict[str, Any]] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The command."""
        return "UPSERT {\n" + "\n".join(self.blocks) + "\n}"

    def add(self, head: str, identity: str, attributes: dict[str, Any]) -> None:
        """One block."""
        name = f"v{len(self.parameters)}"
        given = f" SET ATTRIBUTES :{name}" if attributes else ""
        if attributes:
            self.parameters[name] = attributes
        self.blocks.append(f"{head} {{ {identity}{given} }} WITH METADATA {{ source: :s_{name} }}")
        self.parameters[f"s_{name}"] = attributes.get("s", "none")


def schema() -> str:
    """Defines the types and predicates of all random graphs."""
    kinds = [("$ConceptType", name) for name in TYPES] + [("$PropositionType", name) for name in PREDICATES]
    blocks = (
        f'CONCEPT ?x{i} {{ {{type: "{kind}", name: "{name}"}} }}' for i, (kind, name) in enumerate(kinds)
    )
    return "UPSERT {\n" + "\n".join(blocks) + "\n}"


def random_script(seed: int) -> Script:
    """Up to nine concepts and fifteen links: cycles, self-loops, parallel and higher-order links."""
    rng = random.Random(seed)
    script = Script()
    handles: list[str] = []
    for _ in range(rng.randint(4, 9)):
        key = (rng.choice(TYPES), rng.choice(NAMES))
        if key in script.concepts:
            continue
        handles.append(f"c{len(handles)}")
        script.concepts[key] = _attributes(rng)
        script.parameters[f"name_{handles[-1]}"] = key[1]
        identity = f'{{type: "{key[0]}", name: :name_{handles[-1]}}}'
        script.add(f"CONCEPT ?{handles[-1]}", identity, script.concepts[key])
    for index in range(rng.randint(4, 15)):
        ends = rng.choice(handles), rng.choice(PREDICATES), rng.choice(handles)
        if ends in script.links:
            continue
        script.links[ends] = _attributes(rng) if rng.random() < 0.6 else {}
        script.add(f"PROPOSITION ?l{index}", f'(?{ends[0]}, "{ends[1]}", ?{ends[2]})', script.links[ends])
        if rng.random() < 0.3:
            handles.append(f"l{index}")
    return script


def _attributes(rng: random.Random) -> dict[str, Any]:
    pools = {"n": (*NUMBERS, None), "s": (*STRINGS, None), "v": VALUES, "w": VALUES}
    return {key: rng.choice(pool) for key, pool in pools.items() if rng.random() < 0.7}


def load(execute: Execute, seed: int) -> Graph:
    """Write the random graph of `seed` into an empty space and read the whole space back.

    The values written are compared with those read, so that the graph is not the engine's word alone.
    """
    execute(schema(), {})
    script = random_script(seed)
    execute(script.text, script.parameters)
    graph = snapshot(execute)
    read = {(c.type, c.name): c.attributes for c in graph.concepts if c.type in TYPES}
    assert canonical(sorted(read.items())) == canonical(sorted(script.concepts.items()))
    links = [canonical(link.attributes) for link in graph.links if link.predicate in PREDICATES]
    assert sorted(links) == sorted(map(canonical, script.links.values()))
    return graph


def snapshot(execute: Execute) -> Graph:
    """All elements of a space, Genesis included."""
    types = execute("DESCRIBE CONCEPT TYPES", {})
    found = [execute("FIND(?c) WHERE { ?c {type: :type} }", {"type": name}) for name in types]
    links = execute("FIND(?l) WHERE { ?l (?s, ?p, ?o) }", {})
    return Graph.of_json((concept for column in found for concept in column), links)
