"""What feedback is about: an element of the space, named by its id, a belief's id, or a UUID.

An element's id and a belief's id are taken exactly, and first.  A UUID, in any usual form, names the belief
or concept of that name, as memories that came from elsewhere have them; so do its first 8 or more hexadecimal
digits, if they name only one.
"""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from kip_cypher import keys
from kip_cypher.query import Query
from kip_engine.search import lucene, terms, tokens
from kip_engine.storage.steps import Program

from .caller import Caller
from .complaints import invalid

LEAST_DIGITS = 8
_HEX = re.compile(r"[0-9A-Fa-f]{8,}\Z")
_ELEMENT = re.compile(r"(C:[0-9A-V]{24}|P:[0-9A-V]{24}:.+)\Z", re.DOTALL)
_GROUPS = (8, 12, 16, 20)
_HYPHENATED = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
_UUID = re.compile(rf"([0-9A-Fa-f]{{32}}|(urn:uuid:)?{_HYPHENATED}|\{{{_HYPHENATED}\}})\Z")

# The element that is named, as `t`: one at most, and none that is the brain's own.
NAMED = """
OPTIONAL CALL () {
  CALL () {
    MATCH (t:Concept {id: $target}) WHERE t.space = $space RETURN t, 0 AS rank
    UNION ALL
    MATCH (t:Proposition {id: $target}) WHERE t.space = $space RETURN t, 0 AS rank
    UNION ALL
    UNWIND $names AS name
    MATCH (t:Concept {name_key: name}) WHERE t.type = 'Belief' OR $any_type
    RETURN t, CASE t.type WHEN 'Belief' THEN 1 ELSE 2 END AS rank
  }
  WITH t, rank WHERE coalesce(t._owner, '') <> 'brain'
  RETURN t ORDER BY rank, t.id LIMIT 1
}
"""
EXISTS = f"{NAMED}RETURN t IS NOT NULL"
BY_PREFIX = """
CALL db.index.fulltext.queryNodes('kip_concept_text', $wanted, {limit: $most}) YIELD node
WHERE node.space = $space AND node.name =~ $pattern
RETURN DISTINCT node.id LIMIT 2
"""
MOST_CANDIDATES = 10_000


@dataclass(frozen=True, slots=True)
class Target:
    """A name of an element that may exist: its text, and the UUID that it is, if it is one."""

    text: str
    uuid: str | None = None

    def parameters(self, caller: Caller) -> dict[str, Any]:
        """The parameters of NAMED."""
        space = caller.space.name
        known = _ELEMENT.match(self.text)
        names = [] if known else dict.fromkeys([self.text, *([self.uuid] if self.uuid else [])])
        named = [keys.name_key(space, name) for name in names]
        return {"space": space, "target": self.text, "names": named, "any_type": self.uuid is not None}


def is_element_id(given: str) -> bool:
    """Whether `given` has the form of an element's id."""
    return _ELEMENT.match(given) is not None


def read_target(caller: Caller, given: str) -> Program[Target]:
    """What `given` names, whether or not it exists.

    Raises KIP_2003 (`bad_uuid`, `prefix_not_found`, `ambiguous_prefix`) for what can't be a name.  Only names
    that are neither ids nor whole UUIDs take a look into the database.
    """
    if _ELEMENT.match(given):
        return Target(given)
    if (form := _as_uuid(given)) is not None:
        return Target(given, form)
    target = Target(given)
    if (yield Query(EXISTS, target.parameters(caller)))[0][0]:
        return target
    if _HEX.match(given):
        return Target((yield from _by_prefix(caller, given)))
    raise invalid(
        "bad_uuid",
        f"{given!r:.80} names nothing that could be judged.",
        f"Give an element's id, a belief's id, a UUID, or {LEAST_DIGITS} or more of its digits.",
    )


def _by_prefix(caller: Caller, digits: str) -> Program[str]:
    pattern = _hyphenated(digits.lower())
    first = tokens.exact(digits[:LEAST_DIGITS]).replace(" ", "_")
    prefix = terms.whole(terms.space_prefix(caller.space.name), terms.NAME, "")
    parameters = {
        "space": caller.space.name,
        "wanted": lucene.beginning(f"{prefix}{first}"),
        "pattern": f"(?i){pattern}.*",
        "most": MOST_CANDIDATES,
    }
    found = [identity for (identity,) in (yield Query(BY_PREFIX, parameters))]
    if len(found) == 1:
        return str(found[0])
    raise _no_single(digits, len(found))


def _no_single(digits: str, found: int) -> Exception:
    if found:
        return invalid("ambiguous_prefix", f"Several elements begin with {digits!r}.", "Give more digits.")
    return invalid("prefix_not_found", f"No element here is named by a UUID that begins with {digits!r:.80}.")


def _hyphenated(digits: str) -> str:
    """The beginning of a UUID, with its hyphens."""
    places = [0, *(place for place in _GROUPS if place < len(digits)), len(digits)]
    return "-".join(digits[start:end] for start, end in pairwise(places))


def _as_uuid(given: str) -> str | None:
    """The canonical form of a UUID in a usual one: with or without hyphens, braces or urn:uuid:."""
    return str(uuid.UUID(given)) if _UUID.match(given) else None
