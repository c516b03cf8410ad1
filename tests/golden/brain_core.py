"""The brain's golden scenarios of kind "core": state and arithmetic, without a database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import NAMESPACE_OID, uuid5

import numpy as np

from kip_engine.brain import bindings, events, sections, signals, snapshot
from kip_engine.brain.arithmetic.beta import Beta, shift
from kip_engine.brain.arithmetic.gate import MASS_CAP, Account, decayed, passage
from kip_engine.brain.query_class import query_class
from kip_engine.brain.recall_state import Entities, RecallState
from kip_engine.brain.section_state import SectionState
from kip_grammar.errors import KipError

Op = dict[str, Any]
Observation = dict[str, Any]
FLOOR_SLACK = 1e-12
LATER_US = 1 << 60


class CoreEngine:
    """Runs the operations of one scenario on values that it keeps by name."""

    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}
        self.profiles: dict[str, bindings.Candidate] = {}
        self.bindings: list[bindings.Binding] = []

    def run_op(self, op: Op) -> Observation:
        """The observation of one operation."""
        run: Callable[[Op], Observation] = getattr(self, f"_{op['op']}")
        return run(op)

    def _beta_new(self, op: Op) -> Observation:
        try:
            posterior = Beta(number(op["alpha"]), number(op["beta"]))
        except KipError as error:
            return failure(error)
        self.kept[op["as"]] = posterior
        return beta(posterior)

    def _beta_update(self, op: Op) -> Observation:
        by = shift(op["kind"] == "success", number(op.get("weight", 1.0)))
        self.kept[op["p"]] = self.kept[op["p"]].shifted(by)
        return beta(self.kept[op["p"]])

    def _beta_floored_mean(self, op: Op) -> Observation:
        return {"floored_mean": self.kept[op["p"]].floored_mean(number(op["floor"]))}

    def _beta_merge(self, op: Op) -> Observation:
        try:
            return beta(self.kept[op["a"]].merged(self.kept[op["b"]], self.kept[op["prior"]]))
        except KipError as error:
            return failure(error)

    def _beta_cap(self, op: Op) -> Observation:
        posterior = self.kept[op["p"]]
        try:
            self.kept[op["p"]] = posterior.capped(self.kept[op["prior"]], number(op["cap"]))
        except KipError as error:
            return {**beta(posterior), **failure(error)}
        return beta(self.kept[op["p"]])

    def _recall_new(self, op: Op) -> Observation:
        self.kept[op["as"]] = RecallState(entities=Entities(op.get("capacity", 10_000)))
        return recall(self.kept[op["as"]])

    def _recall_signal(self, op: Op) -> Observation:
        for _ in range(op.get("times", 1)):
            self.kept[op["r"]].apply(signal(op["signal"]))
        return recall(self.kept[op["r"]])

    def _recall_event(self, op: Op) -> Observation:
        self.kept[op["r"]].apply(events.interpret(op["event"]))
        return recall(self.kept[op["r"]])

    def _recall_reset(self, op: Op) -> Observation:
        self.kept[op["r"]].reset()
        return recall(self.kept[op["r"]])

    def _recall_restore(self, op: Op) -> Observation:
        state = self.kept[op["r"]]
        names = {str(uuid5(NAMESPACE_OID, name)): name for name in state.entities.order}
        stored = {identity: state.entities.posteriors[name] for identity, name in names.items()}
        order = [] if op.get("drop_order") else list(stored)
        restored = Entities.restored(stored, order, op["capacity"])
        back = {names[identity]: posterior for identity, posterior in restored.posteriors.items()}
        self.kept[op["r"]] = RecallState(state.scalars, Entities(op["capacity"], back))
        return recall(self.kept[op["r"]])

    def _section_new(self, op: Op) -> Observation:
        priors = op.get("priors")
        given = None if priors is None else sections.seeded({k: pair(v) for k, v in priors.items()})
        self.kept[op["as"]] = SectionState(given)
        return section(self.kept[op["as"]])

    def _section_set(self, op: Op) -> Observation:
        state: SectionState = self.kept[op["s"]]
        state.posteriors.update({name: pair(given) for name, given in op.get("posteriors", {}).items()})
        state.priors.update({name: pair(given) for name, given in op.get("priors", {}).items()})
        for name in op.get("drop", ()):
            state.posteriors.pop(name, None)
        state.exploration_epoch = op.get("exploration_epoch", state.exploration_epoch)
        return section(state)

    def _section_signal(self, op: Op) -> Observation:
        for _ in range(op.get("times", 1)):
            self.kept[op["s"]].apply(signal(op["signal"]))
        return section(self.kept[op["s"]])

    def _section_event(self, op: Op) -> Observation:
        self.kept[op["s"]].apply(events.interpret(op["event"]))
        return section(self.kept[op["s"]])

    def _section_reset(self, op: Op) -> Observation:
        self.kept[op["s"]].reset()
        return section(self.kept[op["s"]])

    def _section_weights(self, op: Op) -> Observation:
        return {"weights": self.kept[op["s"]].weights()}

    def _section_sample(self, op: Op) -> Observation:
        names, samples = self.kept[op["s"]].sampled(op["n"], np.random.default_rng(op["seed"]))
        top = samples.argmax(axis=1)
        moments = {name: _moments(samples[:, i], top == i) for i, name in enumerate(names)}
        error = abs(samples.sum(axis=1) - 1.0).max()
        return {"n": op["n"], "weights": moments, "max_sum_error_below": 1e-9 if error < 1e-9 else error}

    def _lru_new(self, op: Op) -> Observation:
        self.kept[op["as"]] = Entities(op["capacity"])
        return {"ok": True}

    def _lru_touch(self, op: Op) -> Observation:
        entities: Entities = self.kept[op["l"]]
        entities.touch(op["target"], shift(True))
        touched = entities.posteriors[op["target"]]
        return {"len": len(entities.order), "order": entities.order, "posterior": _two(touched)}

    def _brain_new(self, op: Op) -> Observation:
        rows = [
            bindings.Candidate(p["id"], p["consumer_kind"], p["lifecycle"], p["created_ms"] * 1000)
            for p in op["profiles"]
        ]
        if op.get("keep_default", True):
            rows.insert(0, bindings.Candidate(bindings.BUILT_IN, "recall", "active", LATER_US))
        self.profiles = {row.id: row for row in rows}
        self.bindings = [_binding(row) for row in op["bindings"]]
        return {"ok": True}

    def _resolve(self, op: Op) -> Observation:
        match = bindings.resolve(
            self.profiles, self.bindings, op.get("actor"), op.get("namespace"), op["consumer_kind"]
        )
        if match is None:
            return {"profile": None}
        return {
            "profile": match.profile_id,
            "matched_kind": match.consumer_kind,
            "matched_binding": match.bound,
        }

    def _section_type(self, op: Op) -> Observation:
        return {"strict": sections.strict(op["text"]), "loose": sections.loose(op["text"])}

    def _consumer_kind(self, op: Op) -> Observation:
        return {"ok": op["text"] in bindings.CONSUMER_KINDS}

    def _signal_kind(self, op: Op) -> Observation:
        weight = signals.WEIGHTS.get(op["text"])
        return (
            {"weight": None}
            if weight is None
            else {"weight": weight, "positive": op["text"] in signals.POSITIVE}
        )

    def _query_class(self, op: Op) -> Observation:
        return {"class": query_class(op["text"])}

    def _gate_decision(self, op: Op) -> Observation:
        mass, weight = _first(op, "decayed", "mass"), _first(op, "weight", "w")
        passed = passage(mass, weight, number(op.get("cap", MASS_CAP)))
        return {"effective_weight": passed.weight, "mass": passed.mass_after}

    def _decayed_mass(self, op: Op) -> Observation:
        return {"mass": decayed(_first(op, "mass", "old_mass"), int(_first(op, "delta_us", "elapsed_us")))}

    def _gate_run(self, op: Op) -> Observation:
        account, outcomes = Account(0.0, 0), []
        for event in op["events"]:
            passed, account = account.charged(event.get("weight", signals.IMPLICIT_WEIGHT), event["t_us"])
            outcomes.append(
                {
                    "effective_weight": passed.weight,
                    "mass_before": passed.mass_before,
                    "mass_after": passed.mass_after,
                }
            )
        return {"outcomes": outcomes}

    def _validate_snapshot(self, op: Op) -> Observation:
        document = fresh_snapshot(op["entities"])
        for edit in op["edits"]:
            apply_edit(document, edit)
        try:
            snapshot.parse(document)
        except KipError as error:
            return {"parse": "rejected", "code": error.detail}
        try:
            snapshot.validate(document, op["capacity"])
        except KipError as error:
            return {"valid": False, "code": error.detail}
        return {"valid": True}


def fresh_snapshot(entities: int) -> dict[str, Any]:
    """The snapshot of a fresh state that has met so many entities."""
    state = RecallState()
    for place in range(1, entities + 1):
        state.entities.touch(str(uuid5(NAMESPACE_OID, f"t{place}")), shift(True))
    posteriors = {name: vars_of(posterior) for name, posterior in state.entities.posteriors.items()}
    recalled = {
        "relevance": vars_of(state.scalars.relevance),
        "salience": vars_of(state.scalars.salience),
        "temporal": vars_of(state.scalars.temporal),
        "entity_posteriors": posteriors,
        "entity_posteriors_version": 1,
        "entity_posterior_order": state.entities.order,
        "total_events": 0,
        "exploration_epoch": 0,
    }
    table = {name: vars_of(prior) for name, prior in sections.PRIORS.items()}
    sectioned = {"posteriors": table, "priors": dict(table), "total_events": 0, "exploration_epoch": 50}
    return {
        "profiles": {bindings.BUILT_IN: {"id": bindings.BUILT_IN}},
        "balanced_recall": recalled,
        "profile_states": {},
        "bindings": [],
        "section_states": {bindings.BUILT_IN: sectioned},
        "router_state": {},
        "adapter_set": {},
    }


def apply_edit(document: Any, edit: dict[str, Any]) -> None:
    """Set or remove what a JSON pointer points at."""
    *way, last = [part.replace("~1", "/").replace("~0", "~") for part in edit["path"].split("/")[1:]]
    for part in way:
        document = document[int(part)] if isinstance(document, list) else document[part]
    if edit.get("remove"):
        del document[int(last) if isinstance(document, list) else last]
    elif isinstance(document, list):
        document.insert(len(document) if last == "-" else int(last), edit["value"])
    else:
        document[last] = edit["value"]


def number(given: Any) -> float:
    """A number of the golden file; those that JSON has none of are written {"$f": "nan"}."""
    return float(given["$f"] if isinstance(given, dict) else given)


def failure(error: KipError) -> Observation:
    """What is recorded of an error of the arithmetic."""
    return {"error": {"type": "invalid", "code": error.detail}}


def beta(posterior: Beta) -> Observation:
    """A posterior as it is recorded."""
    moments = {"mean": posterior.mean, "variance": posterior.variance, "ess": posterior.ess}
    return {**vars_of(posterior), **moments}


def vars_of(posterior: Beta) -> dict[str, float]:
    """Its two counts by name."""
    return {"alpha": posterior.alpha, "beta": posterior.beta}


def recall(state: RecallState) -> Observation:
    """The state of a recall profile as it is recorded."""
    scalars = state.scalars
    return {
        "relevance": _two(scalars.relevance),
        "salience": _two(scalars.salience),
        "temporal": _two(scalars.temporal),
        "entities": {name: _two(posterior) for name, posterior in state.entities.posteriors.items()},
        "order": state.entities.order,
        "total_events": scalars.total_events,
        "exploration_epoch": scalars.exploration_epoch,
    }


def section(state: SectionState) -> Observation:
    """The state of sections as it is recorded."""
    return {
        "posteriors": {name: _two(posterior) for name, posterior in state.posteriors.items()},
        "priors": {name: _two(prior) for name, prior in state.priors.items()},
        "total_events": state.total_events,
        "exploration_epoch": state.exploration_epoch,
    }


def signal(given: dict[str, Any]) -> signals.Signal:
    """A signal of the golden file."""
    match given["kind"]:
        case "recall_hit":
            return signals.RecallHit(given["target"], given["latency_us"])
        case "recall_miss":
            return signals.RecallMiss()
        case "note_accessed":
            return signals.Accessed(given["target"])
        case "feedback":
            return signals.Feedback(given["target"], given["signal"], given.get("sections") or {})
        case "semantic":
            weight = number(given.get("weight", signals.WEIGHTS[given["signal"]]))
            return signals.Weighted(given["target"], given["signal"], weight)
        case _:
            return signals.Irrelevant()


def pair(given: list[Any]) -> Beta:
    """A posterior written [α, β]."""
    return Beta(number(given[0]), number(given[1]))


def _two(posterior: Beta) -> list[float]:
    return [posterior.alpha, posterior.beta]


def _binding(row: dict[str, Any]) -> bindings.Binding:
    fields = (row.get(name, bindings.WILDCARD) for name in ("actor", "namespace", "consumer_kind"))
    return bindings.Binding(
        *fields, row["profile_id"], row.get("priority", 0), row.get("created_ms", 0) * 1000
    )


def _first(op: Op, *names: str) -> float:
    return next(number(op[name]) for name in names if name in op)


def _moments(values: Any, tops: Any) -> dict[str, float]:
    deviation = values - values.mean()
    return {
        "mean": float(values.mean()),
        "var": float((deviation**2).mean()),
        "m4": float((deviation**4).mean()),
        "min": float(values.min()),
        "max": float(values.max()),
        "p_top": float(tops.mean()),
        "p_floor": float((values <= 0.05 + FLOOR_SLACK).mean()),
    }
