"""What the brain knows, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.text import Text

from .console import on_one_line
from .tables import make_table

if TYPE_CHECKING:
    from rich.table import Table

    from kip_engine.brain.audit import Step
    from kip_engine.brain.results import Binding, Event, EventCounts, Profile, ProfileRecord

SCALARS = ("relevance", "salience", "temporal")
POSTERIOR = ("mean", "90 % within", "evidence")
BAR = 30
SECONDS = len("2026-05-01T12:00:00")


def profiles_table(found: Sequence[ProfileRecord]) -> Table:
    """What profiles there are."""
    rows = [
        (each.id, on_one_line(each.consumer_kind), each.lifecycle, each.total_events, each.exploration_epoch)
        for each in found
    ]
    return make_table(["profile", "kind", "lifecycle", "events", "resets"], rows)


def beliefs_table(found: Profile, most: int) -> RenderableType:
    """What a profile believes, scalar by scalar, section by section, and of `most` entities."""
    title = f"{found.id} ({found.lifecycle}, {on_one_line(found.consumer_kind)}): {found.total_events} events"
    scalars = make_table(
        ["scalar", *POSTERIOR], [(name, *_cells(found.state_snapshot[name])) for name in SCALARS]
    )
    parts: list[RenderableType] = [Text(title, "bold"), "", scalars]
    if found.section_posteriors is not None:
        rows = [
            (name, *_cells(each.to_dict()), _share(each.weight))
            for name, each in found.section_posteriors.items()
        ]
        parts += ["", make_table(["section", *POSTERIOR, "weight"], rows)]
    entities = found.state_snapshot["entity_posteriors"]
    if entities and most:
        parts += ["", make_table(["entity", *POSTERIOR], list(_best_known(entities, most)))]
    return Group(*parts)


def weights_table(found: Mapping[str, float]) -> Table:
    """Weights with bars as long as they are large."""
    rows = [(name, _share(weight), "█" * max(1, round(weight * BAR))) for name, weight in found.items()]
    return make_table(["section", "weight", ""], rows)


def bindings_table(found: Sequence[Binding]) -> Table:
    """Who is served by which profile."""
    rows = [
        (*map(on_one_line, (each.actor, each.namespace, each.consumer_kind)), each.profile_id, each.priority)
        for each in found
    ]
    return make_table(["actor", "namespace", "kind", "profile", "priority"], rows)


def events_table(found: Sequence[Event]) -> Table:
    """Events, newest first."""
    rows = [
        (
            each.created_at[:SECONDS],
            each.verb.removeprefix("brain."),
            each.payload.get("signal", ""),
            on_one_line(each.target_id or ""),
        )
        for each in found
    ]
    return make_table(["at", "verb", "signal", "target"], rows)


def counts_table(found: EventCounts) -> RenderableType:
    """Events of a window, by verb, actor and profile."""
    title = Text(f"{found.window_event_total} events from {found.since} to {found.until}", "bold")
    ways = {"verb": found.counts_by_verb, "actor": found.counts_by_actor, "profile": found.by_profile or {}}
    tables = [
        make_table([name, "events"], [(on_one_line(key), count) for key, count in counts.items()])
        for name, counts in ways.items()
        if counts
    ]
    return Group(title, *(part for table in tables for part in ("", table)))


def history_table(steps: Sequence[Step]) -> Table:
    """What moved a posterior, and by how much."""
    rows = [
        (
            step.sequence,
            step.at[:SECONDS],
            step.signal or step.verb.removeprefix("brain."),
            on_one_line(step.target_id or ""),
            _moved(step, "alpha"),
            _moved(step, "beta"),
            "" if step.after is None else f"{step.after.mean:.4f}",
        )
        for step in steps
    ]
    return make_table(["row", "at", "event", "target", "α", "β", "mean"], rows)


def interval_of(counts: Mapping[str, Any]) -> list[float]:
    """The interval that holds 90 % of a posterior."""
    from kip_engine.brain import numerics
    from kip_engine.brain.arithmetic.beta import Beta

    low, high = numerics.intervals().interval(Beta(counts["alpha"], counts["beta"]))
    return [low, high]


def _cells(counts: Mapping[str, Any]) -> tuple[str, str, str]:
    low, high = interval_of(counts)
    evidence = counts["alpha"] + counts["beta"]
    return f"{counts['alpha'] / evidence:.3f}", f"{low:.3f} to {high:.3f}", f"{evidence:g}"


def _best_known(entities: Mapping[str, Any], most: int) -> Iterator[tuple[str, ...]]:
    ranked = sorted(entities.items(), key=lambda entry: -(entry[1]["alpha"] + entry[1]["beta"]))
    for name, counts in ranked[:most]:
        yield (on_one_line(name), *_cells(counts))


def _share(weight: float | None) -> str:
    return "" if weight is None else f"{weight:.3f}"


def _moved(step: Step, count: str) -> str:
    before, after = getattr(step.before, count, None), getattr(step.after, count, None)
    if after is None:
        return "gone"
    by = "" if before in (None, after) else f" ({after - before:+g})"
    return f"{after:g}{by}"
