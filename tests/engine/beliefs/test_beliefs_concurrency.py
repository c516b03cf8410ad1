"""Beliefs among several writers: no entry is lost, and every result is that of some order of the calls."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from believing import Believer

from kip_engine.beliefs.credence import credence

WRITERS, STEPS = 4, 6


def twin(mind: Believer) -> Believer:
    """Another pair of hands on the same memory."""
    return Believer(mind.memory)


def test_no_entry_is_lost_when_many_assert_one_claim(mind: Believer) -> None:
    def assert_often(writer: int) -> None:
        own = twin(mind)
        for step in range(STEPS):
            own.believe("one claim", "doc", f"ghost {writer} {step}")

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(assert_often, range(WRITERS)))
    [hit] = mind.retrieve("one claim")
    assert len(hit.belief.evidence_history) == 2 * WRITERS * STEPS
    assert hit.belief.credence == credence(hit.belief.evidence_history)
    assert mind.complaints() == []


def test_assimilate_beside_retract_on_one_belief(mind: Believer) -> None:
    def assert_often(writer: int) -> None:
        own = twin(mind)
        for step in range(STEPS):
            own.believe("one claim", "doc", f"ghost {writer} {step}")

    def retract_often(_: int) -> int:
        own = twin(mind)
        return sum(len(own.changes(own.retract("doc"))) for _ in range(STEPS))

    with ThreadPoolExecutor(WRITERS) as pool:
        asserting = [pool.submit(assert_often, writer) for writer in range(WRITERS - 1)]
        retracting = pool.submit(retract_often, 0)
        for each in asserting:
            each.result()
        changes = retracting.result()
    [hit] = mind.retrieve("one claim")
    history = hit.belief.evidence_history
    given = (WRITERS - 1) * STEPS
    ghosts = [entry for entry in history if entry.source_id.startswith("ghost")]
    past = mind.read(
        "MATCH (e:BeliefEvidence) WHERE e.space = $space AND e.retraction IS NOT NULL RETURN count(e)"
    )[0][0]
    assert len(ghosts) == given
    assert len(history) - len(ghosts) + past == given
    assert changes <= past
    assert hit.belief.credence == credence(history)
    assert mind.complaints() == []


def test_who_cites_a_belief_whose_ground_is_being_taken_away_never_keeps_standing_on_it(
    mind: Believer,
) -> None:
    for round_ in range(STEPS):
        mind.put(f"d{round_}")
        below = mind.believe(f"below {round_}", f"d{round_}")

        def cite(number: int, source: str = below.id, round_: int = round_) -> None:
            twin(mind).believe(f"above {round_} {number}", source)

        with ThreadPoolExecutor(3) as pool:
            jobs = [pool.submit(cite, 0), pool.submit(twin(mind).retract, f"d{round_}"), pool.submit(cite, 1)]
            for job in jobs:
                job.result()
    above = [hit.belief for hit in mind.retrieve("above", k=100) if "above" in hit.belief.claim.text]
    assert len(above) == 2 * STEPS
    assert {belief.credence for belief in above} == {0.5}


def test_a_new_claim_that_many_state_at_once_is_one_belief(mind: Believer) -> None:
    def state(number: int) -> str:
        return twin(mind).believe("A new claim" if number % 2 else "a  new CLAIM", "doc").id

    with ThreadPoolExecutor(WRITERS) as pool:
        ids = set(pool.map(state, range(2 * WRITERS)))
    assert len(ids) == 1
    assert mind.complaints() == []
