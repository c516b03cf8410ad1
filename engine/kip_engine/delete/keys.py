"""DELETE ATTRIBUTES and DELETE METADATA.

`old` holds the properties to remove.  A key that is explicitly null is there to be removed.
"""

from __future__ import annotations

from typing import Any

from kip_cypher.names import attribute_property
from kip_engine.storage.steps import Body
from kip_engine.update.assignments import checked_metadata_property
from kip_engine.update.mending import NONE_STALE, STALE, mend
from kip_engine.update.protection import REFUSED, REFUSED_LINKS, check, keys_of_change
from kip_engine.update.writing import read_text
from kip_engine.upsert.apply import timestamp
from kip_engine.upsert.resolve import Resolver
from kip_grammar import ast
from kip_grammar.errors import KipError

from .call import Call

REMOVE = """WITH *,
  any(value IN old WHERE value IS NOT NULL)
  OR any(key IN coalesce(nulls, []) WHERE key IN $reads) AS changed
FOREACH (_ IN CASE WHEN changed THEN [true] ELSE [] END |
  SET target += $removed, target._version = version + 1,
    target._nulls = nullIf([key IN nulls WHERE NOT key IN $reads], [])
)
"""
COUNTS = """RETURN sum(CASE WHEN changed AND target:Concept THEN 1 ELSE 0 END) AS concepts,
  sum(CASE WHEN changed AND target:Proposition THEN 1 ELSE 0 END) AS links, """
NONE = "RETURN sum(0) AS concepts, sum(0) AS links, "


def read_keys(delete: ast.DeleteKeys, resolver: Resolver) -> list[str]:
    """The stored properties to remove.  Raises KIP_1001 and KIP_2002 at the key that is at fault."""
    stored_name = attribute_property if delete.part == "attributes" else checked_metadata_property
    names: dict[str, None] = {}
    for node in delete.keys:
        try:
            names[stored_name(resolver.string(node, "A key"))] = None
        except KipError as error:
            raise error.located(resolver.text, node.span.start) from None
    return list(names)


def delete_keys(call: Call, names: list[str], attributes: bool) -> Body[dict[str, int]]:
    """Remove the properties `names` from the targets; the counts of concepts and links that had any."""
    parameters = _parameters(names, attributes) if call.write else {}
    parameters["protected"] = keys_of_change(call.space, names)
    guard = REFUSED_LINKS if call.is_link else REFUSED
    if call.write:
        stale_ones = STALE if attributes else NONE_STALE
        rows = yield call.locked(f"{read_text(names)}{REMOVE}{COUNTS}{guard}, {stale_ones}", parameters)
    else:
        rows = yield call.unlocked(f"{NONE}{guard}, {NONE_STALE}", parameters)
    concepts, links, found, stale = rows[0]
    check(found)
    yield from mend(stale)
    return {"updated_concepts": concepts, "updated_propositions": links}


def _parameters(names: list[str], attributes: bool) -> dict[str, Any]:
    return {
        "reads": names,
        "removed": {**dict.fromkeys(names), "_updated_at": timestamp()},
        "textual": False,
        "attributes": list(range(len(names))) if attributes else [],
    }
