"""How beliefs are named in the graph: types, predicates, and the keys they are found by.

Ids, scopes and claim keys are told apart by their code points: NFC and NFD spellings differ.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from kip_cypher.keys import exact_concept_key
from kip_engine.owned import Vocabulary

OWNER: Final = "beliefs"
VOCABULARY: Final = Vocabulary(OWNER, __package__)

BELIEF: Final = "Belief"
EVIDENCE: Final = "BeliefEvidence"
SOURCE: Final = "BeliefSource"
RETRACTION: Final = "BeliefRetraction"
SCOPE: Final = "BeliefScope"

HAS_EVIDENCE: Final = "has_evidence"
HAD_EVIDENCE: Final = "had_evidence"
CITES_SOURCE: Final = "cites_source"
CITED_SOURCE: Final = "cited_source"
IS_BELIEF: Final = "is_belief"
ABOUT: Final = "about"
MAY_READ: Final = "may_read_scope"
MAY_WRITE: Final = "may_write_scope"


def source_name(source_id: str) -> str:
    """The name of the BeliefSource with this id; the empty id has one, too."""
    return f"source:{source_id}"


def source_key(space: str, source_id: str) -> str:
    """The key of the BeliefSource with this id."""
    return exact_concept_key(space, SOURCE, source_name(source_id))


def claim_digest(space: str, key: str) -> str:
    """What the beliefs in a claim with this key (`claim_key`) share, in whatever scope."""
    return _digest("claim", space, key)


def element_digest(space: str, element_id: str) -> str:
    """What the beliefs about the KIP element with this id share, in whatever scope."""
    return _digest("element", space, element_id)


def scope_digest(space: str, scope: str | None) -> str:
    """What all that is in `scope` shares; None stands for what was written in no scope at all."""
    return _digest("none", space) if scope is None else _digest("scope", space, scope)


def _digest(*parts: str) -> str:
    text = "\x00".join(parts)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
