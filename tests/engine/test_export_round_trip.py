"""EXPORT: importing a capsule into an empty memory reproduces it, to the byte."""

from __future__ import annotations

import uuid
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from merging import TOPICS

from kip_engine import spaces
from kip_engine.capsules import import_stream
from kip_engine.execute import Setting, execute
from kip_engine.export import export_stream, whole_space
from kip_engine.spaces import Space
from kip_engine.statements import Prepared
from kip_engine.storage.settings import Limits
from kip_grammar import parse

NAMES = [
    "JS",
    "JavaScript",
    "new\nline",
    'quo"te',
    "back\\slash",
    "日本語 😀",
    ":param",
    "  padded  ",
    "null",
]
TEXT = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=12)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    TEXT,
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
KEYS = TEXT | st.sampled_from(["id", "type", "name", "m_x", "a_x", "_z", "key", "true", "aliases"])
ATTRIBUTES = st.dictionaries(KEYS, VALUES, max_size=4)
METADATA = st.dictionaries(KEYS.filter(lambda key: not key.startswith("_")), VALUES, max_size=3)
ENDS = st.integers(0, 30)
CONCEPTS = st.lists(st.tuples(st.sampled_from(NAMES), ATTRIBUTES, METADATA), max_size=5)
LINKS = st.lists(
    st.tuples(ENDS, st.sampled_from(["likes", "knows", "stated"]), ENDS, ATTRIBUTES, METADATA), max_size=7
)


def script(concepts: Any, links: Any) -> tuple[str, dict[str, Any]]:
    """An UPSERT of a graph: the ends of a link are among all that stands before it."""
    blocks, handles, parameters = [], ["?first"], {}
    blocks.append('CONCEPT ?first { {type: "Topic", name: "first"} }')
    for number, (name, attributes, metadata) in enumerate(concepts):
        parameters |= {f"n{number}": name, f"ca{number}": attributes, f"cm{number}": metadata}
        blocks.append(
            f'CONCEPT ?c{number} {{ {{type: "Topic", name: :n{number}}} SET ATTRIBUTES :ca{number} }} '
            f"WITH METADATA :cm{number}"
        )
        handles.append(f"?c{number}")
    for number, (subject, predicate, target, attributes, metadata) in enumerate(links):
        parameters |= {f"la{number}": attributes, f"lm{number}": metadata}
        ends = handles[subject % len(handles)], handles[target % len(handles)]
        blocks.append(
            f'PROPOSITION ?l{number} {{ ({ends[0]}, "{predicate}", {ends[1]}) '
            f"SET ATTRIBUTES :la{number} }} WITH METADATA :lm{number}"
        )
        handles.append(f"?l{number}")
    return f"UPSERT {{ {' '.join(blocks)} }}", parameters


def exported(database: Any, space: Space) -> str:
    """The capsule of a whole space."""
    pieces: list[str] = []
    database.run(export_stream(whole_space(space), space, pieces.append, lambda _: None))
    return "".join(pieces)


def opened(database: Any) -> Space:
    """A new space."""
    space: Space = database.run(spaces.open(f"test-{uuid.uuid4()}"))
    return space


def written(database: Any, text: str, parameters: dict[str, Any]) -> Space:
    """A new space with the topics and what `text` writes."""
    space = opened(database)
    for command in (TOPICS, text):
        database.run(execute(Prepared(command, parse(command)), parameters, Setting(space, Limits())))
    return space


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(concepts=CONCEPTS, links=LINKS)
def test_export_import_export_is_the_same_to_the_byte(database: Any, concepts: Any, links: Any) -> None:
    original, copy = written(database, *script(concepts, links)), opened(database)
    try:
        capsule = exported(database, original)
        database.run(import_stream([capsule], copy))
        assert exported(database, copy) == capsule
        database.run(import_stream([capsule], copy))
        assert exported(database, copy) == capsule
    finally:
        for space in (original, copy):
            database.run(spaces.drop(space.name))
