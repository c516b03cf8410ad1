"""What parameters the brain's verbs take."""

from __future__ import annotations

from typing import Any

from .parameters import Parameter, Signature, anything, flag, integer, text, texts


def result_rows(given: Any) -> bool:
    """A list of objects, each with an `id` of text."""
    return isinstance(given, list)


U32, I32, I64 = integer(0, 2**32 - 1), integer(-(2**31), 2**31 - 1), integer(-(2**63), 2**63 - 1)

_PROFILE_ID = Parameter("profile_id", text, True, "the profile")
_CALLERS = (
    Parameter("actor", text, False, "the caller's identity, * for all"),
    Parameter("namespace", text, False, "the caller's namespace, * for all"),
    Parameter("consumer_kind", text, False, "what the answers are for, * for all"),
)
_FILTERS = (Parameter("profile_id", text, False, "the profile"), *_CALLERS)
_SERVED = (
    Parameter("served_by_profile_id", text, False, "the profile that served"),
    Parameter("scorer_run_id", text, False, "who grades, together with serve_ledger_id"),
    Parameter("serve_ledger_id", text, False, "the row of the ledger that is graded"),
)

ANY = Signature(lenient=True)
CONFIG = Signature((Parameter("parameter", text, False, "recall::relevance_weight or another"),))
EVENTS = Signature((Parameter("limit", U32, False, "how many, 20 if absent, at most 100"),))
EVENT_COUNTS = Signature(
    (
        Parameter("since", text, False, "from when, required"),
        Parameter("until", text, False, "before when, else now"),
        Parameter("actor", text, False, "whose"),
        Parameter("kind", text, False, "of what kind"),
        Parameter("by_profile", flag, False, "also by profile"),
        Parameter("by_work_class", flag, False, "also by class of work"),
        Parameter("cost_sums", flag, False, "also sums of cost"),
    )
)
PROFILES = Signature((Parameter("lifecycle", text, False, "active, inactive or archived"),))
PROFILE = Signature((Parameter("profile_id"), Parameter("id", text, False, "another name of profile_id")))
RESOLVE = Signature(
    (*_CALLERS[:2], Parameter("consumer_kind", text, True, "what the answers are for")),
)
LIFE = Signature((_PROFILE_ID,))
RESET = Signature((Parameter("profile_id", text, False, "balanced-recall-v1 if absent"),))
FEEDBACK = Signature(
    (
        Parameter("target_id", text, True, "the element that is judged"),
        Parameter("signal", text, True, "what is said of it"),
        *_SERVED,
        Parameter("section_signals", anything, False, "judgements of its sections"),
    )
)
AUTO_FEEDBACK = Signature(
    (
        Parameter("query", text, True, "what was asked"),
        Parameter("results", result_rows, True, "what was answered, the best first"),
        Parameter("signal", text, False, "implicit_positive if absent"),
        *_SERVED,
    )
)
RECORD_SERVE = Signature(
    (
        Parameter("consumer_kind", text, True, "what the answers were for"),
        Parameter("target_ids", texts, True, "the elements that were served"),
        Parameter("query_raw", text, True, "the query"),
        Parameter("served_by_profile_id", text, False, "the profile that served"),
        Parameter("served_at", I64, False, "microseconds since 1970, now if absent"),
    )
)
BIND = Signature((_PROFILE_ID, *_CALLERS, Parameter("priority", I32, False, "0 if absent")))
UNBIND = Signature(_FILTERS)
BINDINGS = Signature(_FILTERS, lenient=True)
CREATE_PROFILE = Signature(
    (
        Parameter("name", text, True, "letters, digits and hyphens"),
        Parameter("description", text, False, "what it is for"),
        Parameter("consumer_kind", text, False, "recall if absent"),
        Parameter("seed_priors", anything, False, '{"section_posteriors": {…}}'),
    ),
    lenient=True,
)
REGISTER_ADAPTER = Signature(
    (
        Parameter("adapter_id", text, True, "its name"),
        Parameter("content_hash", text, True, "what tells its content"),
        Parameter("base_model_revision", text, True, "what it is made for"),
        Parameter("metadata", anything, False, "what else is to be known of it"),
    )
)
