"""Plots of what the brain knows, as PNG or SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from .brain import interval_of

if TYPE_CHECKING:
    from kip_engine.brain.audit import Step

BLUE = "#2a78b5"
DOTS = 160


def plot_weights(file: Path, profile: str, weights: Mapping[str, float]) -> None:
    """The weights of sections as bars, the largest first, with the floor that none is under."""
    ranked = sorted(weights.items(), key=lambda entry: entry[1])
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.barh([name for name, _ in ranked], [weight for _, weight in ranked], color=BLUE)
    axes.axvline(0.05, color="grey", linewidth=1, linestyle=":")
    axes.set_xlabel("weight")
    axes.set_title(f"Weights of sections: {profile}")
    _save(figure, file)


def plot_history(file: Path, title: str, steps: Sequence[Step]) -> None:
    """A posterior's mean over time, in the band that holds 90 % of it, and its evidence below."""
    known = [(datetime.fromisoformat(step.at), step.after) for step in steps if step.after is not None]
    times = [at for at, _ in known]
    bands = [interval_of({"alpha": after.alpha, "beta": after.beta}) for _, after in known]
    figure = Figure(figsize=(8, 5), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=[3, 1])
    upper.fill_between(times, [low for low, _ in bands], [high for _, high in bands], step="post", alpha=0.2)
    upper.step(times, [after.mean for _, after in known], where="post", color=BLUE)
    upper.set(ylim=(0, 1), ylabel="mean, 90 % within", title=title)
    lower.step(times, [after.ess for _, after in known], where="post", color="grey")
    lower.set(ylabel="evidence")
    _turn_dates(lower)
    _save(figure, file)


def _turn_dates(axes: Any) -> None:
    for label in axes.get_xticklabels():
        label.set(rotation=20, ha="right")


def _save(figure: Figure, file: Path) -> None:
    figure.savefig(file, dpi=DOTS)
