"""What a profile believes of each section of a piece of knowledge."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from kip_grammar.errors import KipError

from . import numerics, sections
from .arithmetic.beta import Beta
from .complaints import invalid
from .signals import SECTION_SHIFTS, Feedback, Signal

ESS_CAP = 100.0
EXPLORATION_EPOCH = 50
_log = logging.getLogger(__name__)


class SectionState:
    """Posteriors and priors by section.  `exploration_epoch` counts down with the events, to 0."""

    def __init__(
        self,
        priors: Mapping[str, Beta] | None = None,
        posteriors: Mapping[str, Beta] | None = None,
        total_events: int = 0,
        exploration_epoch: int = EXPLORATION_EPOCH,
    ) -> None:
        self.priors = dict(sections.PRIORS if priors is None else priors)
        self.posteriors = dict(self.priors if posteriors is None else posteriors)
        self.total_events = total_events
        self.exploration_epoch = exploration_epoch

    def apply(self, signal: Signal) -> None:
        """Learn from a signal, if it judges sections."""
        if isinstance(signal, Feedback) and signal.sections:
            self.total_events += 1
            self.exploration_epoch = max(0, self.exploration_epoch - 1)
            for name, judgement in signal.sections.items():
                if name in self.posteriors:
                    prior = self.priors.get(name)
                    self.posteriors[name] = judged(name, self.posteriors[name], prior, judgement)

    def reset(self) -> None:
        """The priors again; the epoch and what was counted stay."""
        self.posteriors = dict(self.priors)

    def weights(self) -> dict[str, float]:
        """How much room each section gets, by what is known of it; they sum to 1."""
        names, alpha, beta = self._arrays()
        return dict(zip(names, numerics.weights().deterministic(alpha, beta).tolist(), strict=True))

    def sampled(self, draws: int, rng: Any = None) -> tuple[list[str], Any]:
        """`draws` samples of the weights, by Thompson, or as many times the same once the epoch is 0.

        Returns the sections and an array (draws, sections).  `rng` is a NumPy generator or a seed; anything
        else is KIP_2003.
        """
        names, alpha, beta = self._arrays()
        arithmetic = numerics.weights()
        try:
            random = arithmetic.generator(rng)
        except (TypeError, ValueError):
            hint = "Give a NumPy generator, an integer from 0 on, or nothing."
            raise invalid("bad_param_type", f"{rng!r:.80} is no seed.", hint) from None
        return names, arithmetic.sampled(alpha, beta, self.exploration_epoch, draws, random)

    def _arrays(self) -> tuple[list[str], object, object]:
        names = [name for name in sections.NAMES if name in self.posteriors]
        pairs = [(self.posteriors[name].alpha, self.posteriors[name].beta) for name in names]
        alpha, beta = numerics.weights().columns(pairs)
        return names, alpha, beta


def judged(name: str, posterior: Beta, prior: Beta | None, judgement: str) -> Beta:
    """A section's posterior after one judgement, its evidence capped.

    A prior as strong as the cap makes capping impossible; then the judgement counts in full, and that is
    logged.
    """
    learned = posterior.shifted(SECTION_SHIFTS[judgement])
    try:
        return learned if prior is None else learned.capped(prior, ESS_CAP)
    except KipError as error:
        _log.warning("The evidence of section %s could not be capped: %s", name, error.message)
        return learned
