"""SEARCH statements against a memory, and their hits in short."""

from __future__ import annotations

from typing import Any

from kip_engine import search
from kip_grammar import ast, parse


def find(memory: Any, text: str, *, dry_run: bool = False, **parameters: Any) -> list[dict[str, Any]]:
    """The hits of SEARCH statement `text`."""
    statement = parse(text)
    assert isinstance(statement, ast.Search)
    hits: list[dict[str, Any]] = memory.database.run(
        search.run(statement, parameters, memory.space, text=text, dry_run=dry_run)
    )
    return hits


def found(memory: Any, term: str, rest: str = "") -> list[str]:
    """The names of the concepts that `term` finds, best first."""
    return [hit["name"] for hit in find(memory, f"SEARCH CONCEPT :term {rest}", term=term)]


def scores(memory: Any, term: str, rest: str = "") -> dict[str, float]:
    """The scores of the concepts that `term` finds, by name."""
    hits = find(memory, f"SEARCH CONCEPT :term {rest}", term=term)
    return {hit["name"]: hit["metadata"]["_score"] for hit in hits}


def add(memory: Any, type_name: str, *concepts: tuple[str, dict[str, Any]]) -> None:
    """Define `type_name` and create concepts of it, each a name and attributes."""
    set_text = "SET ATTRIBUTES {{ text: :t{0}, aliases: :a{0} }}"
    block = 'CONCEPT ?c{0} {{ {{type: "' + type_name + '", name: :n{0}}} ' + set_text + " }}"
    blocks = "".join(block.format(n) for n in range(len(concepts)))
    parameters: dict[str, Any] = {}
    for n, (name, attributes) in enumerate(concepts):
        parameters |= {f"n{n}": name, f"t{n}": attributes.get("text"), f"a{n}": attributes.get("aliases")}
    define = f'CONCEPT ?type {{ {{type: "$ConceptType", name: "{type_name}"}} }}'
    memory.upsert(f"UPSERT {{ {define} {blocks} }}", **parameters)
