"""`auto_feedback`: implicit feedback on the first result of a recall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from kip_engine.storage.steps import Program

from .caller import Caller
from .complaints import invalid
from .feedback import feedback

Answer: TypeAlias = dict[str, Any]
VERB = "brain.auto_feedback"
PASSED_ON = ("served_by_profile_id", "scorer_run_id", "serve_ledger_id")


def auto_feedback(caller: Caller, given: Mapping[str, Any]) -> Program[Answer]:
    """Judge the first of `results`, `implicit_positive` unless told otherwise.

    Raises KIP_2003 (`query_empty`), and what `feedback` raises.
    """
    results = [_result_id(result) for result in given["results"]]
    if not given["query"].strip():
        raise invalid("query_empty", "The query is blank.", "Give the query that was answered.")
    if not results:
        return {"emitted": False, "verb": VERB, "reason": "no_results"}
    signal = "implicit_positive" if given["signal"] is None else given["signal"]
    passed = {name: given[name] for name in PASSED_ON}
    judged = {"target_id": results[0], "signal": signal, "section_signals": None, **passed}
    answer = yield from feedback(caller, judged)
    return {**answer, "verb": VERB, "feedback_verb": "brain.feedback", "result_count": len(results)}


def _result_id(result: Any) -> str:
    if not isinstance(result, Mapping):
        raise invalid("bad_param_type", "A result is an object with an `id`.")
    if "id" not in result:
        raise invalid("missing_param", "A result has no `id`.")
    if not isinstance(result["id"], str):
        raise invalid("bad_param_type", "The `id` of a result is text.")
    return result["id"]
