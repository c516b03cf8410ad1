"""What models send as strings is read as what it stands for; the rest stays as it came."""

from __future__ import annotations

from typing import Any

import pytest

from kip.doors.arguments import read_arguments
from kip.doors.compact import compact


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"command": "DESCRIBE PRIMER"}, {"command": "DESCRIBE PRIMER"}),
        ({"commands": '["A", "B"]'}, {"commands": ["A", "B"]}),
        ({"commands": ['{"command": "A", "parameters": "{\\"n\\": 1}"}', "B"]},
         {"commands": [{"command": "A", "parameters": {"n": 1}}, "B"]}),
        ({"parameters": '{"n": 1}'}, {"parameters": {"n": 1}}),
        ({"dry_run": "True"}, {"dry_run": True}),
        ({"dry_run": "false"}, {"dry_run": False}),
        ({"command": "A", "commands": None, "parameters": ""}, {"command": "A"}),
    ],
)  # fmt: skip
def test_strings_are_read(given: dict[str, Any], read: dict[str, Any]) -> None:
    assert read_arguments(given) == read


@pytest.mark.parametrize(
    "given",
    [
        {"commands": "DESCRIBE PRIMER"},
        {"commands": '{"command": "A"}'},
        {"parameters": "[1]"},
        {"parameters": '{"n": NaN}'},
        {"parameters": "[" * 100_000},
        {"dry_run": "maybe"},
        {"dry_run": 1},
    ],
)
def test_what_stands_for_nothing_is_left_for_the_engine_to_refuse(given: dict[str, Any]) -> None:
    assert read_arguments(given) == given


def test_text_on_the_wire_is_compact_and_can_always_be_encoded() -> None:
    assert compact({"a": ["é", 1]}) == '{"a":["é",1]}'
    assert compact(["\ud800"]).encode() == b'["\\ud800"]'
