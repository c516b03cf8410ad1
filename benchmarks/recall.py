"""How well `recall` finds the turns that answer LoCoMo's questions, beside each way of searching by itself.

python -m benchmarks.recall [FILE] [every]     FILE or KIP_LOCOMO names the data; of every n-th question

Each conversation is remembered in a memory of its own (`kip remember`), once.  Questions of categories 1 to 4
have turns as evidence; those of category 5 are about somebody whom the fact is not about, and should be
refused.  The data (Maharana et al. 2024) are CC BY-NC 4.0: for measuring only, never part of the product.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import kip

from .conversations import ADVERSARIAL
from .ranked import Measure, bm25, measure

DEEPEST = 20
NOW = "2024-06-01T00:00:00Z"
IS_LOADED = 'FIND(COUNT(?e)) WHERE { ?e {type: "Event"} }'
SEARCH = 'SEARCH CONCEPT :q WITH TYPE "Event" MODE :mode LIMIT 20'
WAYS = ("BM25 alone", "embedder alone", "SEARCH hybrid", "recall")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, its category, and the lines that answer it."""

    text: str
    category: int
    evidence: frozenset[int]


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation: its id, what was said line by line, and questions about it."""

    sample: str
    lines: list[dict[str, Any]]
    questions: list[Asked]

    @property
    def space(self) -> str:
        """The memory that holds it."""
        return f"bench-recall-{self.sample}"


@dataclass(slots=True)
class Results:
    """What came of all questions: measures by way and category, latencies, refusals by category."""

    measures: dict[tuple[str, int], list[Measure]] = field(default_factory=dict)
    by_talk: dict[tuple[str, str], list[Measure]] = field(default_factory=dict)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    statuses: dict[int, list[tuple[str, bool]]] = field(default_factory=dict)


def main(arguments: list[str]) -> None:
    """Measure, and print the tables."""
    path = arguments[0] if arguments else os.environ.get("KIP_LOCOMO", "")
    if not path:
        sys.exit(__doc__)
    every = int(arguments[1]) if len(arguments) > 1 else 1
    results = Results()
    for talk in read(Path(path)):
        run(talk, every, results)
    show(results)


def read(path: Path) -> Iterator[Talk]:
    """The conversations of a LoCoMo file."""
    for sample in json.loads(path.read_text(encoding="utf-8")):
        turns = list(_turns(sample["conversation"]))
        places = {turn["id"]: place for place, turn in enumerate(turns, 1)}
        questions = [_asked(question, places) for question in sample["qa"]]
        yield Talk(sample["sample_id"], turns, [q for q in questions if q is not None])


def run(talk: Talk, every: int, results: Results) -> None:
    """Ask the questions about one conversation, in every way."""
    with kip.connect(space=talk.space, timeout=600) as client:
        if not client.execute(IS_LOADED).result:
            client.remember(talk.lines, talk.sample)
        client.recall("Are you warm?")
        for way, ranking in _rankings(client, talk, results):
            for question in talk.questions[::every]:
                if question.category != ADVERSARIAL or way == "recall":
                    _ask(way, ranking, question, talk, results)


def _ask(
    way: str, ranking: Callable[[Asked], list[int]], question: Asked, talk: Talk, results: Results
) -> None:
    started = time.perf_counter()
    found = ranking(question)
    results.seconds.setdefault(way, []).append(time.perf_counter() - started)
    if question.category != ADVERSARIAL:
        measured = measure(found, question.evidence)
        results.measures.setdefault((way, question.category), []).append(measured)
        results.by_talk.setdefault((way, talk.sample), []).append(measured)


def _rankings(
    client: kip.Client, talk: Talk, results: Results
) -> Iterator[tuple[str, Callable[[Asked], list[int]]]]:
    ranked = bm25([f"{line['speaker']}: {line['text']}" for line in talk.lines])
    yield "BM25 alone", lambda question: [place + 1 for place in ranked(question.text)]
    yield "embedder alone", lambda question: _searched(client, question, "semantic")
    yield "SEARCH hybrid", lambda question: _searched(client, question, "hybrid")
    yield "recall", lambda question: _recalled(client, question, results)


def _searched(client: kip.Client, question: Asked, mode: str) -> list[int]:
    hits = client.execute(SEARCH, {"q": question.text, "mode": mode}).result
    return [_line(hit["name"]) for hit in hits]


def _recalled(client: kip.Client, question: Asked, results: Results) -> list[int]:
    found = client.recall(question.text, limit=DEEPEST, now=NOW)
    flagged = found.status != "success"
    results.statuses.setdefault(question.category, []).append((found.status, flagged))
    return [_line(item.subject["name"]) for item in found.items if item.kind == "event" and item.subject]


def _line(name: str) -> int:
    return int(name.rsplit(":L", 1)[1])


def _turns(conversation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    sessions = [key for key in conversation if re.fullmatch(r"session_\d+", key)]
    for key in sorted(sessions, key=lambda key: int(key.split("_")[1])):
        for turn in conversation[key]:
            when = conversation[f"{key}_date_time"]
            yield {"id": turn["dia_id"], "speaker": turn["speaker"], "time": when, "text": turn["text"]}


def _asked(question: dict[str, Any], places: dict[str, int]) -> Asked | None:
    named = re.findall(r"D\d+:\d+", " ".join(question.get("evidence") or ()))
    evidence = frozenset(places[name] for name in named if name in places)
    return Asked(question["question"], question["category"], evidence) if evidence else None


# -- tables ------------------------------------------------------------------------------------------------


def show(results: Results) -> None:
    """Print everything."""
    ways = [way for way in WAYS if way in results.seconds]
    categories = sorted({category for _, category in results.measures})
    for category in (None, *categories):
        rows = {way: _rows(results, way, category) for way in ways}
        print(f"\n{'all' if category is None else f'category {category}'}: {len(rows[ways[0]])} questions")
        print(f"{'':16}" + "".join(f"{name:>9}" for name in ("@5", "@10", "@20", "all@20", "MRR")))
        for way in ways:
            print(f"{way:16}" + "".join(f"{value:9.3f}" for value in _means(rows[way])))
    _show_by_talk(results, ways)
    _show_refusals(results)
    _show_latency(results, ways)


def _rows(results: Results, way: str, category: int | None) -> list[Measure]:
    return [
        row
        for (named, of), rows in results.measures.items()
        for row in rows
        if named == way and category in (None, of)
    ]


def _means(rows: list[Measure]) -> list[float]:
    return [statistics.fmean(column) for column in zip(*rows, strict=True)]


def _show_by_talk(results: Results, ways: list[str]) -> None:
    """Each conversation by itself: whether recall is ahead of every single way on each."""
    samples = sorted({sample for _, sample in results.by_talk})
    print("\nby conversation (@10, MRR)\n" + " " * 16 + "".join(f"{sample:>16}" for sample in samples))
    for way in ways:
        means = [_means(results.by_talk[way, sample]) for sample in samples]
        print(f"{way:16}" + "".join(f"{mean[1]:9.3f} {mean[4]:6.3f}" for mean in means))


def _show_refusals(results: Results) -> None:
    print("\nrecall's answers         not_found   flagged   questions")
    for category, statuses in sorted(results.statuses.items()):
        refused = statistics.fmean(status == "not_found" for status, _ in statuses)
        flagged = statistics.fmean(status == "not_found" or flag for status, flag in statuses)
        name = "unanswerable (5)" if category == ADVERSARIAL else f"category {category}"
        print(f"{name:24}{refused:10.3f}{flagged:10.3f}{len(statuses):12}")


def _show_latency(results: Results, ways: list[str]) -> None:
    print("\nlatency in ms      median      p95")
    for way in ways:
        seconds = sorted(results.seconds[way])
        late = seconds[min(len(seconds) - 1, int(len(seconds) * 0.95))]
        print(f"{way:16}{statistics.median(seconds) * 1e3:9.1f}{late * 1e3:9.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
