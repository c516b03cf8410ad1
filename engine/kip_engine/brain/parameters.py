"""Reads the parameters of a verb as a typed record would be read from JSON.

In the order of their names: an unknown one is `unknown_param` (where the verb isn't lenient), one of the
wrong type is `bad_param_type`; then the first required one that is absent is `missing_param`.  null is absent
for optional ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .complaints import invalid

Check = Callable[[Any], bool]
_LONE = re.compile("[\ud800-\udfff]")


def text(given: Any) -> bool:
    """Text."""
    return isinstance(given, str)


def flag(given: Any) -> bool:
    """true or false."""
    return isinstance(given, bool)


def anything(given: Any) -> bool:
    """Any JSON."""
    return True


def texts(given: Any) -> bool:
    """A list of texts."""
    return isinstance(given, list) and all(map(text, given))


def integer(least: int, most: int) -> Check:
    """An integer from `least` to `most`."""

    def check(given: Any) -> bool:
        """An integer."""
        return isinstance(given, int) and not isinstance(given, bool) and least <= given <= most

    return check


class Parameter(NamedTuple):
    """One parameter of a verb."""

    name: str
    check: Check = text
    required: bool = False
    says: str = ""


class Signature(NamedTuple):
    """The parameters of a verb; a `lenient` one ignores those it doesn't know."""

    parameters: Sequence[Parameter] = ()
    lenient: bool = False

    def read(self, given: Any) -> dict[str, Any]:
        """The value of every parameter, None for absent ones.  Raises KIP_2003."""
        if not isinstance(given, Mapping):
            raise invalid("bad_param_type", "The parameters of a verb are an object.")
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in sorted(map(str, given)):
            if name in known:
                _check(known[name], given[name])
            elif not self.lenient:
                raise _unknown(name, known)
        for parameter in self.parameters:
            if parameter.required and parameter.name not in given:
                raise invalid("missing_param", f"The parameter `{parameter.name}` is missing.")
        return {name: given.get(name) for name in known}


def check_text(name: str, given: Any) -> str:
    """`given` if it is text, as the parameter `name`.  Raises KIP_2003 (`bad_param_type`)."""
    _check(Parameter(name, text, True), given)
    return str(given)


def _check(parameter: Parameter, value: Any) -> None:
    absent = value is None and not parameter.required
    if not absent and not (value is not None and parameter.check(value) and _is_unicode(value)):
        wanted = (parameter.check.__doc__ or "").rstrip(".")
        raise invalid("bad_param_type", f"`{parameter.name}` can't be {value!r:.60}.", f"Give: {wanted}.")


def _is_unicode(value: Any) -> bool:
    """Whether all texts in `value` can be written down: a lone surrogate is half a character."""
    if isinstance(value, str):
        return _LONE.search(value) is None
    if isinstance(value, Mapping):
        return all(map(_is_unicode, value)) and all(map(_is_unicode, value.values()))
    return not isinstance(value, (list, tuple)) or all(map(_is_unicode, value))


def _unknown(name: str, known: Mapping[str, Parameter]) -> Exception:
    takes = ", ".join(known) or "none"
    return invalid("unknown_param", f"There is no parameter {name!r:.80} here.", f"Parameters: {takes}.")
