"""From a pattern's statement to a command: defaults, the `{predicates}` slot, and whether it can be sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kip_cypher.names import check_predicate_name
from kip_cypher.schema import Schema

from .files import SLOT, Pattern, Statement


@dataclass(frozen=True, slots=True)
class Call:
    """A statement ready to be sent, or what the schema or the caller lacks for it."""

    pattern: str
    statement: Statement
    text: str
    parameters: Mapping[str, Any]
    missing: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called: `C.preferences`."""
        return f"{self.pattern}.{self.statement.name}"

    @property
    def command(self) -> dict[str, Any]:
        """The command of a batch."""
        return {"command": self.text, "parameters": dict(self.parameters)}


def ready(
    pattern: Pattern,
    statement: Statement,
    given: Mapping[str, Any],
    schema: Schema,
    predicates: Iterable[str] = (),
) -> Call:
    """`statement` of `pattern` with what is `given`, defaults otherwise; `predicates` may fill its slot.

    Only predicates that `schema` has are filled in.  Without one, or without a type, predicate or parameter
    that the statement needs, it is `missing` and must not be sent.
    """
    wanted = statement.parameters
    parameters = {name: value for name, value in {**pattern.defaults, **given}.items() if name in wanted}
    text, missing = statement.text, statement.uses.missing(schema)
    missing += [f":{name}" for name in sorted(wanted - parameters.keys())]
    if statement.has_slot:
        registered = _registered(predicates or pattern.alternatives, schema)
        text = text.replace(SLOT, " | ".join(f'"{name}"' for name in registered))
        missing += [] if registered else [" | ".join(predicates or pattern.alternatives)]
    return Call(pattern.letter, statement, text, parameters, tuple(missing))


def _registered(names: Iterable[str], schema: Schema) -> list[str]:
    return [check_predicate_name(name) for name in dict.fromkeys(names) if name in schema.predicates]
