"""Loads the demo memory and asks it the questions."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kip import Client


@dataclass(frozen=True, slots=True)
class Question:
    """One question of `questions.toml`: in words, and in KIP."""

    id: str
    pattern: str
    question: str
    note: str
    statements: tuple[str, ...]
    parameters: dict[str, Any]

    @property
    def request(self) -> dict[str, Any]:
        """The question as a batch of section 6.1."""
        return {"commands": list(self.statements), "parameters": self.parameters}


def load(client: Client) -> None:
    """Put the demo memory into the client's space."""
    client.import_capsule(_read("memory.kip"))


def questions() -> list[Question]:
    """The questions in their order."""
    return [_question(entry) for entry in tomllib.loads(_read("questions.toml"))["questions"]]


def _question(entry: dict[str, Any]) -> Question:
    statements = tuple(text.strip() for text in entry["statements"])
    parameters = entry.get("parameters", {})
    return Question(entry["id"], entry["pattern"], entry["question"], entry["note"], statements, parameters)


def _read(name: str) -> str:
    return files("kip.demo").joinpath(name).read_text(encoding="utf-8")
