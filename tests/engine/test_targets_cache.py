"""The WHERE of UPDATE, DELETE, MERGE and EXPORT is compiled once for parameters of one shape, and no less
right than when it is compiled anew."""

from __future__ import annotations

from typing import Any

import pytest
from acting import SCHEMA, act
from hypothesis import given
from hypothesis import strategies as st

from kip_cypher.schema import Schema
from kip_engine.execute import Setting, execute
from kip_engine.statements import Prepared
from kip_engine.storage.settings import Limits
from kip_grammar import KipError, ast, parse

KNOWN = Schema(frozenset({"Task", "Topic"}), frozenset({"needs", "stated"}))
STATEMENTS = [
    "UPDATE ?x SET ATTRIBUTES { risk: 1 } WHERE { ?x {type: :type} FILTER(?x.attributes.risk == :value) }",
    'DELETE ATTRIBUTES {"risk"} FROM ?x WHERE { ?x {type: :type} FILTER(IN(?x.name, [:value])) }',
    "DELETE PROPOSITIONS ?l WHERE { ?l (?s, :type, ?o) FILTER(?l.metadata.weight != :value) }",
    "DELETE CONCEPT ?x DETACH WHERE { ?x {type: :type, name: :value} }",
    "MERGE CONCEPT ?x INTO ?y WHERE { ?x {type: :type, name: :value} ?y {type: :type, name: :other} }",
    "EXPORT ?x WHERE { ?x {type: :type} OPTIONAL { ?x {name: :value} } } LIMIT :limit",
]
SCALARS = st.none() | st.booleans() | st.integers(0, 9) | st.floats(0, 1) | st.sampled_from(["a", "b"])
CALLS = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["Task", "Topic", "needs", "stated", "Unknown"]),
        "value": SCALARS | st.lists(SCALARS, max_size=2),
        "other": SCALARS,
        "limit": st.integers(1, 3),
    }
)


def prepared(text: str) -> Prepared:
    """`text` as if it was seen for the first time."""
    return Prepared(text, parse(text))


def variables(statement: Any) -> tuple[ast.Variable, ...]:
    """What the statement acts on."""
    return (statement.source, statement.target) if isinstance(statement, ast.Merge) else (statement.target,)


def compiled(statement: Prepared, call: dict[str, Any]) -> list[Any]:
    """What each of the statement's variables is compiled to, or the error."""
    try:
        return [statement.targets(x, KNOWN, call) for x in variables(statement.statement)]
    except KipError as error:
        return [error.code, error.message, error.position]


@pytest.mark.parametrize("text", STATEMENTS)
@given(calls=st.lists(CALLS, min_size=2, max_size=6))
def test_what_was_kept_is_what_would_be_compiled_anew(text: str, calls: list[dict[str, Any]]) -> None:
    kept = prepared(text)
    for call in calls:
        assert compiled(kept, call) == compiled(prepared(text), call)


def test_values_of_one_kind_share_what_was_compiled_and_others_do_not() -> None:
    statement = prepared(STATEMENTS[0])
    [first] = compiled(statement, {"type": "Task", "value": 1})
    assert compiled(statement, {"type": "Task", "value": 2})[0] is first
    assert compiled(statement, {"type": "Topic", "value": 1})[0] is not first
    assert compiled(statement, {"type": "Task", "value": None})[0] is not first


def test_a_type_that_is_gone_is_unknown_again() -> None:
    statement = prepared(STATEMENTS[0])
    compiled(statement, {"type": "Task", "value": 1})
    [target] = variables(statement.statement)
    with pytest.raises(KipError, match="KIP_2001"):
        statement.targets(target, Schema(), {"type": "Task", "value": 1})


def test_one_statement_run_again_acts_on_what_its_parameters_say_then(memory: Any) -> None:
    act(memory, SCHEMA)
    update = prepared(
        'UPDATE ?t SET ATTRIBUTES { seen: :seen } WHERE { ?t {type: "Task", name: :name} }',
    )
    for seen, name in enumerate(("one", "two", "three")):
        call = {"name": name, "seen": seen}
        done = memory.database.run(execute(update, call, Setting(memory.space, Limits())))
        assert done.result == {"matched": 1, "updated": 1}
    found = act(memory, 'FIND(?t.name, ?t.attributes.seen) WHERE { ?t {type: "Task"} } ORDER BY ?t.name ASC')
    assert found == [["one", "three", "two"], [0, 2, 1]]
