"""What may be seen: private elements only by those they are about (recall's rules).

An element is private by `access_level: "private"`, in any spelling, among its attributes or its metadata, a
link also by that of either end.  It is seen if it is about a viewer: a link by its subject; a concept if it
is a viewer, if it involves one, or if it involves nobody but the memory's owner.  The owner takes part in
almost everything, so that beside others its part says nothing.  What the engine's verbs own is no memory and
is never seen, and neither are links on links on links, whose ends would have to be followed without end.

Conditions here are Cypher text for WHERE, true or not true, around a variable and a parameter that holds the
viewers: a map of `keys` (identity keys of the owner and the others), `others` (those of the others), `ids`
(their outside ids, an attribute of a Person) and `owner` (its identity key).  A space's data is all they
depend on.
"""

from __future__ import annotations

from .names import OBJECT, OWNER, SUBJECT, attribute_property, metadata_property

_LEVEL = "access_level"
# Who writes "Private" means it: whatever the letters' case and the blanks around.
_LEVEL_OF = "toLower(trim(coalesce(toStringOrNull(<x>.<level>), ''))) <> 'private'"
_PUBLIC = " AND ".join(
    _LEVEL_OF.replace("<level>", stored) for stored in (attribute_property(_LEVEL), metadata_property(_LEVEL))
)
_OUTSIDE_ID = attribute_property("id")
# CASE and not OR: it stops at the first answer, and the planner would multiply the ORs out.
_ABOUT_VIEWERS = f"""WHEN <x>.key IN <v>.keys THEN true
    WHEN <x>.type = 'Person' AND <x>.{_OUTSIDE_ID} IN <v>.ids THEN true
    WHEN EXISTS {{
      (<x>)-[:involves]->(one) WHERE one.key IN <v>.others OR one.{_OUTSIDE_ID} IN <v>.ids
    }} THEN true
    ELSE EXISTS {{ (<x>)-[:involves]->() }}
      AND NOT EXISTS {{ (<x>)-[:involves]->(one) WHERE one.key <> <v>.owner }}
  END"""
_CONCEPT = f"""CASE
    WHEN <x>.{OWNER} IS NOT NULL THEN false
    WHEN {_PUBLIC} THEN true
    {_ABOUT_VIEWERS}"""
_HIDDEN = f"NOT ({_PUBLIC.replace('<x>', 'part')})"
_FOREIGN = f"part.{OWNER} IS NOT NULL"
_END = f"(<x>)-[:{SUBJECT}|{OBJECT}]->(part)"
_PARTS = f"(<x>)-[steps:{SUBJECT}|{OBJECT}*0..3]->(part)"
# A plain link of public concepts, as nearly all are, is told by one hop; walking takes ten times as long.
_LINK = f"""CASE
    WHEN <x>.{OWNER} IS NOT NULL THEN false
    WHEN {_PUBLIC}
      AND NOT EXISTS {{ {_END} WHERE part.predicate IS NOT NULL OR {_FOREIGN} OR {_HIDDEN} }} THEN true
    WHEN EXISTS {{ {_PARTS} WHERE {_FOREIGN} OR size(steps) = 3 }} THEN false
    WHEN NOT EXISTS {{ {_PARTS} WHERE {_HIDDEN} }} THEN true
    ELSE EXISTS {{ (<x>)-[:{SUBJECT}]->(subject) WHERE CASE {_ABOUT_VIEWERS.replace("<x>", "subject")} }}
  END"""


def concept_is_seen(variable: str, viewers: str) -> str:
    """The condition that the concept in `variable` may be seen by the `viewers`, such as "$viewers"."""
    return _CONCEPT.replace("<x>", variable).replace("<v>", viewers)


def link_is_seen(variable: str, viewers: str) -> str:
    """The condition that the link in `variable` may be seen by the `viewers`."""
    return _LINK.replace("<x>", variable).replace("<v>", viewers)
