"""Parsing and compiling the recall patterns A to L: the median time of each stage, cold and cached.

python -m benchmarks.compiling
"""

from __future__ import annotations

import statistics
import tomllib
from importlib.resources import files
from typing import Any

from kip_cypher.compile import compile_find, plan_find
from kip_cypher.lowering.blocks import lower_block
from kip_cypher.lowering.context import Context
from kip_cypher.lowering.solutions import lower_solutions
from kip_cypher.render import render
from kip_cypher.rewrites import rewrite
from kip_cypher.schema import Schema
from kip_cypher.scope import Scope
from kip_cypher.signature import Placeholders
from kip_engine.statements import Statements
from kip_grammar import ast, parse

from .timing import median_ms

ROUNDS = 200


def statements() -> list[tuple[str, str, dict[str, Any]]]:
    """Pattern, KIP text and parameters of every FIND among the demo's questions."""
    questions = tomllib.loads(files("kip.demo").joinpath("questions.toml").read_text(encoding="utf-8"))
    return [
        (question["id"], text, question.get("parameters", {}))
        for question in questions["questions"]
        for text in question["statements"]
        if text.lstrip().startswith("FIND")
    ]


class Anything(frozenset[str]):
    """A schema that defines every name: this benchmark compiles without a database."""

    def __contains__(self, name: object) -> bool:
        return True

    def __ge__(self, other: object) -> bool:
        return True


SCHEMA = Schema(Anything(), Anything())


def stages(text: str, parameters: dict[str, Any]) -> dict[str, float]:
    """The milliseconds of each stage, of all of them, and of a cached statement."""
    find = parse(text)
    assert isinstance(find, ast.Find)
    arguments = {name: parameters.get(name, "x") for name, _ in Placeholders.of(find).offsets}
    cache = Statements()
    prepared = cache.prepare(text)
    prepared.compiled(SCHEMA, arguments)

    def cold() -> object:
        return compile_find(parse(text), SCHEMA, text=text, parameters=arguments)  # type: ignore[arg-type]

    def cached() -> object:
        return cache.prepare(text).compiled(SCHEMA, arguments)

    return {
        "parse": median_ms(lambda: parse(text), ROUNDS),
        **_compiling(find, text, arguments),
        "cold": median_ms(cold, ROUNDS),
        "cached": median_ms(cached, ROUNDS),
    }


def _compiling(find: ast.Find, text: str, arguments: dict[str, Any]) -> dict[str, float]:
    planned = plan_find(find, Scope(text, SCHEMA, arguments))
    rewritten = rewrite(planned)

    def lowered() -> Any:
        context = Context(Scope(text, SCHEMA, arguments).bindings)
        block = lower_block(context, rewritten.block, frozenset())
        return (*block, *lower_solutions(context, rewritten).clauses)

    clauses = lowered()
    return {
        "plan": median_ms(lambda: plan_find(find, Scope(text, SCHEMA, arguments)), ROUNDS),
        "rewrite": median_ms(lambda: rewrite(planned), ROUNDS),
        "lower": median_ms(lowered, ROUNDS),
        "render": median_ms(lambda: render(clauses), ROUNDS),
    }


def main() -> None:
    """Print the medians over all statements, and the slowest statement."""
    rows = [(name, stages(text, parameters)) for name, text, parameters in statements()]
    print(f"{len(rows)} statements of patterns A to L; medians in milliseconds")
    for stage in rows[0][1]:
        times = [row[stage] for _, row in rows]
        slowest = max(rows, key=lambda row: row[1][stage])[0]
        print(f"{stage:10s} {statistics.median(times):8.4f}   slowest {max(times):8.4f} (pattern {slowest})")


if __name__ == "__main__":
    main()
