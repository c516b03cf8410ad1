"""What a question asks: intents, names, stretches of time; rules that never raise."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kip_engine.recall.analysis.analyse import analyse
from kip_engine.recall.analysis.asked import INTENTS, Context
from kip_engine.recall.analysis.names import find_names
from kip_engine.recall.analysis.planning import Nonsense, planned
from kip_engine.recall.analysis.times import find_scope

NOW = datetime(2026, 5, 13, 15, 30, tzinfo=UTC)  # a Wednesday


def intents(question: str) -> tuple[str, ...]:
    return analyse(question, NOW, Context()).intents


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("Who is Ada?", "entity"),
        ("What are Ada's preferences?", "preference"),
        ("Does she like tea?", "preference"),
        ("Who works with Ada?", "relation"),
        ("How are Ada and Grace related?", "relation"),
        ("What happened in our last meeting?", "event"),
        ("When did Ada move?", "event"),
        ("What do we know about Project Aurora?", "domain"),
        ("Does Ada tend to be late?", "pattern"),
        ("How have Ada's preferences changed?", "evolution"),
        ("What did Ada use previously?", "evolution"),
        ("Have we discussed pricing?", "existence"),
        ("Do you remember the rocket?", "existence"),
        ("What's due?", "due"),
        ("What did I promise?", "due"),
        ("Any open reminders?", "due"),
        ("What have you learned?", "learned"),
        ("How should I respond when brevity is asked for?", "learned"),
        ("Who are you?", "identity"),
        ("What are your values?", "identity"),
        ("How have you changed?", "identity"),
        ("What should I know before I respond?", "briefing"),
        ("Remember that I like tea.", "store"),
        ("Please note down: the code is 5.", "store"),
        ("rockets", "general"),
        ("Wer bist du?", "identity"),
        ("你是谁", "identity"),
        ("上次发生了什么", "event"),
    ],
)
def test_intents(question: str, intent: str) -> None:
    assert intents(question)[0] == intent


def test_a_question_may_have_several_intents() -> None:
    assert intents("How have Ada's preferences changed?")[:2] == ("evolution", "preference")


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What does Ada Lovelace like about Project Aurora?", ["Ada Lovelace", "Project Aurora"]),
        ("Ada likes what?", ["Ada"]),
        ("Did the King of Spain meet Ada?", ["King of Spain", "Ada"]),
        ("Ada's friend Grace", ["Ada", "Grace"]),
        ('What about "dark mode"?', ["dark mode"]),
        ("What did ada_id say to grace@x.com?", ["ada_id", "grace@x.com"]),
        ("What happened on Friday in May?", []),
        ("who is ada", []),
        ("Tell me more", []),
        ("I'm asking", []),
    ],
)
def test_names(question: str, names: list[str]) -> None:
    assert [name.text for name in find_names(question) if name.text != "I'm"] == names


def day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("last week", "2026-05-04", "2026-05-11"),
        ("this week", "2026-05-11", "2026-05-18"),
        ("yesterday", "2026-05-12", "2026-05-13"),
        ("today", "2026-05-13", "2026-05-14"),
        ("since March", "2026-03-01", None),
        ("since last week", "2026-05-04", None),
        ("before 2024-02", None, "2024-02-01"),
        ("until yesterday", None, "2026-05-13"),
        ("after 2022", "2023-01-01", None),
        ("in May 2023", "2023-05-01", "2023-06-01"),
        ("on 8 May, 2023", "2023-05-08", "2023-05-09"),
        ("on May 8th 2023", "2023-05-08", "2023-05-09"),
        ("on 2023-05-08", "2023-05-08", "2023-05-09"),
        ("in 2023", "2023-01-01", "2024-01-01"),
        ("in December", "2025-12-01", "2026-01-01"),
        ("3 days ago", "2026-05-10", "2026-05-11"),
        ("two months ago", "2026-03-01", "2026-04-01"),
        ("last Tuesday", "2026-05-12", "2026-05-13"),
        ("since Monday", "2026-05-11", None),
        ("last year", "2025-01-01", "2026-01-01"),
        ("between January 2023 and March 2023", "2023-01-01", "2023-04-01"),
        ("from 2023-01-05 to 2023-02-01", "2023-01-05", "2023-02-02"),
        ("was gestern war", "2026-05-12", "2026-05-13"),
        ("上周发生了什么", "2026-05-04", "2026-05-11"),
    ],
)
def test_stretches_of_time(question: str, start: str | None, end: str | None) -> None:
    scope = find_scope(question, NOW)
    assert scope is not None
    assert (scope.start, scope.end) == (start and day(start), end and day(end))


@pytest.mark.parametrize(
    "question",
    ["may I ask", "the march of time", "2023-13-45", "the player", "between you and me", "31 of 99"],
)
def test_other_words_are_no_time(question: str) -> None:
    assert find_scope(question, NOW) is None


def test_days_begin_where_now_is() -> None:
    tokyo = timezone(timedelta(hours=9))
    scope = find_scope("yesterday", datetime(2026, 5, 13, 1, 0, tzinfo=tokyo))
    assert scope is not None
    assert (scope.cutoff, scope.until) == ("2026-05-11T15:00:00Z", "2026-05-12T15:00:00Z")


@pytest.mark.parametrize(
    ("question", "least"),
    [
        ("with at least 80% confidence", 0.8),
        ("are you 90% sure?", 0.9),
        ("confidence above 0.7", 0.7),
        ("what is confirmed?", 0.8),
        ("what is it?", None),
        ("confidence 900%", 1.0),
    ],
)
def test_required_confidence(question: str, least: float | None) -> None:
    assert analyse(question, NOW, Context()).least == least


@given(st.text(max_size=400), st.datetimes(timezones=st.just(UTC)))
@settings(max_examples=300)
def test_nothing_raises(question: str, now: datetime) -> None:
    asked = analyse(question, now, Context())
    assert set(asked.intents) <= set(INTENTS)
    assert asked.to_dict()["intent"] == asked.intents[0]
    if asked.scope is not None:
        assert asked.scope.holds(asked.scope.cutoff) in (True, False)


TIME_WORDS = "last next since before between and in 2023 may 8 yesterday ago days 99999 week monday from to"
WORDS = st.lists(st.sampled_from(TIME_WORDS.split()), max_size=12)


@given(WORDS, st.datetimes(timezones=st.just(UTC)))
def test_no_words_of_time_raise(words: list[str], now: datetime) -> None:
    scope = find_scope(" ".join(words), now)
    assert scope is None or scope.cutoff <= "9999"


def plan(answer: Any) -> Any:
    asked = analyse("What does Ada like?", NOW, Context())
    return planned(lambda query, context: answer, "What does Ada like?", {}, asked)


def test_a_planner_says_what_it_knows_better() -> None:
    asked = plan(
        {
            "intent": "event",
            "names": ["Grace"],
            "time": {"start": "2026-01-01", "end": None},
            "history": True,
            "confidence": 0.5,
            "translations": ["Was mag Ada?"],
            "predicates": ["knows"],
        }
    )
    assert asked.intents == ("event", "general")
    assert [name.text for name in asked.names] == ["Grace"]
    assert asked.scope.cutoff == "2026-01-01T00:00:00Z"
    assert (asked.history, asked.least) == (True, 0.5)
    assert (asked.translations, asked.predicates) == (("Was mag Ada?",), ("knows",))
    assert plan({}).names == analyse("What does Ada like?", NOW, Context()).names


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "event",
        ["event"],
        {"intent": "dance"},
        {"intents": 7},
        {"names": "Ada"},
        {"names": [1]},
        {"time": "yesterday"},
        {"time": {"start": "soon"}},
        {"history": "yes"},
        {"confidence": 2},
        {"confidence": True},
        {"translations": [""]},
    ],
)
def test_nonsense_of_a_planner_is_recognised(answer: Any) -> None:
    with pytest.raises(Nonsense):
        plan(answer)


def test_a_planner_that_is_async_is_nonsense() -> None:
    async def planner(query: str, context: Mapping[str, Any]) -> dict[str, Any]:
        return {}

    asked = analyse("x", NOW, Context())
    with pytest.raises(Nonsense):
        planned(planner, "x", {}, asked)
