"""What of recall can be set, for a space."""

from __future__ import annotations

from typing import Any

from kip_cypher.query import Query
from kip_engine.spaces import Space
from kip_engine.storage.steps import Body, Program, Transaction
from kip_grammar.errors import KipError

SET_ACTIVATION = "MATCH (space:Space {name: $space}) SET space.recall_activation = $activation RETURN 1"


def set_activation(space: Space, activation: Any) -> Program[None]:
    """Set how much of its own fit what was found gives to what is linked to it: 0 (nothing) to 1.

    Raises KIP_2003 for anything else, KIP_3002 if the memory is gone.
    """
    if isinstance(activation, bool) or not isinstance(activation, (int, float)) or not 0 <= activation <= 1:
        raise KipError(
            "KIP_2003", f"The activation is a number of 0 to 1, not {activation!r:.40}.", hint="0.4 is usual."
        )
    query = Query(SET_ACTIVATION, {"space": space.name, "activation": float(activation)})
    if not (yield Transaction(lambda: _once(query))):
        raise KipError(
            "KIP_3002",
            f"The memory {space.name!r} was deleted.",
            hint="Connect again to begin a new memory of that name.",
        )


def _once(query: Query) -> Body[bool]:
    return bool((yield query))
