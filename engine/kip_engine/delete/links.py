"""DELETE PROPOSITIONS."""

from __future__ import annotations

from kip_engine.storage.steps import Body

from .call import Call
from .cascade import DELETE_LINKS, ROOTS_AND_LINKS_ON_THEM

ROOTS = "WITH collect(CASE WHEN target:Proposition THEN target END) AS roots"
DELETE = ROOTS + ROOTS_AND_LINKS_ON_THEM + DELETE_LINKS + "RETURN deleted"


def delete_links(call: Call) -> Body[dict[str, int]]:
    """Delete the target links with all links on them; a target that is a concept stays as it is."""
    deleted = (yield call.locked(DELETE, {}))[0][0] if call.write else 0
    return {"deleted_propositions": deleted}
