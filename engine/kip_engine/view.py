"""Whose eyes a memory is read through: what is private shows only to those it is about (kip_cypher.sight)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kip_cypher.keys import concept_key

OWNER = "$self"
PARAMETER = "viewers"


@dataclass(frozen=True, slots=True)
class View:
    """The memory as it may be told to `counterparty`, who is named as the memory names people, or to nobody.

    What is about the memory's owner shows to all.
    """

    counterparty: str | None = None

    def viewers(self, space: str) -> dict[str, Any]:
        """The value of the parameter that conditions of `kip_cypher.sight` compare with."""
        owner = concept_key(space, "Person", OWNER)
        named = [] if self.counterparty is None else [self.counterparty]
        others = [concept_key(space, "Person", name) for name in named if name != OWNER]
        return {"owner": owner, "keys": [owner, *others], "others": others, "ids": named}
