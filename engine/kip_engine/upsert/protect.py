"""Elements that KML may point at but not change (Appendix 4, KIP_3004)."""

from __future__ import annotations

from collections.abc import Collection
from types import MappingProxyType

from kip_cypher.names import CONCEPT_TYPE, PROPOSITION_TYPE, attribute_property
from kip_grammar.errors import KipError

WHOLE: None = None
CORE_DIRECTIVES = frozenset({attribute_property("core_directives")})

PROTECTED = MappingProxyType(
    {
        (CONCEPT_TYPE, CONCEPT_TYPE): WHOLE,
        (CONCEPT_TYPE, PROPOSITION_TYPE): WHOLE,
        (CONCEPT_TYPE, "Domain"): WHOLE,
        (PROPOSITION_TYPE, "belongs_to_domain"): WHOLE,
        ("Domain", "CoreSchema"): WHOLE,
        ("Domain", "Unsorted"): WHOLE,
        ("Domain", "Archived"): WHOLE,
        ("Domain", "System"): WHOLE,
        ("Person", "$self"): CORE_DIRECTIVES,
        ("Person", "$system"): CORE_DIRECTIVES,
    }
)
"""(type, name) -> the protected properties, or WHOLE.  None of these may be deleted or merged away."""


def check_change(type_name: str, name: str, properties: Collection[str]) -> None:
    """Raise KIP_3004 if a change of `properties` of the concept would touch what is protected."""
    guarded = PROTECTED.get((type_name, name), frozenset())
    if guarded is None:
        raise immutable(type_name, name)
    if not guarded.isdisjoint(properties):
        raise immutable(type_name, name, "The core_directives of")


def owned(owner: str, kind: str, name: str | None) -> KipError:
    """KIP_3004 for an element of type or predicate `kind` that only the verbs of `owner` write."""
    shown = f"A {kind} link" if name is None else f'{{type: "{kind}", name: "{name}"}}'
    return KipError(
        "KIP_3004",
        f"{shown} is written by the engine's {owner} alone and can't be changed by KML.",
        hint=f"Read it freely; change it through client.{owner} or `kip`'s commands for it.",
    )


def passing(owner: str, predicate: str) -> KipError:
    """KIP_3004 where something would be linked to a link that comes and goes by the verbs of `owner`."""
    return KipError(
        "KIP_3004",
        f"Nothing can be linked to a {predicate} link: the engine's {owner} takes it away when it has to.",
        hint="Link to one of its ends instead.",
    )


def taken(owner: str, meta_type: str, name: str | None) -> KipError:
    """KIP_2002 where `owner` needs a type or predicate that KML has defined otherwise."""
    what = "concept type" if meta_type == CONCEPT_TYPE else "predicate"
    return KipError(
        "KIP_2002",
        f"This memory has a {what} {name!r} of its own, which the engine's {owner} would need.",
        hint=f"Use another memory for {owner}, or move what is kept under {name!r} to another {what} and "
        "delete its definition.",
    )


def immutable(type_name: str, name: str, what: str = "The element") -> KipError:
    """KIP_3004 for the protected concept `{type_name, name}`."""
    return KipError(
        "KIP_3004",
        f'{what} {{type: "{type_name}", name: "{name}"}} is protected and can\'t be changed.',
        hint="Link to it freely and leave it as it is. A statement-level WITH METADATA would stamp it too: "
        "give metadata to the blocks that are meant.",
    )
