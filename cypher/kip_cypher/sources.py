"""Where the value of a Cypher parameter comes from when a compiled statement runs.

A statement is compiled once and run often.  What differs between runs (the space, the caller's parameters)
stays out of the text: each Cypher parameter has a source that is asked for its value at run time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from kip_grammar import ast
from kip_grammar.errors import KipError

from . import keys
from .values import encode


@dataclass(frozen=True, slots=True)
class Environment:
    """What a run brings: the space's name, the caller's parameters, and values the engine adds."""

    space: str
    parameters: Mapping[str, Any]
    extra: Mapping[str, Any]


class Source(Protocol):
    """Gives a value for one run."""

    def value(self, environment: Environment) -> Any: ...


@dataclass(frozen=True, slots=True)
class Constant:
    """A value known when compiling."""

    constant: Any

    def value(self, environment: Environment) -> Any:
        return self.constant


@dataclass(frozen=True, slots=True)
class FromParameter:
    """The caller's parameter `name`, as it is."""

    name: str

    def value(self, environment: Environment) -> Any:
        return environment.parameters[self.name]


@dataclass(frozen=True, slots=True)
class FromList:
    """A list whose items have sources of their own."""

    items: tuple[Source, ...]

    def value(self, environment: Environment) -> Any:
        return [item.value(environment) for item in self.items]


@dataclass(frozen=True, slots=True)
class FromObject:
    """An object whose values have sources of their own."""

    entries: tuple[tuple[str, Source], ...]

    def value(self, environment: Environment) -> Any:
        return {key: item.value(environment) for key, item in self.entries}


@dataclass(frozen=True, slots=True)
class Encoded:
    """A JSON value as it is stored (values.encode)."""

    inner: Source

    def value(self, environment: Environment) -> Any:
        return encode(self.inner.value(environment))


@dataclass(frozen=True, slots=True)
class EncodedItems:
    """The items of a list, each as it is stored, nulls left out (they are tested by themselves)."""

    inner: Source

    def value(self, environment: Environment) -> Any:
        return [encode(item) for item in self.inner.value(environment) if item is not None]


@dataclass(frozen=True, slots=True)
class SpaceName:
    """The space the statement runs in."""

    def value(self, environment: Environment) -> Any:
        return environment.space


@dataclass(frozen=True, slots=True)
class ConceptKey:
    """The identity key of concept `{type, name}` in the space."""

    type_name: str
    name: Source

    def value(self, environment: Environment) -> Any:
        return keys.concept_key(environment.space, self.type_name, self.name.value(environment))


@dataclass(frozen=True, slots=True)
class NameKey:
    """The key of all concepts of one name in the space."""

    name: Source

    def value(self, environment: Environment) -> Any:
        return keys.name_key(environment.space, self.name.value(environment))


@dataclass(frozen=True, slots=True)
class Extra:
    """A value that the engine adds to the run, such as a cursor's."""

    name: str

    def value(self, environment: Environment) -> Any:
        return environment.extra[self.name]


def source_of(value: ast.Value) -> Source:
    """The source of an AST value: a constant, a parameter, or a container of them."""
    if isinstance(value, ast.Literal):
        return Constant(value.value)
    if isinstance(value, ast.Parameter):
        return FromParameter(value.name)
    if isinstance(value, ast.ListValue):
        return FromList(tuple(source_of(item) for item in value.items))
    return FromObject(tuple((key, source_of(item)) for key, item in value.entries))


def missing_parameter(name: str) -> KipError:
    """KIP_1001 for a placeholder that no parameter fills."""
    return KipError(
        "KIP_1001",
        f"The placeholder :{name} has no value.",
        hint=f'Send it with the command: "parameters": {{"{name}": …}}.',
    )
