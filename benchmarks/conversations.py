"""LoCoMo (Maharana et al. 2024): conversations as memories, and questions whose evidence is known.

The data are CC BY-NC 4.0: for measuring only, never part of the product.  Every turn is a concept named by
its `dia_id`; a question of category 5 is adversarial, has no evidence to find and is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kip

SCHEMA = 'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Turn"} } }'
IS_LOADED = 'FIND(?t.id) WHERE { ?t {type: "$ConceptType", name: "Turn"} }'
PER_STATEMENT = 100
ADVERSARIAL = 5


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and the names of the turns that hold the answer."""

    text: str
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation: its id, its turns by name, its questions."""

    sample: str
    turns: dict[str, str]
    questions: list[Question]


def read(path: Path) -> list[Conversation]:
    """The conversations of a LoCoMo file."""
    return [
        Conversation(
            sample["sample_id"], dict(_turns(sample["conversation"])), list(_questions(sample["qa"]))
        )
        for sample in json.loads(path.read_text(encoding="utf-8"))
    ]


def space_of(conversation: Conversation) -> str:
    """The memory that holds `conversation`."""
    return f"bench-talk-{conversation.sample}"


def load(conversation: Conversation) -> None:
    """Write the turns into their memory, if they aren't there yet, and make their vectors."""
    with kip.connect(space=space_of(conversation), timeout=600) as client:
        if client.execute(IS_LOADED).result:
            return
        client.execute(SCHEMA)
        turns = list(conversation.turns.items())
        for start in range(0, len(turns), PER_STATEMENT):
            _write(client, turns[start : start + PER_STATEMENT])
        client.reembed()


def _write(client: kip.Client, turns: list[tuple[str, str]]) -> None:
    block = 'CONCEPT ?c{0} {{ {{type: "Turn", name: :n{0}}} SET ATTRIBUTES {{ text: :t{0} }} }}'
    blocks = "\n".join(block.format(i) for i in range(len(turns)))
    parameters = {f"n{i}": name for i, (name, _) in enumerate(turns)}
    parameters |= {f"t{i}": text for i, (_, text) in enumerate(turns)}
    client.execute(f"UPSERT {{\n{blocks}\n}}", parameters)


def _turns(conversation: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for key, session in conversation.items():
        if re.fullmatch(r"session_\d+", key):
            for turn in session:
                yield turn["dia_id"], f"{turn['speaker']}: {turn['text']}"


def _questions(asked: list[dict[str, Any]]) -> Iterator[Question]:
    for question in asked:
        evidence = frozenset(re.findall(r"D\d+:\d+", " ".join(question.get("evidence") or ())))
        if evidence and question["category"] != ADVERSARIAL:
            yield Question(question["question"], evidence)
