"""DELETE PROPOSITIONS."""

from __future__ import annotations

from kip_engine.storage.steps import Body
from kip_engine.update.protection import REFUSED_LINKS, check

from .call import Call
from .cascade import DELETE_LINKS, ROOTS_AND_LINKS_ON_THEM

ROOTS = f"""
WITH collect(CASE WHEN target:Proposition THEN target END) AS roots, {REFUSED_LINKS}
"""
DELETE = ROOTS + ROOTS_AND_LINKS_ON_THEM + DELETE_LINKS + "RETURN deleted, found"
LOOK = ROOTS + "RETURN 0 AS deleted, found"


def delete_links(call: Call) -> Body[dict[str, int]]:
    """Delete the target links with all links on them; a target that is a concept stays as it is.

    Raises KIP_3004 for links that only the engine's verbs write.
    """
    query = call.locked(DELETE, {}) if call.write else call.unlocked(LOOK, {})
    deleted, found = (yield query)[0]
    check(found)
    return {"deleted_propositions": deleted}
