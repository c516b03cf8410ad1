"""Patterns against the graph, one row at a time."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from kip_grammar import ast

from .graph import Binding, Concept, Element, Graph, Link, walk

Row = Mapping[str, Binding]
Parameters = Mapping[str, Any]


def value(node: ast.Value, parameters: Parameters) -> Any:
    """The JSON value of a literal, parameter or container of them."""
    if isinstance(node, ast.Literal):
        return node.value
    if isinstance(node, ast.Parameter):
        return parameters[node.name]
    if isinstance(node, ast.ListValue):
        return [value(item, parameters) for item in node.items]
    return {key: value(item, parameters) for key, item in node.entries}


class Matcher:
    """Extends rows by the matches of one clause.

    A variable that the row holds already must match its value; null matches nothing.
    """

    def __init__(self, graph: Graph, parameters: Parameters) -> None:
        self.graph = graph
        self.parameters = parameters

    def clause(self, clause: ast.ConceptClause | ast.LinkClause, row: Row) -> Iterator[Row]:
        """The rows that extend `row` by one match of `clause`."""
        if isinstance(clause, ast.ConceptClause):
            for concept in self.graph.concepts:
                if self._is_concept(clause.matcher, concept):
                    yield from bind(row, clause.variable, concept)
        elif isinstance(clause.matcher, ast.LinkById):
            for link in self.graph.links:
                if link.id == value(clause.matcher.id, self.parameters):
                    yield from bind(row, clause.variable, link)
        elif isinstance(clause.matcher.predicate, ast.PredicatePath):
            for ends in self._walk(clause.matcher, clause.matcher.predicate, row):
                yield from bind(ends, clause.variable, None)
        else:
            for link in self.graph.links:
                for found in self._link(clause.matcher, link, row):
                    yield from bind(found, clause.variable, link)

    def _is_concept(self, matcher: ast.ConceptMatcher, element: Element) -> bool:
        if not isinstance(element, Concept):
            return False
        pairs = ((matcher.id, element.id), (matcher.type, element.type), (matcher.name, element.name))
        return all(node is None or _nfc(value(node, self.parameters)) == _nfc(own) for node, own in pairs)

    def _link(self, matcher: ast.LinkMatcher, link: Link, row: Row) -> Iterator[Row]:
        for found in self._predicate(matcher.predicate, link, row):
            for half in self._endpoint(matcher.subject, self.graph.elements[link.subject], found):
                yield from self._endpoint(matcher.object, self.graph.elements[link.object], half)

    def _predicate(self, predicate: ast.Predicate, link: Link, row: Row) -> Iterator[Row]:
        if isinstance(predicate, ast.Variable):
            yield from bind(row, predicate, link.predicate)
        else:
            assert isinstance(predicate, ast.Predicates)
            if link.predicate in [value(name, self.parameters) for name in predicate.names]:
                yield row

    def _endpoint(self, endpoint: ast.Endpoint, element: Element, row: Row) -> Iterator[Row]:
        if isinstance(endpoint, ast.Variable):
            yield from bind(row, endpoint, element)
        elif isinstance(endpoint, ast.ConceptMatcher):
            if self._is_concept(endpoint, element):
                yield row
        elif isinstance(endpoint, ast.LinkById):
            if element.id == value(endpoint.id, self.parameters):
                yield row
        elif isinstance(element, Link):
            yield from self._link(endpoint, element, row)

    def _walk(self, matcher: ast.LinkMatcher, path: ast.PredicatePath, row: Row) -> Iterator[Row]:
        predicate = value(path.name, self.parameters)
        for start in self.graph.elements.values():
            for half in self._endpoint(matcher.subject, start, row):
                for end in walk(self.graph, start, predicate, path.lower, path.upper):
                    yield from self._endpoint(matcher.object, end, half)


def bind(row: Row, variable: ast.Variable | None, found: Binding) -> Iterator[Row]:
    """`row` with the variable bound; nothing if it holds another value, or null."""
    if variable is None:
        yield row
    elif variable.name not in row:
        yield {**row, variable.name: found}
    elif found is not None and row[variable.name] == found:
        yield row


def _nfc(text: str) -> str:
    """Names are equal if their NFC forms are."""
    return unicodedata.normalize("NFC", text)
