"""Protected elements among the targets of a statement: matching one is enough to fail (section 4.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from kip_cypher.keys import concept_key
from kip_engine.upsert.protect import PROTECTED, owned
from kip_grammar.errors import KipError

# Cypher: a column, what mustn't be touched among the rows of `target`, as (owner, kind, name).
_SHOWN = "THEN [target._owner, coalesce(target.type, target.predicate), target.name] END) AS found"
REFUSED = f"collect(CASE WHEN target._owner IS NOT NULL OR target.key IN $protected {_SHOWN}"
REFUSED_LINKS = f"collect(CASE WHEN target._owner IS NOT NULL {_SHOWN}"


def keys_of_change(space: str, properties: Collection[str]) -> list[str]:
    """The keys of the concepts whose `properties` mustn't be changed."""
    return _keys(
        space,
        (
            concept
            for concept, guarded in PROTECTED.items()
            if guarded is None or not guarded.isdisjoint(properties)
        ),
    )


def keys_of_deletion(space: str) -> list[str]:
    """The keys of the concepts that mustn't be deleted."""
    return _keys(space, PROTECTED)


def _keys(space: str, concepts: Iterable[tuple[str, str]]) -> list[str]:
    return [concept_key(space, *concept) for concept in concepts]


def check(found: Iterable[Sequence[str | None]]) -> None:
    """Raises KIP_3004 if `found`, a column of REFUSED or REFUSED_LINKS, holds any."""
    for owner, kind, name in found:
        raise _protected(str(kind), str(name)) if owner is None else owned(owner, str(kind), name)


def _protected(type_name: str, name: str) -> KipError:
    what = "Its core_directives" if PROTECTED[type_name, name] else "It"
    return KipError(
        "KIP_3004",
        f'The WHERE matches {{type: "{type_name}", name: "{name}"}}, which is protected. '
        f"{what} can't be changed or deleted.",
        hint=f'Narrow the WHERE, for example by FILTER(?x.name != "{name}"). Nothing was written.',
    )
