"""UPDATE: what expressions compute."""

from __future__ import annotations

from typing import Any

import pytest
from acting import SCHEMA, act, failure

GREATEST, LEAST = 2**63 - 1, -(2**63)


def computed(memory: Any, expression: str, **parameters: Any) -> Any:
    """What `expression` gives for task one, None where its key is skipped."""
    text = f'UPDATE ?t SET ATTRIBUTES {{ x: {expression} }} WHERE {{ ?t {{type: "Task", name: "one"}} }}'
    act(memory, text, **parameters)
    return memory.attributes("Task", "one").get("x")


@pytest.fixture
def tasks(memory: Any) -> Any:
    memory.upsert(SCHEMA)
    return memory


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("ADD(?t.attributes.risk, -3)", -2),
        ("ADD(?t.attributes.risk, 0.5)", 1.5),
        ("MUL(?t.attributes.half, 3)", 4.5),
        ("MUL(?t.attributes.risk, 2.0)", 2.0),
        ("CLAMP(?t.attributes.risk, 2, 4)", 2),
        ("CLAMP(?t.attributes.risk, -1, 0.5)", 0.5),
        ("CLAMP(?t.attributes.risk, 4, 2)", None),
        ("COALESCE(?t.attributes.nope, 8)", 8),
        ("COALESCE(?t.attributes.gone, 8)", 8),
        ("COALESCE(?t.attributes.risk, 8)", 1),
        ("COALESCE(?t.attributes.text, 8)", None),
        ("COALESCE(?t.attributes, 8)", None),
        ("COALESCE(?t.name, 8)", None),
        ("COALESCE(ADD(?t.attributes.text, 1), 8)", 8),
        ("COALESCE(?t.attributes.nope, ?t.attributes.nope)", None),
        ("ADD(?t.attributes.text, 1)", None),
        ("ADD(?t.attributes.tags, 1)", None),
        ("MUL(?t.attributes.nope, 0)", None),
        ("ADD(?t.metadata._version, 10)", 11),
        ("CLAMP(MUL(COALESCE(?t.attributes.nope, 10), ADD(1, 1)), 0, 9)", 9),
        ("ADD(ADD(ADD(ADD(?t.attributes.risk, 1), 1), 1), MUL(2, 3))", 10),
    ],
)
def test_expressions_are_typed(tasks: Any, expression: str, value: Any) -> None:
    found = computed(tasks, expression)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("expression", "left", "right", "value"),
    [
        ("ADD", GREATEST, -1, GREATEST - 1),
        ("ADD", GREATEST - 1, 1, GREATEST),
        ("ADD", GREATEST, 1, None),
        ("ADD", LEAST, -1, None),
        ("ADD", LEAST, 1, LEAST + 1),
        ("MUL", 2**31, 2**31, 2**62),
        ("MUL", 2**32, 2**31, None),
        ("MUL", GREATEST, GREATEST, None),
        ("MUL", 1e300, 1e10, None),
        ("ADD", 1.7e308, 1.7e308, None),
        ("ADD", GREATEST, 0.5, float(GREATEST)),
    ],
)
def test_results_that_no_number_holds_are_skipped(
    tasks: Any, expression: str, left: Any, right: Any, value: Any
) -> None:
    assert computed(tasks, f"{expression}(:left, :right)", left=left, right=right) == value


def test_an_expression_reads_the_old_state_whatever_else_is_set(tasks: Any) -> None:
    text = """UPDATE ?t SET ATTRIBUTES { risk: ADD(?t.attributes.risk, 1), copy: ADD(?t.attributes.risk, 0) }
        SET METADATA { seen: ADD(?t.attributes.risk, 0) } WHERE { ?t {type: "Task", name: "two"} }"""
    act(tasks, text)
    attributes, metadata = tasks.concept("Task", "two")
    assert (attributes["risk"], attributes["copy"], metadata["seen"]) == (3, 2, 2)


def test_a_skipped_key_leaves_the_others_and_an_element_of_skipped_keys_is_not_updated(tasks: Any) -> None:
    text = """UPDATE ?t SET ATTRIBUTES { risk: ADD(?t.attributes.risk, 1) } WHERE { ?t {type: "Task"} }"""
    assert act(tasks, text) == {"matched": 3, "updated": 2}
    assert tasks.version("Task", "three") == 1
    text = text.replace("1) }", "1), seen: true }")
    assert act(tasks, text) == {"matched": 3, "updated": 3}
    assert tasks.attributes("Task", "three") == {"seen": True}


def test_a_null_parameter_skips_its_key(tasks: Any) -> None:
    assert computed(tasks, "ADD(?t.attributes.risk, :p)", p=None) is None
    assert tasks.version("Task", "one") == 1


@pytest.mark.parametrize(("value", "code"), [("1", "KIP_1001"), (True, "KIP_1001"), (2**64, "KIP_2003")])
def test_parameters_of_expressions_are_numbers(tasks: Any, value: Any, code: str) -> None:
    text = 'UPDATE ?t SET ATTRIBUTES { x: ADD(1, :p) } WHERE { ?t {type: "Task"} }'
    error = failure(tasks, text, p=value)
    assert error.code == code
    assert error.position is not None
    assert error.position.offset == text.index(":p")


def test_a_field_that_the_target_cannot_have_is_an_error(tasks: Any) -> None:
    text = 'UPDATE ?t SET ATTRIBUTES { x: ADD(?t.subject, 1) } WHERE { ?t {type: "Task"} }'
    assert failure(tasks, text).code == "KIP_1001"
