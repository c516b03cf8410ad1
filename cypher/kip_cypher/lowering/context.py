"""What lowering shares across a statement: fresh helper variables and the probes it asks for."""

from __future__ import annotations

from dataclasses import dataclass, field

from .. import cypher, names, plan
from ..bindings import Binding, Bindings
from ..sources import Extra, Source, SpaceName

SPACE = cypher.Param(SpaceName())


@dataclass(frozen=True, slots=True)
class Probe:
    """Distinct string values to test with RE2 before the statement runs; the matches go to extra `name`.

    `label` is where to look (Concept, Proposition, or both if None) and `property` what to read; predicates
    are read from the schema (`property` None).
    """

    name: str
    pattern: str
    label: str | None
    property: str | None


@dataclass(slots=True)
class Context:
    """State of lowering one statement."""

    bindings: Bindings
    probes: list[Probe] = field(default_factory=list)

    def helper(self, name: str) -> Binding:
        """A fresh variable of the compiler's own."""
        return self.bindings.anonymous(name)

    def probe(self, operand: plan.Operand, pattern: str) -> Source:
        """The source of the values of `operand` that match `pattern`."""
        name = f"probe_{len(self.probes)}"
        self.probes.append(Probe(name, pattern, *_where(operand)))
        return Extra(name)


def _where(operand: plan.Operand) -> tuple[str | None, str | None]:
    if not isinstance(operand, plan.Field) or operand.is_whole:
        return None, None
    label = None
    if not operand.binding.has_field("subject"):
        label = names.CONCEPT
    elif not operand.binding.has_field("type"):
        label = names.PROPOSITION
    return label, stored_property(operand)


def stored_property(field_: plan.Field) -> str:
    """The stored property that a path reads."""
    if field_.key is None:
        return field_.root
    if field_.root == "attributes":
        return names.attribute_property(field_.key)
    return names.metadata_property(field_.key)
