"""What no verb of the brain can use is refused as a KipError, whichever verb it is given to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from minds import Remember

import kip
from kip_engine.brain.profile_verbs import MAX_NAME

HALF = "a\ud800"
NO_TEXTS: list[Any] = [None, 7, 1.5, b"x", [], {}, ["x"], HALF]
TEXTS: list[Callable[[kip.Client, Any], Any]] = [
    lambda client, given: client.brain.call(given),
    lambda client, given: client.brain.call("brain.state", {"namespace": given}),
    lambda client, given: client.brain.weights(given),
    lambda client, given: client.brain.history(given, "salience"),
    lambda client, given: client.brain.history("balanced-recall-v1", given),
    lambda client, given: client.brain.feedback(given, "useful"),
    lambda client, given: client.brain.profile(given),
    lambda client, given: client.brain.resolve(given),
]
FILTERS = ["profile_id", "actor", "namespace", "consumer_kind"]


@pytest.mark.parametrize("given", NO_TEXTS, ids=ascii)
def test_what_is_no_text_names_nothing(client: kip.Client, given: Any) -> None:
    for ask in TEXTS:
        with pytest.raises(kip.KipError, match="KIP_2003") as caught:
            ask(client, given)
        assert caught.value.hint
        assert caught.value.detail


@pytest.mark.parametrize("name", FILTERS)
def test_half_a_character_filters_nothing(client: kip.Client, name: str) -> None:
    for verb in (client.brain.bindings, client.brain.unbind):
        with pytest.raises(kip.KipError) as caught:
            verb(**{name: HALF})
        assert (caught.value.code, caught.value.detail) == ("KIP_2003", "bad_param_type")


def test_half_a_character_is_found_however_deep_it_lies(client: kip.Client, remember: Remember) -> None:
    identity = remember("snow")
    for call in (
        lambda: client.brain.feedback(identity, "useful", section_signals={HALF: "useful"}),
        lambda: client.brain.register_adapter("a", "h", "base-v0", {"deep": [{"x": HALF}]}),
        lambda: client.brain.scoped(actor=HALF),
        lambda: client.brain.scoped(namespace=HALF),
    ):
        with pytest.raises(kip.KipError, match="KIP_2003"):
            call()
    assert client.brain.events() == []


@pytest.mark.parametrize("given", [None, 7, "abcdefgh", b"abc", {"id": "x"}], ids=repr)
def test_one_thing_is_no_list_of_things(client: kip.Client, given: Any) -> None:
    for call in (
        lambda: client.brain.auto_feedback("snow", given),
        lambda: client.brain.record_serve("recall", given, "snow"),
    ):
        with pytest.raises(kip.KipError) as caught:
            call()
        assert (caught.value.code, caught.value.detail) == ("KIP_2003", "bad_param_type")


def test_several_things_may_be_any_iterable(client: kip.Client, remember: Remember) -> None:
    identity = remember("snow")
    assert client.brain.record_serve("recall", iter([identity]), "snow").written == 1  # type: ignore[arg-type]
    assert client.brain.auto_feedback("snow", ({"id": identity},)).emitted


def test_metadata_of_an_adapter_has_keys_of_text(client: kip.Client) -> None:
    with pytest.raises(kip.KipError, match="KIP_2003"):
        client.brain.register_adapter("a", "h", "base-v0", {1: 2})  # type: ignore[dict-item]


def test_a_name_may_be_long_and_the_profile_serves(client: kip.Client) -> None:
    longest = "x" * MAX_NAME
    client.brain.create_profile(longest)
    assert client.brain.activate(longest).lifecycle == "active"
    with pytest.raises(kip.KipError) as caught:
        client.brain.create_profile(longest + "x")
    assert (caught.value.code, caught.value.detail) == ("KIP_2003", "name_grammar")


def test_a_posterior_that_is_none_has_no_history(client: kip.Client, remember: Remember) -> None:
    client.brain.feedback(remember("snow"), "useful")
    with pytest.raises(kip.KipError) as caught:
        client.brain.history("balanced-recall-v1", "salliance")
    assert (caught.value.code, caught.value.detail) == ("KIP_3002", "unknown_parameter")


@pytest.mark.parametrize("name", ["BrainProfile", "BrainFeedback"])
def test_a_type_of_ones_own_does_not_begin_the_hook(client: kip.Client, name: str) -> None:
    client.execute('UPSERT { CONCEPT ?t { {type: "$ConceptType", name: :name} } }', {"name": name})
    client.execute('FIND(?x) WHERE { ?x {type: "Person"} }')
    assert not client.brain.profiles()[0].total_events
    with pytest.raises(kip.KipError, match="KIP_2002"):
        client.brain.create_profile("careful")
    client.settle()


@pytest.mark.parametrize("rng", ["x", -1, 1.5, {"a": 1}], ids=repr)
def test_what_is_no_seed_draws_nothing(client: kip.Client, rng: Any) -> None:
    with pytest.raises(kip.KipError, match="KIP_2003"):
        client.brain.weights("balanced-recall-v1", sample=True, rng=rng)


def test_a_count_beyond_double_precision_is_no_prior(client: kip.Client) -> None:
    with pytest.raises(kip.KipError) as caught:
        client.brain.create_profile("p", seed_priors={"section_posteriors": {"overview": {"alpha": 10**400}}})
    assert caught.value.detail == "seed_beta"
    whole = {"alpha": 10**400, "beta": 1}
    with pytest.raises(kip.KipError) as caught:
        client.brain.create_profile("p", seed_priors={"section_posteriors": {"overview": whole}})
    assert caught.value.detail == "seed_invalid"


@pytest.mark.parametrize("since", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_a_time_beyond_the_calendar_begins_no_window(client: kip.Client, since: str) -> None:
    with pytest.raises(kip.KipError) as caught:
        client.brain.event_counts(since)
    assert caught.value.detail == "since_bad"
