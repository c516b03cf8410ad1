"""Callbacks for literals, placeholders, variables, paths, lists and objects."""

from __future__ import annotations

from typing import Any

from kip_grammar.ast import ListValue, Literal, ObjectValue, Parameter, Path, Span, Value, Variable
from kip_grammar.fast import DuplicateKey, decode_map
from kip_grammar.faults import CoarseFault, Fault
from kip_grammar.literals import number_value, string_value
from kip_grammar.parts import Key
from kip_grammar.tokens import Token, covering

_ROOTS = ("id", "type", "name", "subject", "predicate", "object", "attributes", "metadata")


def STRING(token: Token) -> Literal:  # noqa: N802
    """A string literal."""
    return Literal(string_value(token.value), span=Span(token.start_pos, token.end_pos))


def NUMBER(token: Token) -> Literal:  # noqa: N802
    """A number literal."""
    return Literal(number_value(token.value, token.start_pos), span=token.span)


def TRUE(token: Token) -> Literal:  # noqa: N802
    """`true`."""
    return Literal(True, span=token.span)


def FALSE(token: Token) -> Literal:  # noqa: N802
    """`false`."""
    return Literal(False, span=token.span)


def NULL(token: Token) -> Literal:  # noqa: N802
    """`null`."""
    return Literal(None, span=token.span)


def PARAMETER(token: Token) -> Parameter:  # noqa: N802
    """A placeholder."""
    return Parameter(token.value[1:], span=token.span)


def VARIABLE(token: Token) -> Variable:  # noqa: N802
    """A variable."""
    return Variable(token.value[1:], span=Span(token.start_pos, token.end_pos))


def PATH(token: Token) -> Path:  # noqa: N802
    """A dot path: a root, and one key after attributes or metadata."""
    name, root, *keys = token.value[1:].split(".")
    span = Span(token.start_pos, token.end_pos)
    if root not in _ROOTS:
        raise Fault(span.start, f"?{name} has no field {root!r}", _root_hint(name, root, keys))
    if keys and root not in ("attributes", "metadata"):
        raise Fault(span.start, f"?{name}.{root} is a plain value without keys", f"Write ?{name}.{root}.")
    if len(keys) > 1:
        raise Fault(
            span.start,
            f"a path takes one key after {root}",
            f"Write ?{name}.{root}.{keys[0]}: it is the whole value of that key.",
        )
    variable = Variable(name, span=Span(span.start, span.start + 1 + len(name)))
    return Path(variable, root, keys[0] if keys else None, span=span)


def _root_hint(name: str, root: str, keys: list[str]) -> str:
    if root.lower() in _ROOTS:
        return f"Write ?{name}.{'.'.join([root.lower(), *keys])}."
    return f"Attributes are at ?{name}.attributes.{root}, metadata at ?{name}.metadata.{root}."


def key(children: list[Any]) -> Key:
    """An object's key: a string, an identifier, or any word that is a keyword elsewhere."""
    child = children[0]
    if type(child) is Literal:
        start, end = child.span.start, child.span.end
        quoted = isinstance(child.value, str)
        return Key(str(child.value) if quoted else _WORDS[child.value], Span(start, end))
    return Key(child.value, Span(child.start_pos, child.end_pos))


_WORDS: dict[Any, str] = {True: "true", False: "false", None: "null"}


def entry(children: list[Any]) -> tuple[Key, Any]:
    """`key: value`."""
    return children[0], children[2]


def list_value(children: list[Any]) -> Value:
    """A list: one literal if no placeholder is in it."""
    items = children[1] if len(children) > 2 else []
    span = covering(children[0], children[-1])
    if all(type(item) is Literal for item in items):
        return Literal([item.value for item in items], span=span)
    return ListValue(tuple(items), span=span)


def object_value(children: list[Any]) -> Value:
    """An object: one literal if no placeholder is in it."""
    entries = unique(children[1]) if len(children) > 2 else ()
    span = covering(children[0], children[-1])
    if all(type(value) is Literal for _, value in entries):
        return Literal({name: value.value for name, value in entries}, span=span)
    return ObjectValue(entries, span=span)


def object_of_strings(children: list[Any]) -> Literal:
    """An object whose text is one token."""
    return flat_map(children[0])


def unique(entries: list[tuple[Key, Any]]) -> tuple[tuple[str, Any], ...]:
    """The entries by name, refused if a name comes twice."""
    seen: set[str] = set()
    for entry_key, _ in entries:
        if entry_key.name in seen:
            raise Fault(
                entry_key.span.start, f"the key {entry_key.name!r} is given twice", "Keep one of them."
            )
        seen.add(entry_key.name)
    return tuple([(entry_key.name, value) for entry_key, value in entries])


def flat_map(token: Token) -> Literal:
    """The map of literals at the end of a fast token."""
    brace = token.value.index("{")
    try:
        value = decode_map(token.value[brace:])
    except DuplicateKey:
        raise CoarseFault(token.start_pos, "a key is given twice") from None
    return Literal(value, span=Span(token.start_pos + brace, token.end_pos))
