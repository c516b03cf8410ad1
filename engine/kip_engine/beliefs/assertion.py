"""A claim with its evidence as it arrives: checked, guarded, and found by its slot."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from kip_cypher.values import encode
from kip_engine.secrets import mask_record

from .about import Element
from .claimed import claimed_claim, claimed_entries, claimed_entry
from .claims import claim_key
from .records import Claim, Evidence
from .vocabulary import claim_digest, element_digest


@dataclass(frozen=True, slots=True)
class Assertion:
    """A claim and its evidence, checked but not judged.

    `claim` and `entries` are as they were given, `kept` and `sources` (the ids by which the entries cite) as
    they may be stored, with credentials masked.  `slot` is what the belief is looked up by within its scope,
    `kept_slot` what a new one will be found by.  `about` is the KIP element that is claimed, if it is one.
    `fresh` is the id of a new belief.
    """

    claim: Claim
    entries: tuple[Evidence, ...]
    kept: Claim
    sources: tuple[str, ...]
    slot: str
    kept_slot: str
    about: str | None = None
    fresh: str = field(default_factory=lambda: secrets.token_hex(8))


def asserted(space: str, claim: Any, evidence: Any, about: Element | None = None) -> Assertion:
    """`claim` with `evidence` as an Assertion; `about` is what the claim refers to, if it is no text.

    Raises what `claimed` raises, and KIP_2002 `secret`.
    """
    entries = claimed_entries(evidence)
    stated = claimed_claim(claim) if about is None else Claim(about.wording)
    now = time.time()
    checked = tuple(claimed_entry(entry, now) for entry in entries)
    key = claim_key(stated.text)
    kept, kept_key, sources = _guarded(stated, key, [entry.source_id for entry in checked])
    if about is not None:
        slot = element_digest(space, about.id)
        return Assertion(stated, checked, kept, sources, slot, slot, about.id)
    return Assertion(stated, checked, kept, sources, claim_digest(space, key), claim_digest(space, kept_key))


def united(assertions: Iterable[Assertion]) -> list[Assertion]:
    """The assertions with those of equal slots as one, worded like the first."""
    by_slot: dict[str, Assertion] = {}
    for assertion in assertions:
        first = by_slot.get(assertion.slot)
        by_slot[assertion.slot] = assertion if first is None else _joined(first, assertion)
    return list(by_slot.values())


def _joined(first: Assertion, other: Assertion) -> Assertion:
    return replace(first, entries=first.entries + other.entries, sources=first.sources + other.sources)


def _guarded(claim: Claim, key: str, sources: list[str]) -> tuple[Claim, str, tuple[str, ...]]:
    stated = {"text": claim.text, "produced_by": claim.produced_by, "quantity": claim.quantity}
    encode(stated)  # what is no JSON can't be looked through
    payload = {"key": key, "claim": stated, "sources": sources}
    text, masked, _ = mask_record(claim.text, payload, [])
    kept = Claim(text, masked["claim"]["produced_by"], masked["claim"]["quantity"])
    return kept, masked["key"], tuple(masked["sources"])
