"""Beliefs, and why they are held, as data and as a tree."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rich.text import Text
from rich.tree import Tree

from .console import on_one_line
from .values import shortened

if TYPE_CHECKING:
    from kip_engine.beliefs.access import Scope
    from kip_engine.beliefs.explanation import ExplainedBelief, Explanation, Leg
    from kip_engine.beliefs.records import Belief

SIGNS = {"+": "+", "-": "−"}
COLOURS = {"+": "green", "-": "red"}
REFUTED, BELIEVED = 0.5, 0.8


def scope_asked(scope: str, all_scopes: bool) -> Scope:
    """The scope that --scope and --all-scopes ask for."""
    from kip import ALL_SCOPES

    return ALL_SCOPES if all_scopes else scope


def as_data(belief: Belief) -> dict[str, Any]:
    """A belief as JSON."""
    data = asdict(belief)
    return {**data, "credence": finite(belief.credence)}


def finite(value: Any) -> Any:
    """`value`, or None for a number that JSON doesn't have."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def why_tree(explained: Explanation, depth: int) -> Tree:
    """What the belief rests on, `depth` levels of beliefs; each belief is unfolded once."""
    root = Tree(_belief(explained.belief), guide_style="dim")
    level, unfolded = [(root, explained.belief)], {explained.belief_id}
    for left in reversed(range(depth)):
        pairs = [pair for branch, belief in level for pair in _legs(branch, belief, explained)]
        level = [(twig, cited) for twig, cited in pairs if _unfolds(twig, cited, unfolded, here=bool(left))]
    return root


def _legs(
    branch: Tree, belief: ExplainedBelief, explained: Explanation
) -> Iterator[tuple[Tree, ExplainedBelief]]:
    """Adds the legs of `belief` to `branch`; those that rest on a belief, with it."""
    if not belief.legs:
        branch.add(Text("nothing", "dim"))
    for leg in belief.legs:
        twig = branch.add(_leg(leg, explained))
        cited = explained.beliefs.get(leg.belief_id or "")
        if cited is not None and leg.status != "refused":
            yield twig, cited


def _unfolds(twig: Tree, cited: ExplainedBelief, unfolded: set[str], *, here: bool) -> bool:
    """Whether what `cited` rests on is shown below `twig`; else where it is shown."""
    if cited.id in unfolded:
        twig.add(Text("see there", "dim"))
    elif not here:
        twig.add(Text(f"… kip why {cited.id}", "dim"))
    else:
        unfolded.add(cited.id)
        return True
    return False


def _belief(belief: ExplainedBelief) -> Text:
    return Text.assemble(
        _credence(belief.credence),
        " ",
        (shortened(on_one_line(belief.claim)), "bold"),
        (f"  {belief.id}", "dim"),
    )


def _credence(credence: float | None) -> Text:
    if credence is None or math.isnan(credence):
        return Text("null", "dim")
    colour = "green" if credence >= BELIEVED else "red" if credence < REFUTED else "yellow"
    return Text(f"{credence:.3f}", f"bold {colour}")


def _leg(leg: Leg, explained: Explanation) -> Text:
    counts = leg.status == "accepted" and leg.weight > 0
    style = COLOURS[leg.direction] if counts else "dim"
    text = Text.assemble(
        (f"{SIGNS[leg.direction]} {leg.counted_tier}", style),
        (_amount(leg) if counts else f" {leg.status}", style),
        "  ",
        _source(leg, explained),
    )
    return text if not leg.reason else text.append_text(_remark(leg))


def _amount(leg: Leg) -> str:
    weight = "" if leg.weight == 1 else f" × {leg.weight:g}"
    return f"{weight} {leg.log_odds:+.2f}".replace("-", "−")


def _source(leg: Leg, explained: Explanation) -> Text:
    cited = explained.beliefs.get(leg.belief_id or "")
    if cited is not None:
        return _belief(cited)
    name = Text(on_one_line(leg.source_id) or "no source", "cyan" if leg.source_kind else "dim")
    if leg.belief_id is not None:
        return name.append(" (a belief)", "dim")
    return name.append(f" {shortened(on_one_line(leg.source_text))}", "dim") if leg.source_text else name


def _remark(leg: Leg) -> Text:
    from kip_engine.beliefs.explanation import REASONS

    claimed = "" if leg.counted_tier == leg.tier else f"{leg.tier}, but "
    return Text(f"  ({claimed}{REASONS[leg.reason]})", "yellow dim")
