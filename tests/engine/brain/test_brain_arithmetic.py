"""The brain's arithmetic: what must hold of any posterior, weight, mass and memory of entities."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from kip_engine.brain import sections
from kip_engine.brain.arithmetic import weights
from kip_engine.brain.arithmetic.beta import Beta, shift
from kip_engine.brain.arithmetic.gate import HALF_LIFE_US, MASS_CAP, TOLERANCE, Account, decayed
from kip_engine.brain.arithmetic.intervals import interval
from kip_engine.brain.query_class import query_class
from kip_engine.brain.recall_state import Entities
from kip_engine.brain.section_state import ESS_CAP, SectionState
from kip_engine.brain.signals import Feedback
from kip_grammar.errors import KipError

counts = st.floats(1e-3, 1e6)
betas = st.builds(Beta, counts, counts)
names = st.sampled_from("abcdef")


def outcome(compute: Callable[[], Beta]) -> Beta | str:
    """What is computed, or the code of why it can't be."""
    try:
        return compute()
    except KipError as error:
        return error.detail


@given(betas)
def test_moments_are_those_of_the_distribution(posterior: Beta) -> None:
    reference = stats.beta(posterior.alpha, posterior.beta)
    assert posterior.mean == pytest.approx(reference.mean(), rel=1e-9)
    assert posterior.variance == pytest.approx(reference.var(), rel=1e-9)


@given(betas, betas, betas)
def test_merging_is_symmetric_or_refused_both_ways(one: Beta, other: Beta, prior: Beta) -> None:
    assert outcome(lambda: one.merged(other, prior)) == outcome(lambda: other.merged(one, prior))


@given(betas, st.floats(0.01, 10), st.floats(0.01, 10), st.floats(21, 1e4))
def test_a_cap_bounds_the_evidence_and_nothing_else(
    posterior: Beta, alpha: float, beta: float, cap: float
) -> None:
    prior = Beta(alpha, beta)
    capped = outcome(lambda: posterior.capped(prior, cap))
    if posterior.ess <= cap:
        assert capped == posterior
    elif isinstance(capped, Beta):
        assert capped.ess == pytest.approx(cap)
    else:
        assert capped in ("alpha", "beta")


@pytest.mark.parametrize("weight", [0.0, -1.0, math.nan, math.inf])
def test_evidence_without_a_weight_is_a_mistake_of_the_caller(weight: float) -> None:
    with pytest.raises(ValueError, match="finite weight"):
        shift(True, weight)


@given(st.builds(Beta, st.floats(0.5, 1e6), st.floats(0.5, 1e6)), st.floats(0.05, 0.99))
def test_an_interval_holds_its_mass(posterior: Beta, mass: float) -> None:
    low, high = interval(posterior, mass)
    reference = stats.beta(posterior.alpha, posterior.beta)
    assert 0.0 <= low <= high <= 1.0
    assert reference.cdf(high) - reference.cdf(low) == pytest.approx(mass, abs=1e-6)


@given(st.lists(st.floats(1e-12, 1e3), min_size=1, max_size=15))
def test_floored_weights_sum_to_one_and_keep_their_order(raw: list[float]) -> None:
    floored = weights.floored(np.array([raw]))[0]
    assert floored.sum() == pytest.approx(1.0)
    order = np.argsort(raw, kind="stable")
    assert (np.diff(floored[order]) >= -1e-12).all()
    if len(raw) * weights.FLOOR <= 0.5:
        assert floored.min() >= weights.FLOOR - 1e-9


@given(st.lists(st.tuples(counts, counts), min_size=1, max_size=10), st.integers(0, 200))
def test_rows_of_samples_are_what_single_rows_would_be(pairs: list[tuple[float, float]], epoch: int) -> None:
    alpha, beta = weights.columns(pairs)
    rows = weights.sampled(alpha, beta, epoch, 5, np.random.default_rng(1))
    assert rows.shape == (5, len(pairs))
    for row in rows:
        assert weights.floored(row[np.newaxis])[0] == pytest.approx(row, abs=1e-9)


def test_no_sections_have_no_weights() -> None:
    alpha, beta = weights.columns([])
    assert weights.deterministic(alpha, beta).shape == (0,)


@given(st.lists(st.tuples(st.floats(0.0, 2.0), st.integers(-(10**12), 10**13)), max_size=60))
def test_the_gate_bounds_the_mass_whatever_the_clock_does(charges: list[tuple[float, int]]) -> None:
    account, now = Account(0.0, 0), 10**15
    for weight, step in charges:
        now += step
        passed, later = account.charged(weight, now)
        assert passed.weight in (0.0, weight)
        assert later.mass <= MASS_CAP + TOLERANCE
        assert later.at_us >= account.at_us
        account = later


def test_mass_halves_in_a_week_and_never_grows() -> None:
    assert decayed(1.5, HALF_LIFE_US) == 0.75
    assert decayed(1.5, -HALF_LIFE_US) == 1.5
    assert decayed(1.5, 10**18) == 0.0


@given(st.lists(names, max_size=80), st.integers(0, 4))
def test_entities_leave_in_the_order_in_which_they_came(touched: list[str], capacity: int) -> None:
    entities, queue = Entities(capacity), deque[str]()
    for name in touched:
        gone = entities.touch(name, shift(True))
        if name not in queue:
            expected = queue.popleft() if queue and len(queue) >= capacity else None
            queue.append(name)
            assert gone == expected
        assert entities.order == list(queue)


@given(st.lists(names, max_size=80), st.integers(1, 4))
def test_the_numbers_of_insertions_alone_say_who_is_kept(touched: list[str], capacity: int) -> None:
    """What the graph relies on: kept are the last `capacity` insertions, whatever became of the others."""
    entities = Entities(capacity)
    numbered: list[str] = []
    for name in touched:
        if name not in entities.posteriors:
            numbered.append(name)
        entities.touch(name, shift(True))
    assert entities.order == numbered[-capacity:]


@given(st.lists(st.sampled_from(["useful", "not_useful", "wrong"]), max_size=300))
def test_a_section_never_has_more_evidence_than_the_cap(judgements: list[str]) -> None:
    state = SectionState()
    for judgement in judgements:
        state.apply(Feedback("t", "useful", {"overview": judgement}))
    assert state.posteriors["overview"].ess <= ESS_CAP * (1 + 1e-12)
    assert state.exploration_epoch == max(0, 50 - len(judgements))


def test_a_prior_at_the_cap_cannot_be_capped_and_that_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    state = SectionState(sections.seeded({"overview": Beta(60.0, 40.0)}))
    state.apply(Feedback("t", "useful", {"overview": "useful"}))
    assert state.posteriors["overview"] == Beta(61.0, 40.0)
    assert "could not be capped" in caplog.text


@given(st.text(max_size=40), st.randoms())
def test_the_class_of_a_query_is_that_of_its_words(query: str, random: object) -> None:
    words = query.split()
    random.shuffle(words)  # type: ignore[attr-defined]
    assert query_class(" ".join([*words, *words])) == query_class(query)


def test_vowel_signs_belong_to_their_word() -> None:
    assert query_class("हिन्दी") != query_class("ह न द")


def test_a_million_judgements_keep_their_count() -> None:
    posterior, tenth = Beta(2.0, 8.0), shift(True, 0.1)
    for _ in range(1_000_000):
        posterior = posterior.shifted(tenth)
    assert posterior.alpha == pytest.approx(100_002.0, rel=1e-10)
    state = SectionState()
    for _ in range(10_000):
        state.apply(Feedback("t", "useful", {"overview": "useful"}))
    assert state.posteriors["overview"].ess <= ESS_CAP * (1 + 1e-12)
