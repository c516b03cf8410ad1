"""Protected elements among the targets of a statement: matching one is enough to fail (section 4.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from kip_cypher.keys import concept_key
from kip_engine.upsert.protect import PROTECTED
from kip_grammar.errors import KipError

# Cypher: a column, the keys of the protected elements among the rows of `target`; an aggregate in both
# cases, since a constant beside aggregates would group and answer nothing with no row.
PROTECTED_KEYS = "collect(CASE WHEN target.key IN $protected THEN target.key END) AS found"
NO_KEYS = "collect(null) AS found"


@dataclass(frozen=True, slots=True)
class Protection:
    """The concepts that a statement mustn't touch, by key."""

    concepts: dict[str, tuple[str, str]]

    @classmethod
    def from_change(cls, space: str, properties: Collection[str]) -> Protection:
        """What may not be changed in these properties."""
        return cls._of(
            space,
            (
                concept
                for concept, guarded in PROTECTED.items()
                if guarded is None or not guarded.isdisjoint(properties)
            ),
        )

    @classmethod
    def from_deletion(cls, space: str) -> Protection:
        """What may not be deleted."""
        return cls._of(space, PROTECTED)

    @classmethod
    def _of(cls, space: str, concepts: Iterable[tuple[str, str]]) -> Protection:
        return cls({concept_key(space, *concept): concept for concept in concepts})

    def check(self, found: Iterable[str]) -> None:
        """Raises KIP_3004 if `found`, keys out of PROTECTED_KEYS, holds any."""
        for key in found:
            type_name, name = self.concepts[key]
            what = "Its core_directives" if PROTECTED[type_name, name] else "It"
            raise KipError(
                "KIP_3004",
                f'The WHERE matches {{type: "{type_name}", name: "{name}"}}, which is protected. '
                f"{what} can't be changed or deleted.",
                hint=f'Narrow the WHERE, for example by FILTER(?x.name != "{name}"). Nothing was written.',
            )
