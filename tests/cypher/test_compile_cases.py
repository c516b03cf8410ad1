"""Every construct, as fixtures: `cases/x.kip` compiles to the plan `x.plan` and the Cypher `x.cypher`.

`pytest tests/cypher --update` rewrites plans and Cypher; read the difference before you commit it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from compile_schema import SCHEMA

from kip_cypher.compile import compile_stages
from kip_cypher.signature import Placeholders
from kip_engine.explaining import tree
from kip_grammar import ast, parse

CASES = sorted((Path(__file__).parent / "cases").glob("*.kip"))


def compiled(text: str) -> tuple[str, str]:
    statement = parse(text)
    assert isinstance(statement, ast.Find)
    parameters = {name: "a" for name, _ in Placeholders.of(statement).offsets}
    stages = compile_stages(statement, SCHEMA, text=text, parameters=parameters)
    return tree(stages.rewritten) + "\n", stages.compiled.text + "\n"


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_a_case_compiles_to_its_plan_and_cypher(case: Path, update: bool) -> None:
    plan, cypher = compiled(case.read_text(encoding="utf-8"))
    if update:
        case.with_suffix(".plan").write_text(plan, encoding="utf-8")
        case.with_suffix(".cypher").write_text(cypher, encoding="utf-8")
    assert plan == case.with_suffix(".plan").read_text(encoding="utf-8")
    assert cypher == case.with_suffix(".cypher").read_text(encoding="utf-8")
