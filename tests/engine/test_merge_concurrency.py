"""MERGE among other writers: no link is left dangling, none is there twice, none is lost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from merging import MERGE, TOPICS, answer, unsound

from kip_grammar import KipError

WRITERS, STEPS = 4, 12
LINK = """UPSERT { CONCEPT ?n { {type: "Human", name: :n} SET PROPOSITIONS {
  ("likes", {type: "Topic", name: "JS"}) ("likes", {type: "Topic", name: "JavaScript"}) } } }"""
TWINS = """MATCH (n:Proposition) WHERE n.space = $space
WITH n.subject AS s, n.predicate AS p, n.object AS o, count(*) AS times WHERE times > 1
RETURN count(*)"""


def test_a_merge_that_races_with_new_links_leaves_a_sound_graph(memory: Any) -> None:
    memory.upsert(TOPICS)

    def write(writer: int) -> list[KipError]:
        errors = []
        for step in range(STEPS):
            try:
                memory.upsert(LINK, n=f"human {writer} {step}")
            except KipError as error:
                errors.append(error)
        return errors

    with ThreadPoolExecutor(WRITERS + 1) as pool:
        writers = [pool.submit(write, writer) for writer in range(WRITERS)]
        merged = pool.submit(answer, memory, MERGE).result()
        errors = [error for writer in writers for error in writer.result()]
    assert merged.result["merged"] is True
    assert {error.code for error in errors} <= {"KIP_3002"}, "a writer that comes too late is told so"
    assert memory.concept("Topic", "JS") is None
    written = len(memory.read("MATCH (n:Human) WHERE n.space = $space RETURN n.id")) - 1
    assert written + len(errors) == WRITERS * STEPS
    assert [link[1] for link in memory.links("likes")] == ["JavaScript"] * written
    assert memory.read(TWINS)[0][0] == 0
    assert unsound(memory) == []


def test_of_merges_at_the_same_time_one_happens_and_the_others_learn_of_it(memory: Any) -> None:
    memory.upsert(TOPICS)
    memory.upsert(LINK, n="Ada")

    def attempt(_: int) -> Any:
        try:
            return answer(memory, MERGE).result
        except KipError as error:
            return error

    with ThreadPoolExecutor(WRITERS) as pool:
        outcomes = list(pool.map(attempt, range(WRITERS)))
    failures = [outcome for outcome in outcomes if isinstance(outcome, KipError)]
    assert len(failures) == WRITERS - 1
    assert all("already happened" in error.hint for error in failures)
    assert memory.version("Topic", "JavaScript") == 2
    assert unsound(memory) == []
