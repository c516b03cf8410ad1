"""The brain as `brain_check.py` expects an engine: scenarios of kind "verbs", through the client.

Entities and notes are concepts named by UUIDs, as in memories that came from elsewhere.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import kip
from kip_cypher.query import Query
from kip_engine.brain import clock, log, serving, uses
from kip_engine.brain.brain import Brain
from kip_engine.brain.caller import Caller
from kip_engine.brain.event_verbs import payload as payload_of
from kip_engine.brain.opening import open_namespace
from kip_engine.brain.rebuild import Rebuilt, rebuild
from kip_engine.storage.steps import Body, Program, Transaction
from kip_grammar.errors import KipError

Op = dict[str, Any]
DEFAULT = "<default>"
ENTITY, NOTE = "Insight", "Event"
UPSERT = 'UPSERT { CONCEPT ?t { {type: "Insight", name: :name} } }'
UPSERT_NOTE = 'UPSERT { CONCEPT ?t { {type: "Event", name: :name} } }'

COUNTS = """
RETURN COUNT { MATCH (f:BrainFeedback) WHERE f.space = $space } AS events,
  COUNT { MATCH (f:BrainFeedback) WHERE f.space = $space }
  + COUNT { MATCH (c:BrainChange) WHERE c.space = $space AND c.kind IS NULL } AS log,
  COUNT { MATCH (c:BrainClaim) WHERE c.space = $space } AS dedup_rows,
  COUNT { MATCH (g:brain_gates) WHERE g.space = $space } AS mass_rows,
  COUNT { MATCH (n:BrainNamespace) WHERE n.space = $space AND n.stored } AS snapshots
"""
EVENTS = (
    "MATCH (f:BrainFeedback) WHERE f.space = $space AND f.verb = $of RETURN properties(f) ORDER BY f.sequence"
)
PUT_LOG = """
MATCH (n:BrainNamespace {key: $namespace}) SET n.sequence = n.sequence + 1
CREATE (row:Concept:BrainChange) SET row = $row, row.sequence = n.sequence, row.replayed = false
"""
SERVE_ROW = "CREATE (serve:Concept:BrainServe) SET serve = $row"
GET_SERVE_ROW = "OPTIONAL MATCH (serve:Concept {key: $key}) RETURN properties(serve)"


class VerbsEngine:
    """Runs the operations of one scenario on a fresh space."""

    def __init__(self, client: kip.Client) -> None:
        self.client = client
        self.brain = self._new_brain()
        self.names: dict[str, str] = {}
        self.elements: dict[str, str] = {}

    def run_op(self, op: Op) -> Any:
        """The observation of one operation."""
        try:
            if "verb" in op:
                return self._verb(op)
            run: Callable[[Op], Any] = getattr(self, f"_{op['op']}")
            return run(op)
        except KipError as error:
            return {"error": {"code": error.detail or error.message, "type": kind_of(error)}}

    def restart(self) -> None:
        """Begin with the state as it is stored."""
        self.brain = self._new_brain()

    def rebuilt(self) -> list[Rebuilt]:
        """What folding the log anew finds."""
        found: list[Rebuilt] = self._run(rebuild(self.brain))
        return found

    def _new_brain(self) -> Brain:
        return Brain(self.client._session.setting.space)

    def _run(self, program: Program[Any]) -> Any:
        return self.client._run(program)

    def _caller(self, op: Op) -> Caller:
        return self.brain.caller(op.get("ns", "local"), op.get("actor"))

    def _verb(self, op: Op) -> Any:
        call = self.brain.dispatch if op.get("via") == "registry" else self.brain.call
        given = self._real(op["params"])
        if op["verb"] == "brain.event_counts" and isinstance(given, dict):
            given = {"by_profile": True, "by_work_class": True, "cost_sums": True, **given}
        answer = self._run(call(self._caller(op), op["verb"], given))
        return self._recorded(op["verb"], answer)

    def _create_entity(self, op: Op) -> Any:
        return self._create(op, UPSERT)

    def _create_note(self, op: Op) -> Any:
        return self._create(op, UPSERT_NOTE)

    def _create(self, op: Op, command: str) -> Any:
        name = self._name(op["as"])
        result = self.client.execute(command, {"name": name}).result
        self.elements[op["as"]] = result["upsert_concept_nodes"][0]
        return {"ok": True}

    def _restart(self, op: Op) -> Any:
        self.restart()
        return {"ok": True}

    def _hook(self, op: Op) -> Any:
        event = self._event(op["event"])
        if not event["verb"].startswith("brain."):
            self.brain.hook.note(op.get("ns", "local"), uses.Use(event, "anonymous:local", clock.now_us()))
        return {"ok": True}

    def _put_log(self, op: Op) -> Any:
        caller, event = self._caller(op), self._event(op["event"])
        told = {name: value for name, value in event.items() if name not in ("verb", "target")}
        row = log.change(caller, event["verb"], clock.now_us(), {**told, "target_id": event.get("target")})
        self._run(open_namespace(caller))
        self._write(PUT_LOG, {"namespace": caller.key, "row": row})
        return {"ok": True}

    def _counts(self, op: Op) -> Any:
        events, rows, dedup, mass, snapshots = self._read(COUNTS, {"space": self.client.space})[0]
        return {
            "events": events,
            "log": rows,
            "dedup_rows": dedup,
            "mass_rows": mass,
            "snapshots": snapshots,
        }

    def _events(self, op: Op) -> Any:
        rows = self._read(EVENTS, {"space": self.client.space, "of": op.get("of")})
        return [self._recorded_event(row[0]) for row in rows]

    def _snapshot(self, op: Op) -> Any:
        return self._state(self._run(self.brain.call(self._caller(op), "brain.state", {})))

    def _serve_row(self, op: Op) -> Any:
        caller = self._caller(op)
        served = {
            "target_id": self._real(op["target"]),
            "consumer_kind": op.get("consumer_kind", op.get("kind", "recall")),
            "served_by_profile_id": op.get("served_by_profile_id", op.get("served_by")),
            "resolved_profile_id": op.get("resolved_profile_id", op.get("resolved")),
            "query_raw": op.get("query_raw", op.get("query", "")),
            "served_at": op.get("served_at", clock.now_us()),
        }
        known = self._read(GET_SERVE_ROW, {"key": serving.serve_key(caller, op["id"])})[0][0]
        if known is None:
            self._run(open_namespace(caller))
            self._write(SERVE_ROW, {"row": serving.serve_row(caller, op["id"], served)})
        return {"written": known is None}

    def _get_serve_row(self, op: Op) -> Any:
        stored = self._read(GET_SERVE_ROW, {"key": serving.serve_key(self._caller(op), op["id"])})[0][0]
        if stored is None:
            return {"row": None}
        names = ("grade", "scorer_run_id", "served_by_profile_id", "resolved_profile_id", "query_class")
        return {"target": self._alias(stored["target_id"]), **{name: stored.get(name) for name in names}}

    def _read(self, text: str, parameters: dict[str, Any]) -> Any:
        def program() -> Program[Any]:
            return (yield Query(text, parameters))

        return self._run(program())

    def _write(self, text: str, parameters: dict[str, Any]) -> None:
        def body() -> Body[None]:
            yield Query(text, parameters)

        def program() -> Program[None]:
            yield Transaction(body)

        self._run(program())

    def _name(self, alias: str) -> str:
        return self.names.setdefault(alias, str(uuid.uuid4()))

    def _real(self, value: Any) -> Any:
        """A value with its aliases replaced: @t by the UUID, @t#8 by the beginning of it."""
        if isinstance(value, str) and value.startswith("@"):
            alias, _, length = value[1:].partition("#")
            return self._name(alias)[: int(length) if length else None]
        if isinstance(value, dict):
            return {key: self._real(item) for key, item in value.items()}
        return [self._real(item) for item in value] if isinstance(value, list) else value

    def _event(self, event: Op) -> Op:
        target = event.get("target")
        if target is None:
            return event
        alias = target.removeprefix("@")
        return {**event, "target": self.elements.get(alias, self._name(alias))}

    def _alias(self, identity: str | None) -> str | None:
        for known in (self.elements, self.names):
            for alias, own in known.items():
                if own == identity:
                    return f"@{alias}"
        return identity

    def _recorded(self, verb: str, answer: Any) -> Any:
        """An answer as it is recorded: no times, no ids of events, aliases for targets."""
        shown = {key: value for key, value in answer.items() if key not in ("event_id", "created_at")}
        shown.pop("serve_ledger_ids", None)
        if "target_id" in shown:
            shown["target_id"] = self._alias(shown["target_id"])
        return RECORDED.get(verb, lambda engine, found: found)(self, shown)

    def _recorded_profiles(self, answer: Any) -> Any:
        return {**answer, "profiles": [recorded_record(each) for each in answer["profiles"]]}

    def _recorded_profile(self, answer: Any) -> Any:
        snapshot = self._recall(answer["state_snapshot"])
        return {**recorded_record(answer), "state_snapshot": snapshot}

    def _recorded_events(self, answer: Any) -> Any:
        kept = ("verb", "outcome", "payload")
        rows = [
            {
                **{name: each[name] for name in kept},
                "id": "<uuid>",
                "target_id": self._alias(each["target_id"]),
            }
            for each in answer["events"]
        ]
        return {**answer, "events": rows}

    def _recorded_counts(self, answer: Any) -> Any:
        optional = ("by_profile", "counts_by_work_class", "cost_unit_by_verb")
        gone = {name for name in optional if not answer.get(name)}
        gone |= {"total_cost_unit"} if "cost_unit_by_verb" in gone else set()
        return {name: value for name, value in answer.items() if name not in gone}

    def _recorded_bindings(self, answer: Any) -> Any:
        return {**answer, "bindings": [timeless(row) for row in answer["bindings"]]}

    def _recorded_event(self, stored: Any) -> Any:
        kept = ("actor", "kind", "namespace", "substrate", "verb")
        shown = {name: stored[name] for name in kept}
        return {**shown, "payload": payload_of(stored), "target": self._alias(stored["target_id"])}

    def _state(self, document: Any) -> Any:
        profiles = {
            name: {
                **{
                    key: each[key]
                    for key in ("consumer_kind", "exploration_epoch", "lifecycle", "total_events")
                },
                "state_snapshot": self._recall(each["state_snapshot"]),
            }
            for name, each in document["profiles"].items()
        }
        return {
            "balanced_recall": self._recall(document["balanced_recall"]),
            "bindings": [timeless(row) for row in document["bindings"]],
            "profile_states": {name: self._recall(each) for name, each in document["profile_states"].items()},
            "profiles": profiles,
            "section_states": {name: sectioned(each) for name, each in document["section_states"].items()},
        }

    def _recall(self, state: Any) -> Any:
        return {
            "entities": {
                self._alias(name): pair(posterior) for name, posterior in state["entity_posteriors"].items()
            },
            **{name: pair(state[name]) for name in ("relevance", "salience", "temporal")},
            "total_events": state["total_events"],
            "exploration_epoch": state["exploration_epoch"],
        }


RECORDED: dict[str, Callable[[VerbsEngine, Any], Any]] = {
    "brain.state": VerbsEngine._state,
    "brain.profiles": VerbsEngine._recorded_profiles,
    "brain.profile": VerbsEngine._recorded_profile,
    "brain.create_profile": lambda engine, answer: recorded_record(answer),
    "brain.bindings": VerbsEngine._recorded_bindings,
    "brain.events": VerbsEngine._recorded_events,
    "brain.event_counts": VerbsEngine._recorded_counts,
}


def kind_of(error: KipError) -> str:
    """What kind of error is recorded."""
    if error.detail == "secret":
        return "secret_detected"
    return "not_found" if error.code == "KIP_3002" else "invalid_input"


def recorded_record(record: Any) -> Any:
    """A profile's record without its time; the description that it has by itself is marked."""
    name = record.get("id", record.get("profile_id"))
    own = (f"User-created profile: {name}", "Default recall profile: three-scalar Beta posteriors")
    shown = DEFAULT if record["description"] in own else record["description"]
    return timeless({**record, "description": shown})


def timeless(row: Any) -> Any:
    """A row without its time."""
    return {name: value for name, value in row.items() if name != "created_at"}


def sectioned(state: Any) -> Any:
    """The state of sections as it is recorded."""
    parts = {
        part: {name: pair(each) for name, each in state[part].items()} for part in ("posteriors", "priors")
    }
    return {**parts, "total_events": state["total_events"], "exploration_epoch": state["exploration_epoch"]}


def pair(posterior: Any) -> list[float]:
    """A posterior as it is recorded."""
    return [posterior["alpha"], posterior["beta"]]
