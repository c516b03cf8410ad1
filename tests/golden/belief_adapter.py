"""The belief layer as the oracle's `check` expects an engine: each operation through the public client.

What the original's store lets anybody do by hand, and the verbs refuse, goes through `beliefs.testing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import belief_oracle as oracle

import kip
from kip_engine.beliefs import testing
from kip_engine.beliefs.claims import claim_key
from kip_engine.beliefs.credence import is_grounded
from kip_engine.beliefs.records import Belief, Evidence, RankedBelief

ERROR_TYPES = {
    "bad_tier": "ValueError",
    "bad_direction": "ValueError",
    "bad_weight": "ValueError",
    "bad_time": "ValueError",
    "not_a_number": "ValueError",
    "bad_kind": "ValueError",
    "secret": "SecretPolicyError",
    "unhashable": "TypeError",
}
OWN = "no grants"
"""A list of grants that nobody ever adds to."""


class BeliefEngine:
    """One fresh space and the aliases of a scenario."""

    def __init__(self, client: kip.Client) -> None:
        self.client = client
        self.beliefs = client.beliefs
        self.alias: dict[str, str] = {}
        self.forged = False

    def run_op(self, op: dict[str, Any]) -> dict[str, Any]:
        op = oracle.dec(op)
        try:
            return oracle.enc(getattr(self, "op_" + op["op"])(op))
        except kip.KipError as error:
            return {"error": _error(error)}

    def dump(self) -> list[dict[str, Any]]:
        found = self._run(testing.listing(self._space))
        return [oracle.enc(self._listed(identity, outcome)) for identity, outcome in found]

    # ---- operations

    def op_put_item(self, op: dict[str, Any]) -> dict[str, Any]:
        given = {key: op[key] for key in ("text", "payload", "tags", "scope", "kind") if key in op}
        self.forged |= "belief" in given.get("tags", ())
        identity = self._run(testing.put(self._space, self._real(op.get("id")), **given))
        if "as" in op:
            self.alias[op["as"]] = identity
        return {"ok": True}

    def op_remove_item(self, op: dict[str, Any]) -> dict[str, Any]:
        return {"removed": self._run(testing.remove(self._space, self._real(op["id"])))}

    def op_set_scope(self, op: dict[str, Any]) -> dict[str, Any]:
        identity = self._real(op["id"])
        if not self._run(testing.set_scope(self._space, identity, op["scope"])):
            missing = f"missing:Substrate.update: no item with id {identity!r}"
            raise kip.KipError("KIP_3002", "There is no such item.", detail=missing)
        return {"ok": True}

    def op_publish(self, op: dict[str, Any]) -> dict[str, Any]:
        ids = [self._real(identity) for identity in op["ids"]]
        done = self.beliefs.publish(ids, to=op.get("to", "public"), by=op["by"], access=self._access(op))
        return {"published": [self._name(identity) for identity in done]}

    def op_grant(self, op: dict[str, Any]) -> dict[str, Any]:
        mode = op.get("mode", "read")
        self.beliefs.grant(op["principal"], op["scope"], mode=mode, access=self._access(op))
        return {"ok": True}

    def op_revoke(self, op: dict[str, Any]) -> dict[str, Any]:
        self.beliefs.revoke(op["principal"], op["scope"], access=self._access(op))
        return {"ok": True}

    def op_can_read(self, op: dict[str, Any]) -> dict[str, Any]:
        pair, access = (op["principal"], op["scope"]), self._access(op)
        may_read = self.beliefs.can_read(*pair, access=access)
        return {"can_read": may_read, "can_write": self.beliefs.can_write(*pair, access=access)}

    def op_assimilate(self, op: dict[str, Any]) -> dict[str, Any]:
        stated = op["claim"]
        claim = kip.Claim(stated["text"], stated.get("produced_by", {}), stated.get("quantity"))
        given = op["evidence"]
        evidence = self._cited(given) if isinstance(given, dict) else [self._cited(entry) for entry in given]
        belief = self.beliefs.assimilate(claim, evidence, scope=self._scope(op), access=self._access(op))
        created = belief.id not in self.alias.values()
        if "as" in op and created:
            self.alias[op["as"]] = belief.id
        return {**self._belief(belief), "created": created}

    def op_evidence_entry(self, op: dict[str, Any]) -> dict[str, Any]:
        return self._entry(_evidence(op["fields"]))

    def op_credence(self, op: dict[str, Any]) -> dict[str, Any]:
        history = [_evidence({"source_id": "s", "time": 0.0, **fields}) for fields in op["history"]]
        return {"credence": self.beliefs.credence(history), "grounded": is_grounded(history)}

    def op_claim_key(self, op: dict[str, Any]) -> dict[str, Any]:
        return {"key": claim_key(op["text"])}

    def op_harvest(self, op: dict[str, Any]) -> dict[str, Any]:
        extract = (lambda text: text.split(op["split"])) if "split" in op else None
        claims = self.beliefs.harvest(op["text"], op["source"], extract)
        return {
            "claims": [
                {"text": claim.text, "produced_by": claim.produced_by, "quantity": claim.quantity}
                for claim in claims
            ]
        }

    def op_retract(self, op: dict[str, Any]) -> dict[str, Any]:
        self._check_records(op)
        done = self.beliefs.retract(self._real(op["source_id"]), scope=self._admin(op))
        changed = [
            {
                "id": self._name(change.belief_id),
                "credence": change.credence_after,
                "n_history": change.entries_left,
            }
            for change in done.changes
        ]
        return {"changed": changed, "order_stable": True}

    def op_launders(self, op: dict[str, Any]) -> dict[str, Any]:
        ids = self._real(op["source_id"]), self._real(op["belief_id"])
        scope, access = self._scope(op), self._access(op)
        return {"launders": self.beliefs.launders(*ids, scope=scope, access=access)}

    def op_resolve(self, op: dict[str, Any]) -> dict[str, Any]:
        identity = self._real(op["source_id"])
        scope, access = self._scope(op), self._access(op)
        return {"resolves": self.beliefs.resolves(identity, scope=scope, access=access)}

    def op_retrieve(self, op: dict[str, Any]) -> dict[str, Any]:
        wanted = {key: op[key] for key in ("k", "min_credence") if key in op}
        self._check_records(op)
        if "inject_relevance" in op:
            return self._injected(op, wanted)
        scope = self._admin(op)
        found = self.beliefs.retrieve(op["query"], scope=scope, **wanted)
        everything = self.beliefs.retrieve(op["query"], k=1_000, scope=scope)
        return {
            "result": [self._ranked(hit) for hit in found],
            "ranker": "lexical",
            "relevance": self._by_relevance(everything),
        }

    def op_get(self, op: dict[str, Any]) -> dict[str, Any]:
        belief = self._run(testing.get(self._space, self._real(op["id"])))
        return {"found": False} if belief is None else {"found": True, **self._belief(belief)}

    # ---- what they share

    @property
    def _space(self) -> Any:
        return self.client._session.setting.space

    def _run(self, program: Any) -> Any:
        return self.client._run(program)

    def _real(self, name: Any) -> Any:
        if not isinstance(name, str) or not name.startswith("@"):
            return name
        return name[1:] if name.startswith("@@") else self.alias[name[1:]]

    def _name(self, identity: str) -> str:
        for alias, known in self.alias.items():
            if known == identity:
                return "@" + alias
        return "@" + identity if identity.startswith("@") else identity

    def _scope(self, op: Mapping[str, Any]) -> Any:
        """The scope of an operation; null, which the original lets through everywhere, is every scope."""
        return kip.ALL_SCOPES if op.get("scope", "local") is None else op.get("scope", "local")

    def _admin(self, op: Mapping[str, Any]) -> Any:
        """The scope of an operation whose default is every scope."""
        return kip.ALL_SCOPES if op.get("scope") is None else op["scope"]

    def _access(self, op: Mapping[str, Any]) -> str:
        return OWN if op.get("policy") is None else "policy " + str(op["policy"])

    def _check_records(self, op: Mapping[str, Any]) -> None:
        if self.forged:
            self._run(testing.check_records(self._space, op.get("scope")))

    def _cited(self, entry: Any) -> Any:
        if isinstance(entry, dict) and "source_id" in entry:
            return {**entry, "source_id": self._real(entry["source_id"])}
        return entry

    def _injected(self, op: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
        scores = [(self._real(identity), score) for identity, score in op["inject_relevance"]]
        found = self._run(testing.retrieve_injected(self._space, op.get("scope"), scores, **wanted))
        return {"result": [self._ranked(hit) for hit in found]}

    def _by_relevance(self, hits: Iterable[RankedBelief]) -> list[list[Any]]:
        order = [identity for identity, _ in self._run(testing.listing(self._space))]
        ranked = sorted(hits, key=lambda hit: (-hit.relevance, order.index(hit.belief.id)))
        return [[self._name(hit.belief.id), hit.relevance] for hit in ranked]

    def _ranked(self, hit: RankedBelief) -> dict[str, Any]:
        return {"id": self._name(hit.belief.id), "credence": hit.belief.credence}

    def _listed(self, identity: str, outcome: Belief | kip.KipError) -> dict[str, Any]:
        if isinstance(outcome, kip.KipError):
            return {"id": self._name(identity), "error": _error(outcome)}
        return self._belief(outcome)

    def _belief(self, belief: Belief) -> dict[str, Any]:
        return {
            "id": self._name(belief.id),
            "text": belief.claim.text,
            "produced_by": belief.claim.produced_by,
            "quantity": belief.claim.quantity,
            "scope": belief.scope,
            "credence": belief.credence,
            "history": [self._entry(entry) for entry in belief.evidence_history],
        }

    def _entry(self, entry: Evidence) -> dict[str, Any]:
        return {
            "source_id": self._name(entry.source_id),
            "tier": entry.tier,
            "direction": entry.direction,
            "weight": entry.weight,
            "time": entry.time,
            "verified": entry.verified,
        }


def _evidence(fields: Mapping[str, Any]) -> Evidence:
    try:
        return Evidence(**fields)
    except TypeError as error:
        raise kip.KipError("KIP_2003", str(error), detail="TypeError") from error


def _error(error: kip.KipError) -> dict[str, str]:
    """The exception of the original and its short code."""
    code = error.detail
    kind = "KeyError" if code.startswith("missing:") else ERROR_TYPES.get(code, code)
    return {"type": kind, "code": code}
