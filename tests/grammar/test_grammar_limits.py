"""Bounds: KIP_4002 names the limit and its value, quickly."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from kip_grammar import DEFAULT_LIMITS, KipError, Limits, parse


def upsert(value: str) -> str:
    return 'UPSERT { CONCEPT ?c { {type: "T", name: "N"} SET ATTRIBUTES {a: ' + value + "} } }"


def refused(text: str, limits: Limits = DEFAULT_LIMITS) -> KipError:
    start = time.process_time()
    with pytest.raises(KipError) as caught:
        parse(text, limits=limits)
    assert time.process_time() - start < 2
    assert caught.value.position is not None
    return caught.value


@pytest.mark.parametrize(
    ("text", "limit", "value"),
    [
        ("FIND(?d) // " + "x" * 5_000_000, "command_bytes", 1048576),
        (upsert("[" * 10_000 + "]" * 10_000), "nesting", 64),
        (upsert('{"a":' * 10_000 + "1" + "}" * 10_000), "nesting", 64),
        ("FIND(?d) WHERE " + "{ NOT " * 10_000, "nesting", 64),
        ("FIND(?d) WHERE { FILTER(" + "(" * 10_000, "nesting", 64),
        ("FIND(?d) WHERE { FILTER(" + "!" * 10_000 + "IS_NULL(?d)) }", "nesting", 64),
        ("FIND(?d) WHERE { " + "(" * 10_000, "nesting", 64),
        (upsert('"' + "x" * 300_000 + '"'), "value_bytes", 262144),
        (upsert('"' + "é" * 140_000 + '"'), "value_bytes", 262144),
        (upsert("[" + "1234567, " * 40_000 + "]"), "value_bytes", 262144),
        (upsert("{" + ", ".join(f"k{n}: [{n}]" for n in range(30_000)) + "}"), "value_bytes", 262144),
        ('FIND(?d) WHERE { (?d, "p"{65,}, ?e) }', "path_lower", 64),
        ('FIND(?d) WHERE { (?d, "p"{99999999999,}, ?e) }', "path_lower", 64),
    ],
    ids=lambda case: case[:30] if isinstance(case, str) else None,
)
def test_beyond_a_limit(text: str, limit: str, value: int) -> None:
    error = refused(text)
    assert error.code == "KIP_4002"
    assert limit in error.message
    assert str(value) in error.message
    assert error.hint


@pytest.mark.parametrize(
    "text",
    [
        upsert("[" * 61 + "]" * 61),
        upsert('"' + "x" * 262_142 + '"'),
        'FIND(?d) WHERE { (?d, "p"{64,1000}, ?e) }',
        'FIND(?d) WHERE { FILTER(?d.name == "' + "(" * 1000 + '") } // ' + "{" * 1000,
        "FIND(?d) WHERE { FILTER(" + "!" * 60 + "IS_NULL(?d)) }",
        "UPSERT { "
        + "\n".join(
            f'CONCEPT ?c{n} {{ {{type: "T", name: "{n}"}} SET ATTRIBUTES {{a: "{"x" * 500}"}} }}'
            for n in range(1500)
        )
        + " }",
        "FIND(?d) WHERE { FILTER(" + " && ".join(f"?d.attributes.a{n} == {n}" for n in range(20_000)) + ") }",
    ],
    ids=lambda text: text[:30],
)
def test_up_to_the_limits(text: str) -> None:
    parse(text)


def test_limits_are_configurable() -> None:
    assert refused("DESCRIBE PRIMER", replace(DEFAULT_LIMITS, command_bytes=10)).code == "KIP_4002"
    assert refused(upsert("[1]"), replace(DEFAULT_LIMITS, nesting=3)).code == "KIP_4002"
    assert refused(upsert('"abc"'), replace(DEFAULT_LIMITS, value_bytes=4)).code == "KIP_4002"
    parse(upsert('"abc"'), limits=replace(DEFAULT_LIMITS, value_bytes=5, nesting=4))
    large = Limits(command_bytes=10**9, nesting=500, value_bytes=10**9, path_lower=10**9)
    parse(upsert("[" * 400 + '"' + "x" * 2_000_000 + '"' + "]" * 400), limits=large)
