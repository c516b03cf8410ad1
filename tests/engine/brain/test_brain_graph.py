"""The brain in the graph: elements that everyone may read and only its verbs write."""

from __future__ import annotations

import uuid

import pytest
from minds import Connect, Remember, counts, differences, entities

import kip
from kip_cypher.query import Query
from kip_engine.brain import clock
from kip_engine.storage.steps import Body, Program, Transaction

PROFILE = "balanced-recall-v1"
OWN_TYPES = ("BrainProfile", "BrainSection", "BrainBinding", "BrainFeedback", "BrainChange")


def refused(client: kip.Client, command: str) -> kip.KipError:
    with pytest.raises(kip.KipError) as error:
        client.execute(command)
    return error.value


def detail(error: pytest.ExceptionInfo[kip.KipError]) -> tuple[str, str]:
    return error.value.code, error.value.detail


def taught(client: kip.Client, target: str) -> None:
    """A profile, a binding, and one judgement of `target` that everything learns from."""
    client.brain.create_profile("careful")
    client.brain.bind("careful", actor="alice")
    alice = client.brain.scoped(actor="alice")
    alice.feedback(target, "useful", section_signals={"examples": "wrong"})
    alice.feedback(target, "implicit_positive")


def test_kip_reads_what_was_learned(client: kip.Client, remember: Remember) -> None:
    target = remember("snow")
    taught(client, target)
    found = client.execute(
        'FIND(?p.attributes.profile_id, ?w.attributes.alpha, ?x.name) WHERE { ?w (?p, "brain_weighs", ?x) }'
    ).result
    assert found == [["careful"], [2.1], ["snow"]]
    judged = client.execute(
        "FIND(?f.attributes.signal, ?f.attributes.weight) WHERE { "
        '?f {type: "BrainFeedback"} (?f, "brain_credits", ?p) (?f, "brain_judges", ?x) '
        '?x {type: "Insight", name: "snow"} } ORDER BY ?f.attributes.sequence ASC'
    ).result
    assert judged == [["useful", "implicit_positive"], [1.0, 0.1]]
    sections = client.execute(
        'FIND(?s.attributes.section, ?s.attributes.beta) WHERE { (?p, "brain_has_section", ?s) '
        "FILTER(?s.attributes.beta > ?s.attributes.prior_beta) }"
    ).result
    assert sections == [["examples"], [4.0]]
    bound = client.execute('FIND(?b.attributes.actor, ?p.name) WHERE { (?b, "brain_binds", ?p) }').result
    assert bound == [["alice"], ["local/careful"]]
    assert [finding for finding in client.doctor() if finding.count] == []


@pytest.mark.parametrize("kind", OWN_TYPES)
def test_kml_changes_nothing_of_it(client: kip.Client, remember: Remember, kind: str) -> None:
    taught(client, remember("snow"))
    commands = (
        f'UPSERT {{ CONCEPT ?x {{ {{type: "{kind}", name: "mine"}} }} }}',
        f'UPDATE ?x SET ATTRIBUTES {{ alpha: 100.0 }} WHERE {{ ?x {{type: "{kind}"}} }}',
        f'DELETE CONCEPT ?x DETACH WHERE {{ ?x {{type: "{kind}"}} }}',
    )
    assert [refused(client, command).code for command in commands] == ["KIP_3004"] * 3
    assert differences(client) == []


@pytest.mark.parametrize("predicate", ["brain_weighs", "brain_gates", "brain_judges", "brain_credits"])
def test_kml_changes_none_of_its_links(client: kip.Client, remember: Remember, predicate: str) -> None:
    taught(client, remember("snow"))
    update = f'UPDATE ?l SET ATTRIBUTES {{ alpha: 1.0 }} WHERE {{ ?l (?a, "{predicate}", ?b) }}'
    delete = f'DELETE PROPOSITIONS ?l WHERE {{ ?l (?a, "{predicate}", ?b) }}'
    assert [refused(client, command).code for command in (update, delete)] == ["KIP_3004"] * 2
    assert differences(client) == []


def test_what_reads_or_fails_leaves_nothing_behind(client: kip.Client, remember: Remember) -> None:
    target = remember("snow")
    brain = client.brain
    assert brain.resolve("recall").resolved_profile_id == PROFILE
    assert [profile.id for profile in brain.profiles()] == [PROFILE]
    assert brain.state()["balanced_recall"]["total_events"] == 0
    for failing in (
        lambda: brain.feedback(target, "useful", served_by_profile_id="ghost"),
        lambda: brain.archive(PROFILE),
        lambda: brain.bind("ghost"),
        lambda: brain.create_profile("p", seed_priors={}),
    ):
        with pytest.raises(kip.KipError):
            failing()
    client.execute('FIND(?x) WHERE { ?x {type: "Insight"} }')
    client.settle()
    types = client.execute("DESCRIBE CONCEPT TYPES").result
    assert "Brain" not in str(types)


def test_a_type_that_kml_defined_first_is_left_to_it(client: kip.Client, remember: Remember) -> None:
    target = remember("snow")
    client.execute('UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "BrainFeedback"} } }')
    with pytest.raises(kip.KipError) as error:
        client.brain.feedback(target, "useful")
    assert error.value.code == "KIP_2002"
    assert "BrainFeedback" in error.value.message


def test_targets_are_named_by_ids_beliefs_and_uuids(client: kip.Client, remember: Remember) -> None:
    name = str(uuid.uuid4())
    element, named = remember("snow"), remember(name)
    link = client.execute(
        'UPSERT { CONCEPT ?d { {type: "Domain", name: "Weather"} } '
        'PROPOSITION ?l { ({type: "Insight", name: "snow"}, "belongs_to_domain", ?d) } }'
    ).result["upsert_proposition_links"][0]
    belief = client.beliefs.assimilate(
        "Snow is cold.", {"tier": "real_measurement", "source_id": "me", "direction": "+"}
    )
    judge = client.brain.feedback
    assert judge(element, "useful").target_id == element
    assert judge(link, "useful").target_id == link
    assert judge(belief.id, "useful").target_id is not None
    bare = name.replace("-", "")
    forms = (name, name.upper(), bare, f"urn:uuid:{name}", f"{{{name}}}", bare[:8], bare[:13])
    assert [judge(form, "useful").target_id for form in forms] == [named] * len(forms)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("nope", ("KIP_2003", "bad_uuid")),
        ("snow", ("KIP_2003", "bad_uuid")),
        ("abcdef12", ("KIP_2003", "prefix_not_found")),
        ("6f9619ff-8b86-d011-b42d-00c04fc964ff", ("KIP_3002", "target_not_found")),
        ("6f9619ff-8b86-d011-b42d", ("KIP_2003", "bad_uuid")),
        ("C:000000000000000000000000", ("KIP_3002", "target_not_found")),
    ],
)
def test_what_names_nothing_is_told_apart(
    client: kip.Client, remember: Remember, target: str, expected: tuple[str, str]
) -> None:
    remember("snow")
    with pytest.raises(kip.KipError) as error:
        client.brain.feedback(target, "useful")
    assert detail(error) == expected


def test_a_prefix_of_several_names_is_ambiguous(client: kip.Client, remember: Remember) -> None:
    remember("aaaaaaaa-0000-4000-8000-000000000001")
    second = remember("aaaaaaaa-0000-4000-9000-000000000001")
    with pytest.raises(kip.KipError) as error:
        client.brain.feedback("aaaaaaaa", "useful")
    assert detail(error) == ("KIP_2003", "ambiguous_prefix")
    assert client.brain.feedback("aaaaaaaa000040009", "useful").target_id == second


def test_the_brain_judges_none_of_its_own(client: kip.Client, remember: Remember) -> None:
    taught(client, remember("snow"))
    found = client.execute('FIND(?p) WHERE { ?p {type: "BrainProfile", name: "local/careful"} }').result
    with pytest.raises(kip.KipError) as error:
        client.brain.feedback(found[0]["id"], "useful")
    assert detail(error) == ("KIP_3002", "target_not_found")


def test_a_profile_forgets_the_first_of_too_many(connect: Connect, remember: Remember) -> None:
    small = connect(entity_capacity=2)
    first, second, third = (remember(name) for name in ("a", "b", "c"))
    small.brain.create_profile("p")
    for target in (first, second, first, third, second):
        small.brain.feedback(target, "useful", served_by_profile_id="p")
    assert entities(small, "p") == {second: (3.0, 1.0), third: (2.0, 1.0)}
    small.brain.feedback(first, "wrong", served_by_profile_id="p")
    assert entities(small, "p") == {third: (2.0, 1.0), first: (1.0, 2.0)}
    assert differences(small) == []


def test_what_is_known_of_an_element_goes_with_it(client: kip.Client, remember: Remember) -> None:
    kept, deleted, merged = (remember(name) for name in ("kept", "deleted", "merged"))
    for target in (deleted, merged, kept, deleted, merged):
        client.brain.feedback(target, "explicit_positive")
        client.brain.feedback(target, "implicit_negative")
    client.execute('DELETE CONCEPT ?x DETACH WHERE { ?x {type: "Insight", name: "deleted"} }')
    client.execute(
        'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Insight", name: "merged"} '
        '?b {type: "Insight", name: "kept"} }'
    )
    assert entities(client) == {kept: (2.5, 1.1)}
    assert differences(client) == []
    client.brain.feedback(kept, "useful")
    assert entities(client) == {kept: (3.5, 1.1)}
    assert differences(client) == []
    assert [finding for finding in client.doctor() if finding.count] == []


def test_namespaces_have_brains_of_their_own(client: kip.Client, remember: Remember) -> None:
    target = remember("snow")
    team = client.brain.scoped(namespace="team:a")
    team.feedback(target, "wrong")
    team.create_profile("p")
    assert client.brain.state()["balanced_recall"]["total_events"] == 0
    assert [profile.id for profile in client.brain.profiles()] == [PROFILE]
    assert [profile.id for profile in team.profiles()] == [PROFILE, "p"]
    assert differences(client) == []


def test_an_implicit_signal_weighs_what_is_set(connect: Connect, remember: Remember) -> None:
    target = remember("snow")
    heavy = connect(implicit_weight=0.5)
    for _ in range(4):
        heavy.brain.feedback(target, "implicit_positive")
    assert entities(heavy) == {target: (2.5, 1.0)}
    assert differences(heavy) == []


@pytest.mark.parametrize("weight", [0.0, -1.0, 1.6, float("nan")])
def test_an_implicit_signal_weighs_no_nonsense(weight: float) -> None:
    with pytest.raises(kip.KipError) as error:
        kip.BrainSettings(implicit_weight=weight)
    assert error.value.detail == "implicit_weight"


def test_a_mind_that_is_wiped_begins_anew(client: kip.Client, remember: Remember) -> None:
    target = remember("snow")
    taught(client, target)
    client.brain.reset("careful")
    profile = client.brain.profile("careful")
    assert profile.state_snapshot["entity_posteriors"] == {}
    assert counts(profile.state_snapshot["salience"]) == (2.0, 8.0)
    assert (profile.total_events, profile.exploration_epoch) == (2, 1)
    assert profile.section_posteriors is not None
    assert profile.section_posteriors["examples"].beta == 2.0
    assert differences(client) == []


def test_weights_follow_what_was_learned(client: kip.Client, remember: Remember) -> None:
    target = remember("snow")
    before = client.brain.weights(PROFILE)
    for _ in range(30):
        client.brain.feedback(target, "useful", section_signals={"formalism": "useful"})
    after = client.brain.weights(PROFILE)
    assert after["formalism"] > before["formalism"] == 0.05
    assert sum(after.values()) == pytest.approx(1.0)
    drawn = client.brain.weights(PROFILE, sample=True, rng=7)
    assert drawn == client.brain.weights(PROFILE, sample=True, rng=7) != after
    assert sum(drawn.values()) == pytest.approx(1.0)


def test_a_clock_that_goes_backwards_neither_opens_nor_closes_the_gate(
    client: kip.Client, remember: Remember, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = remember("snow")
    day = 24 * 3600 * 1_000_000
    hour = [0]
    monkeypatch.setattr(clock, "now_us", lambda: hour[0])

    def judged(days: int) -> bool:
        """Whether an implicit signal on that day counts."""
        hour[0] = days * day
        before = entities(client).get(target)
        client.brain.feedback(target, "implicit_positive")
        return entities(client).get(target) != before

    assert [judged(days) for days in (10, 3, *[2] * 13)] == [True] * 15
    assert not judged(1)
    assert judged(24)
    assert entities(client)[target][0] == pytest.approx(2.6)
    assert differences(client) == []


def test_a_state_that_cannot_be_read_is_an_error_with_its_cure(
    client: kip.Client, remember: Remember
) -> None:
    client.brain.feedback(remember("snow"), "useful")

    def body() -> Body[None]:
        yield Query("MATCH (p:BrainProfile {space: $s}) SET p.salience_alpha = -1.0", {"s": client.space})

    def program() -> Program[None]:
        yield Transaction(body)

    client._run(program())
    for read in (client.brain.config, client.brain.state, lambda: client.brain.profile(PROFILE)):
        with pytest.raises(kip.KipError) as error:
            read()
        assert detail(error) == ("KIP_4003", "invalid_state")
    assert differences(client) == [f"profile {PROFILE}: is missing, or can't be read"]
    assert client.brain.profile(PROFILE).total_events == 1


KEYS = (
    "sk-proj-" + "aB3d" * 8,
    "sk-ant-api03-" + "aB3d" * 8,
    "sk_live_" + "aB3d" * 6,
    "AGE-SECRET-KEY-1" + "Q" * 58,
    "-----BEGIN RSA PRIVATE KEY-----",
    "postgres://user:pa55word@host/db",
)


@pytest.mark.parametrize("key", KEYS)
def test_credentials_are_nothing_to_remember(client: kip.Client, key: str) -> None:
    brain = client.brain
    for told in (
        lambda: brain.create_profile("p", description=f"with {key} for it"),
        lambda: brain.create_profile("p", consumer_kind=key),
        lambda: brain.create_profile("p", seed_priors={"section_posteriors": {}, "note": [{"deep": key}]}),
        lambda: brain.bind(PROFILE, actor=key),
    ):
        with pytest.raises(kip.KipError) as error:
            told()
        assert detail(error) == ("KIP_2003", "secret")
        assert key not in error.value.message
    brain.create_profile("p", description="sk-p and token_count_of_key are no credentials")


async def _async_story(uri: str, auth: tuple[str, str], database: str, space: str, target: str) -> int:
    async with kip.connect_async(uri, auth=auth, database=database, space=space) as client:
        await client.brain.create_profile("p")
        await client.brain.scoped(actor="bob").bind("p", actor="bob")
        told = await client.brain.scoped(actor="bob").feedback(target, "useful")
        assert told.emitted
        await client.execute('FIND(?x) WHERE { ?x {type: "Insight"} }')
        return (await client.brain.profile("p")).total_events


def test_the_async_client_does_the_same(
    client: kip.Client, remember: Remember, neo4j_connection: tuple[str, tuple[str, str], str], space: str
) -> None:
    import asyncio

    target = remember("snow")
    uri, auth, database = neo4j_connection
    assert asyncio.run(_async_story(uri, auth, database, space, target)) == 1
    assert entities(client) == {target: (2.0, 1.0)}
    assert differences(client) == []
