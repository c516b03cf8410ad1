"""The ten sections that a piece of knowledge is made of, and what is believed of them at first."""

from __future__ import annotations

from .arithmetic.beta import Beta

PRIORS: dict[str, Beta] = {
    "overview": Beta(2.0, 2.0),
    "core_model": Beta(4.0, 2.0),
    "boundary_conditions": Beta(2.0, 3.0),
    "formalism": Beta(1.5, 4.0),
    "operational_guidance": Beta(6.0, 1.5),
    "examples": Beta(5.0, 2.0),
    "failure_modes": Beta(3.0, 2.0),
    "expert_lens": Beta(3.0, 2.0),
    "references": Beta(2.0, 2.0),
    "other": Beta(2.0, 2.0),
}
NAMES = tuple(PRIORS)
NEUTRAL = Beta(2.0, 2.0)

_ALIASES = {
    "overview": "introduction intro context motivation background",
    "core_model": "model mechanism internals structure architecture",
    "boundary_conditions": "when_to_use scope constraints prerequisites preconditions",
    "formalism": "formal theory math mathematics theorems algorithm algorithms proof complexity",
    "operational_guidance": "implementation usage how_to steps checklist guide guidance practice practices "
    "best_practices",
    "examples": "example worked_examples case_study cases demos demo",
    "failure_modes": "pitfalls anti_patterns antipatterns gotchas edge_cases warnings cautions",
    "expert_lens": "trade_offs tradeoffs advanced nuances insights discussion",
    "references": "reference bibliography related see_also further_reading citations links",
    "other": "misc miscellaneous notes appendix",
}
_LOOSE = {alias: name for name, aliases in _ALIASES.items() for alias in (name, *aliases.split())}
_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ- ", "abcdefghijklmnopqrstuvwxyz__")


def strict(text: str) -> str | None:
    """The section of exactly that name, if there is one; what every verb takes."""
    return text if text in PRIORS else None


def loose(heading: str) -> str | None:
    """The section that a heading stands for, such as "How-To" or "see also", if any."""
    return _LOOSE.get(heading.strip().translate(_LOWER))


def seeded(given: dict[str, Beta]) -> dict[str, Beta]:
    """Priors for all sections, where some are `given`: the others start neutral, not from the table."""
    return {name: given.get(name, NEUTRAL) for name in NAMES}
