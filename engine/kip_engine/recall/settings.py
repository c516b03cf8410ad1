"""What of recall can be set, for a space."""

from __future__ import annotations

from typing import Any

from kip_cypher.query import Query
from kip_engine.spaces import Space
from kip_engine.storage.steps import Body, Program, Transaction
from kip_grammar.errors import KipError

SET_ACTIVATION = "MATCH (space:Space {name: $space}) SET space.recall_activation = $activation"


def set_activation(space: Space, activation: Any) -> Program[None]:
    """Set how much of its own fit what was found gives to what is linked to it: 0 (nothing) to 1.

    Raises KIP_2003 for anything else.
    """
    if isinstance(activation, bool) or not isinstance(activation, (int, float)) or not 0 <= activation <= 1:
        raise KipError(
            "KIP_2003", f"The activation is a number of 0 to 1, not {activation!r:.40}.", hint="0.4 is usual."
        )
    query = Query(SET_ACTIVATION, {"space": space.name, "activation": float(activation)})
    yield Transaction(lambda: _once(query))


def _once(query: Query) -> Body[None]:
    yield query
