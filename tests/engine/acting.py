"""Runs UPDATE and DELETE in a test's memory, and looks for what a delete must not leave behind."""

from __future__ import annotations

from typing import Any

import pytest

from kip_cypher.query import Query
from kip_engine.execute import Setting, execute
from kip_engine.statements import Prepared
from kip_engine.storage.settings import Limits
from kip_engine.storage.steps import Body, Program, Transaction
from kip_grammar import KipError, parse

SCHEMA = """
UPSERT {
  CONCEPT ?task { {type: "$ConceptType", name: "Task"} }
  CONCEPT ?needs { {type: "$PropositionType", name: "needs"} }
  CONCEPT ?stated { {type: "$PropositionType", name: "stated"} }
  CONCEPT ?one { {type: "Task", name: "one"}
    SET ATTRIBUTES { risk: 1, half: 1.5, text: "a red kite", tags: ["x"], gone: null, "odd key": 7 } }
  CONCEPT ?two { {type: "Task", name: "two"} SET ATTRIBUTES { risk: 2, done: true } }
  CONCEPT ?three { {type: "Task", name: "three"} }
}
"""
DANGLING = """
MATCH (n {space: $space})
RETURN count(CASE WHEN n:Proposition AND NOT EXISTS { (n)-[:SUBJECT]->() } THEN 1 END),
  count(CASE WHEN n:Proposition AND NOT EXISTS { (n)-[:OBJECT]->() } THEN 1 END),
  sum(COUNT { MATCH (n)-[thin]->() WHERE thin.id IS NOT NULL
    AND NOT EXISTS { MATCH (link:Proposition {id: thin.id}) } }),
  count(CASE WHEN n._lock IS NOT NULL THEN 1 END)
"""


def act(memory: Any, text: str, /, *, dry_run: bool = False, **parameters: Any) -> Any:
    """The result of one command."""
    setting = Setting(memory.space, Limits(), dry_run)
    return memory.database.run(execute(Prepared(text, parse(text)), parameters, setting)).result


def write(memory: Any, text: str, **parameters: Any) -> None:
    """Run a Cypher query that writes."""

    def body() -> Body[None]:
        yield Query(text, {"space": memory.space.name, **parameters})

    def program() -> Program[None]:
        yield Transaction(body)

    memory.database.run(program())


def failure(memory: Any, text: str, /, *, dry_run: bool = False, **parameters: Any) -> KipError:
    """The error of one command that must fail, with its place and a hint."""
    with pytest.raises(KipError) as raised:
        act(memory, text, dry_run=dry_run, **parameters)
    assert raised.value.position is not None
    assert raised.value.hint
    return raised.value


def assert_nothing_dangles(memory: Any) -> None:
    """No link without its ends, no thin relationship without its link, no lock left."""
    assert list(memory.read(DANGLING)[0]) == [0, 0, 0, 0]
