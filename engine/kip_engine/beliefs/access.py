"""Who sees what (specification of beliefs, sections 4 and 11).

Beliefs and sources are in *scopes*: the agents that share a memory each work in one.  A scope sees itself,
`public`, and what it was granted.  What a caller can't see answers in every way like what doesn't exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypeAlias

from kip_cypher.keys import exact_concept_key

from .arguments import name
from .vocabulary import SCOPE, scope_digest

LOCAL: Final = "local"
PUBLIC: Final = "public"
REVISIONS: Final = "__substrate_revisions__"
"""A scope that nobody may read or write."""


class AllScopes(Enum):
    """The type of `ALL_SCOPES`."""

    ALL_SCOPES = "all scopes"


ALL_SCOPES: Final = AllScopes.ALL_SCOPES
"""Every scope at once: an administrator's explicit choice.  It is nobody's view: no source resolves in it."""

Scope: TypeAlias = str | AllScopes | None
"""What callers name a scope by; None is `local`."""

# From `$home` and the grants of `$reader` to `visible`, the scopes that the caller sees: now, or once the
# ledger was taken.
VISIBLE: Final = """
CALL () {
  OPTIONAL MATCH (:Concept {key: $reader})-[:may_read_scope]->(granted:BeliefScope)
  RETURN $home + collect(granted.scope) AS visible
}
"""
THEN_VISIBLE: Final = VISIBLE.replace("CALL ()", "CALL (ledger)")


@dataclass(frozen=True, slots=True)
class View:
    """A scope of a space, and the list of grants that says what else it sees.

    `scope` is None for every scope; `access` names the list of grants, "" the space's own.
    """

    space: str
    scope: str | None
    access: str

    @property
    def digest(self) -> str | None:
        """What all in this scope shares; None for every scope."""
        return None if self.scope is None else scope_digest(self.space, self.scope)

    def parameters(self) -> dict[str, Any]:
        """The parameters of VISIBLE."""
        if not self.scope:
            return {"home": [], "reader": None}
        home = [scope for scope in dict.fromkeys((self.scope, PUBLIC)) if scope != REVISIONS]
        return {"home": home, "reader": scope_key(self.space, self.access, self.scope)}


def view(space: str, scope: Scope, access: str | None) -> View:
    """The view of who works in `scope`.  Raises KIP_2003 for what can't name a scope or a list of grants."""
    return View(space, None if scope is ALL_SCOPES else checked_scope(scope), checked_access(access))


def checked_scope(scope: Scope) -> str:
    """`scope` as text, `local` for None.  Raises KIP_2003, and KIP_2002 `secret`."""
    return name(LOCAL if scope is None else scope, "The name of a scope")


def checked_access(access: str | None) -> str:
    """The name of a list of grants.  Raises KIP_2003, and KIP_2002 `secret`."""
    return name("" if access is None else access, "The name of a list of grants")


def scope_name(access: str, scope: str) -> str:
    """The name of the BeliefScope that stands for `scope` in a list of grants."""
    return f"scope:{scope}" if access == "" else f"scope/{len(access)}:{access}:{scope}"


def scope_key(space: str, access: str, scope: str) -> str:
    """The key of that BeliefScope."""
    return exact_concept_key(space, SCOPE, scope_name(access, scope))
