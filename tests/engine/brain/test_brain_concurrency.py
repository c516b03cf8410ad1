"""Many at once: nothing that anybody said is lost, and nothing counts twice."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from minds import Connect, Remember, counts, differences, entities

import kip

CLIENTS = 6
PROFILE = "balanced-recall-v1"


def at_once(tasks: list[Callable[[], Any]]) -> list[Any]:
    """What each task returns or raises, all run side by side."""

    def outcome(task: Callable[[], Any]) -> Any:
        try:
            return task()
        except kip.KipError as error:
            return error.detail

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(outcome, tasks))


def test_no_judgement_is_lost_and_the_log_tells_the_same(
    connect: Connect, client: kip.Client, remember: Remember
) -> None:
    targets = [remember(f"t{place}") for place in range(4)]
    for name in ("p", "q"):
        client.brain.create_profile(name)
    each = 12

    def judge(place: int, brain: Any) -> None:
        for turn in range(each):
            served = (None, "p", "q")[(place + turn) % 3]
            target = targets[(place * 5 + turn) % len(targets)]
            signal = ("useful", "explicit_negative", "implicit_positive")[turn % 3]
            sections = {"overview": "useful"} if turn % 3 == 0 else None
            brain.feedback(target, signal, served_by_profile_id=served, section_signals=sections)

    clients = [connect() for _ in range(CLIENTS)]
    failures = at_once([lambda p=p, c=c: judge(p, c.brain) for p, c in enumerate(clients)])
    assert failures == [None] * CLIENTS
    profiles = client.brain.profiles()
    assert sum(profile.total_events for profile in profiles) == CLIENTS * each
    assert client.brain.event_counts("2020-01-01T00:00:00Z").total == CLIENTS * each
    sections = [client.brain.profile(profile.id).section_posteriors for profile in profiles]
    learned = sum(found["overview"].alpha - 2.0 for found in sections if found is not None)
    assert learned == CLIENTS * each / 3
    assert differences(client) == []
    assert [finding for finding in client.doctor() if finding.count] == []


@pytest.mark.parametrize("signal", ["implicit_positive", "useful"])
def test_a_pair_of_scorer_and_row_counts_once(
    connect: Connect, client: kip.Client, remember: Remember, signal: str
) -> None:
    target = remember("snow")
    row = client.brain.record_serve("recall", [target], "is snow cold", served_by_profile_id=PROFILE)
    grade = {"scorer_run_id": "run-1", "serve_ledger_id": row.serve_ledger_ids[0]}
    clients = [connect() for _ in range(CLIENTS)]
    told = at_once([lambda c=c: c.brain.feedback(target, signal, **grade) for c in clients])
    assert sorted(answer.emitted for answer in told) == [False] * (CLIENTS - 1) + [True]
    assert client.brain.profile(PROFILE).total_events == 1
    assert differences(client) == []


def test_scorers_in_turns_count_as_the_ledger_remembers(client: kip.Client, remember: Remember) -> None:
    target = remember("snow")
    row = client.brain.record_serve("recall", [target], "q", served_by_profile_id=PROFILE).serve_ledger_ids[0]

    def grade(scorer: str, signal: str) -> bool:
        return client.brain.feedback(target, signal, scorer_run_id=scorer, serve_ledger_id=row).emitted

    assert [grade(scorer, "useful") for scorer in ("s", "s2", "s")] == [True, True, True]
    assert [grade(scorer, "implicit_positive") for scorer in ("a", "b", "a")] == [True, True, False]


def test_the_same_serve_recorded_by_many_is_one_row(
    connect: Connect, client: kip.Client, remember: Remember
) -> None:
    target = remember("snow")
    clients = [connect() for _ in range(CLIENTS)]
    served = at_once(
        [lambda c=c: c.brain.record_serve("recall", [target], "a b", served_at=17) for c in clients]
    )
    assert sum(answer.written for answer in served) == 1
    assert len({answer.serve_ledger_ids[0] for answer in served}) == 1
    again = client.brain.record_serve("recall", [target, target], "B, a!", served_at=17)
    assert (again.written, again.skipped) == (0, 2)


def test_a_profile_is_made_once(connect: Connect) -> None:
    clients = [connect() for _ in range(CLIENTS)]
    made = at_once([lambda c=c: c.brain.create_profile("p").profile_id for c in clients])
    assert sorted(made) == ["p"] + ["profile_exists"] * (CLIENTS - 1)
    assert differences(clients[0]) == []


def test_bindings_of_the_same_callers_replace_each_other(connect: Connect, client: kip.Client) -> None:
    for place in range(CLIENTS):
        client.brain.create_profile(f"p{place}")
    clients = [connect() for _ in range(CLIENTS)]
    at_once([lambda p=p, c=c: c.brain.bind(f"p{p}", actor="x") for p, c in enumerate(clients)])
    [bound] = client.brain.bindings()
    assert client.brain.resolve("recall", actor="x").resolved_profile_id == bound.profile_id
    assert differences(client) == []


def test_a_profile_that_is_archived_meanwhile_learns_no_more(
    connect: Connect, client: kip.Client, remember: Remember
) -> None:
    target = remember("snow")
    client.brain.create_profile("p")
    clients = [connect() for _ in range(CLIENTS)]
    refused = set()

    def judge(brain: Any) -> int:
        learned = 0
        try:
            for _ in range(30):
                brain.feedback(target, "useful", served_by_profile_id="p")
                learned += 1
        except kip.KipError as error:
            refused.add(error.detail)
        return learned

    tasks: list[Callable[[], Any]] = [lambda c=c: judge(c.brain) for c in clients]
    learned = at_once([*tasks, lambda: client.brain.archive("p")])[:-1]
    assert client.brain.profile("p").total_events == sum(learned)
    assert refused <= {"archived_feedback"}
    assert differences(client) == []


def test_entities_leave_in_order_however_many_judge(
    connect: Connect, client: kip.Client, remember: Remember
) -> None:
    targets = [remember(f"t{place}") for place in range(9)]
    clients = [connect(entity_capacity=3) for _ in range(CLIENTS)]
    clients[0].brain.create_profile("p")

    def judge(place: int, brain: Any) -> None:
        for turn in range(10):
            target = targets[(place * 4 + turn) % len(targets)]
            brain.feedback(target, "useful", served_by_profile_id="p")

    at_once([lambda p=p, c=c: judge(p, c.brain) for p, c in enumerate(clients)])
    assert len(entities(client, "p")) == 3
    assert differences(client) == []


def test_uses_of_many_clients_add_up(connect: Connect, client: kip.Client, remember: Remember) -> None:
    remember("snow")
    client.brain.create_profile("p")
    clients = [connect() for _ in range(CLIENTS)]

    def use(one: kip.Client) -> None:
        for _ in range(10):
            one.execute('FIND(?x) WHERE { ?x {type: "Insight", name: "snow"} }')
        one.settle()

    at_once([lambda c=c: use(c) for c in clients])
    snapshot = client.brain.profile(PROFILE).state_snapshot
    [posterior] = [counts(found) for found in snapshot["entity_posteriors"].values()]
    assert posterior == (1.0 + 10 * CLIENTS, 1.0)
    assert differences(client) == []
