"""Every node knows where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest
from kip_texts import VALID

from kip_grammar import parse
from kip_grammar.ast import Literal, Node, Parameter, Path, Span, Variable


def children(value: Any) -> Iterator[Node]:
    """The nodes right under `value`."""
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from [item] if isinstance(item, Node) else children(item)
    elif isinstance(value, Node):
        for field in fields(value):
            part = getattr(value, field.name)
            yield from [part] if isinstance(part, Node) else children(part)


def spans(node: Node) -> Iterator[tuple[Node, Node]]:
    """Every node of the tree with its parent."""
    for child in children(node):
        yield child, node
        yield from spans(child)


@pytest.mark.parametrize("text", [*VALID, *(f"// before\r\n{text} // after" for text in VALID)])
def test_a_span_lies_inside_the_span_around_it(text: str) -> None:
    for node, parent in spans(parse(text)):
        assert parent.span.start <= node.span.start < node.span.end <= parent.span.end, node


@pytest.mark.parametrize("text", VALID)
def test_a_span_holds_the_text_of_its_node(text: str) -> None:
    root = parse(text)
    assert root.span == Span(0, len(text))
    for node, parent in spans(root):
        source = text[node.span.start : node.span.end]
        if isinstance(node, Variable):
            assert source == f"?{node.name}"
        elif isinstance(node, Parameter):
            assert source == f":{node.name}"
        elif isinstance(node, Path):
            assert source.startswith(f"?{node.variable.name}.{node.root}")
        elif isinstance(node, Literal) and isinstance(node.value, str) and "Assignments" not in repr(parent):
            assert source[0] == source[-1] == '"'


def test_a_block_spans_to_its_closing_brace() -> None:
    text = 'FIND(?x) WHERE { NOT { ?x {name: "a"} } }'
    find: Any = parse(text)
    assert text[find.where[0].span.start : find.where[0].span.end] == 'NOT { ?x {name: "a"} }'
