"""The rules by which questions are told apart, read from their file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import re2


@dataclass(frozen=True, slots=True)
class Rules:
    """Compiled patterns by name, and those of other languages for stretches of time, with the English.

    RE2 takes time in proportion to the question, whatever it says.
    """

    intents: Mapping[str, Any]
    flags: Mapping[str, Any]
    times: Sequence[tuple[Any, str]]

    def intents_of(self, question: str) -> list[str]:
        """The intents that a lower-cased question fits, in the order of the file."""
        return [name for name, pattern in self.intents.items() if pattern.search(question)]

    def flags_of(self, question: str) -> frozenset[str]:
        """The flags that a lower-cased question shows."""
        return frozenset(name for name, pattern in self.flags.items() if pattern.search(question))


@cache
def rules() -> Rules:
    """The rules of `rules.toml`."""
    text = files(__package__).joinpath("rules.toml").read_text(encoding="utf-8")
    read = tomllib.loads(text)
    longest_first = sorted(read["times"].items(), key=lambda item: -len(item[0]))
    times = [(_phrase(phrase), english) for phrase, english in longest_first]
    return Rules(_compiled(read["intents"]), _compiled(read["flags"]), times)


def _phrase(phrase: str) -> Any:
    """A phrase as whole words, in scripts that put blanks between them."""
    spaced = phrase[0] < "\u2e80"
    return re2.compile(rf"(?:^|[^\p{{L}}]){phrase}(?:$|[^\p{{L}}])" if spaced else phrase)


def _compiled(table: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    return {name: re2.compile("|".join(f"(?:{one})" for one in given)) for name, given in table.items()}
