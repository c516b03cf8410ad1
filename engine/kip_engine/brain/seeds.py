"""What a new profile is told to believe at first, and what nobody may tell the brain."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from kip_engine import secrets
from kip_grammar.errors import KipError

from . import sections
from .arithmetic.beta import Beta
from .complaints import invalid
from .section_state import ESS_CAP

# Keys that say by their beginning what they are, beside the shapes that beliefs mask.
_KEYS = re.compile(
    r"\b(?:sk-(?:proj|ant|svcacct)-[A-Za-z0-9_-]{16,}|sk-[A-Za-z0-9]{32,}|[sr]k_live_[A-Za-z0-9]{16,}"
    r"|f[om][0-9]_[A-Za-z0-9_-]{32,}|glpat-[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{36}|AIza[A-Za-z0-9_-]{35}"
    r"|AGE-SECRET-KEY-1[A-Z0-9]{40,})|-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----",
    re.ASCII,
)


def read_seed(seed: Any) -> dict[str, Beta]:
    """The posteriors of a seed by section.  Raises KIP_2003 with the code of what is wrong with it."""
    given = seed.get("section_posteriors") if isinstance(seed, Mapping) else None
    if not isinstance(given, Mapping):
        hint = 'Give {"section_posteriors": {"overview": {"alpha": 3, "beta": 2}}}, or no seed at all.'
        raise invalid("seed_without_sections", "The seed has no object `section_posteriors`.", hint)
    return {name: _seeded(name, given[name]) for name in sorted(given)}


def check_secrets(*texts: str) -> None:
    """Raises KIP_2003 (`secret`) if one of `texts` looks like a credential."""
    for text in texts:
        if (label := secrets.find_secret(text)) is not None or _KEYS.search(text):
            raise invalid(
                "secret",
                f"The text looks like a credential ({label or 'key'}), which the brain doesn't store.",
                "Keep credentials in an environment variable or a secrets manager.",
            )


def texts_within(value: Any) -> Iterator[str]:
    """Every text inside a JSON value, object keys apart."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from texts_within(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from texts_within(item)


def _seeded(name: str, given: Any) -> Beta:
    if sections.strict(name) is None:
        known = ", ".join(sections.NAMES)
        raise invalid("seed_unknown_section", f"There is no section {name!r:.80}.", f"Sections: {known}.")
    alpha, beta = (_count(name, given, part) for part in ("alpha", "beta"))
    try:
        posterior = Beta(alpha, beta)
    except KipError as error:
        raise invalid("seed_invalid", f"Section {name!r}: {error.message}") from error
    if posterior.ess > ESS_CAP:
        raise invalid(
            "seed_ess",
            f"Section {name!r} would begin with more evidence ({posterior.ess}) than the cap {ESS_CAP}.",
            f"Give alpha and beta that sum to at most {ESS_CAP:g}.",
        )
    return posterior


def _count(name: str, given: Any, part: str) -> float:
    value = given.get(part) if isinstance(given, Mapping) else None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _as_float(value)
    raise invalid(f"seed_{part}", f"The `{part}` of section {name!r} is no number.")


def _as_float(value: int | float) -> float:
    """`value` in double precision; an integer beyond that is infinite, and no count."""
    try:
        return float(value)
    except OverflowError:
        return math.inf
