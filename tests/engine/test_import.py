"""Capsules: streamed import."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from engine_memory import Memory

from kip_engine import capsules
from kip_engine.capsules.errors import Place
from kip_engine.capsules.reading import read_ahead
from kip_engine.storage.asynchronous import AsyncDatabase
from kip_grammar import KipError
from kip_grammar.errors import Position

DRUG = 'UPSERT {{ CONCEPT ?d {{ {{type: "Drug", name: "D{0}"}} SET ATTRIBUTES {{ n: {0} }} }} }}\n'
FAULTS = {
    "parse": ("UPSERT { CONCEPT ?d { nonsense } }\n", "KIP_1001"),
    "static": ('UPSERT { PROPOSITION { (?x, "treats", ?x) } }\n', "KIP_3001"),
    "applied": ('UPSERT { CONCEPT ?d { {type: "Nope", name: "x"} } }\n', "KIP_2001"),
    "placeholder": ('UPSERT { CONCEPT ?d { {type: "Drug", name: :n} } }\n', "KIP_1001"),
    "protected": (
        'UPSERT { CONCEPT ?d { {type: "Domain", name: "System"} SET ATTRIBUTES { a: 1 } } }\n',
        "KIP_3004",
    ),
}


def drugs(*numbers: int) -> str:
    """A capsule of one statement per number."""
    return "// a capsule\n\n" + "".join(DRUG.format(number) for number in numbers)


def imported(memory: Memory, text: Any, **options: Any) -> capsules.Progress:
    """What importing `text` comes to; a string is given in small chunks."""
    chunks = (
        [text[start : start + 37] for start in range(0, len(text), 37)] if isinstance(text, str) else text
    )
    return memory.database.run(capsules.import_stream(chunks, memory.space, **options))


def names(memory: Memory) -> list[str]:
    """The drugs of the memory."""
    rows = memory.read(
        "MATCH (n:Drug) WHERE n.space = $space AND n.name <> 'Aspirin' RETURN n.name ORDER BY n.name"
    )
    return [row[0] for row in rows]


def test_statements_are_applied_in_order_whatever_the_batch(pharmacy: Memory) -> None:
    text = drugs(1, 2, 3) + DRUG.format(1).replace("n: 1", "n: 9")
    for size in (1, 2, 1000):
        progress = imported(pharmacy, text, batch=size)
        assert (progress.statements, progress.elements) == (4, 4)
    assert names(pharmacy) == ["D1", "D2", "D3"]
    assert pharmacy.attributes("Drug", "D1") == {"n": 9}


def test_a_later_statement_may_use_what_an_earlier_one_defines(memory: Memory) -> None:
    imported(
        memory,
        """UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "City"} } }
        UPSERT { CONCEPT ?c { {type: "City", name: "Rome"} } }""",
    )
    assert memory.version("City", "Rome") == 1
    assert "City" in memory.space.schema.types


def test_importing_again_changes_nothing(pharmacy: Memory) -> None:
    imported(pharmacy, drugs(1, 2))
    imported(pharmacy, drugs(1, 2))
    assert pharmacy.version("Drug", "D1") == 1


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(("fault", "code"), FAULTS.values(), ids=list(FAULTS))
def test_exactly_the_statements_before_a_faulty_one_are_applied(
    pharmacy: Memory, fault: str, code: str, size: int
) -> None:
    text = drugs(1, 2, 3, 4, 5)
    place = len(text)
    with pytest.raises(capsules.CapsuleError) as caught:
        imported(pharmacy, text + fault + DRUG.format(6), batch=size)
    error = caught.value
    assert (error.code, error.applied) == (code, 5)
    assert error.position is not None
    assert error.position.line == text.count("\n") + 1
    assert place <= error.position.offset <= place + len(fault)
    assert "5 statements" in error.hint
    assert names(pharmacy) == ["D1", "D2", "D3", "D4", "D5"]


def test_other_statements_are_refused_where_they_stand(pharmacy: Memory) -> None:
    find = 'FIND(?d) WHERE { ?d {type: "Drug"} }'
    for text in (find, drugs(1, 2) + find):
        with pytest.raises(capsules.CapsuleError) as caught:
            imported(pharmacy, text)
        assert caught.value.code == "KIP_1001"
        assert caught.value.position is not None
        assert caught.value.position.offset == text.index("FIND")


def test_the_first_of_several_faults_is_reported(pharmacy: Memory) -> None:
    text = drugs(1) + FAULTS["applied"][0] + drugs(2) + FAULTS["parse"][0]
    with pytest.raises(capsules.CapsuleError) as caught:
        imported(pharmacy, text)
    assert (caught.value.code, caught.value.applied) == ("KIP_2001", 1)


def test_a_corrected_capsule_resumes(pharmacy: Memory) -> None:
    with pytest.raises(capsules.CapsuleError):
        imported(pharmacy, drugs(1, 2) + FAULTS["applied"][0] + drugs(3))
    imported(pharmacy, drugs(1, 2) + drugs(3))
    assert names(pharmacy) == ["D1", "D2", "D3"]


def test_a_statement_is_all_or_nothing(pharmacy: Memory) -> None:
    with pytest.raises(capsules.CapsuleError):
        imported(
            pharmacy,
            drugs(1)
            + """UPSERT { CONCEPT ?a { {type: "Drug", name: "D2"} }
              CONCEPT ?b { {type: "Nope", name: "x"} } }""",
        )
    assert names(pharmacy) == ["D1"]


def test_bootstrap_may_write_protected_elements(memory: Memory) -> None:
    imported(memory, FAULTS["protected"][0], bootstrap=True)
    assert memory.attributes("Domain", "System")["a"] == 1


def test_an_empty_capsule_is_nothing(memory: Memory) -> None:
    assert imported(memory, "") == capsules.Progress()
    assert imported(memory, "// only a comment\n") == capsules.Progress()


def test_progress_is_told_after_every_transaction(pharmacy: Memory) -> None:
    seen: list[capsules.Progress] = []
    imported(pharmacy, drugs(*range(5)), batch=2, on_progress=seen.append)
    assert [progress.statements for progress in seen] == [2, 4, 5]


def test_a_large_value_and_a_large_statement_are_exempt_from_the_limits(pharmacy: Memory) -> None:
    imported(
        pharmacy,
        DRUG.format(1).replace("n: 1", f'a: "{"x" * 2_000_000}"'),
    )
    assert len(pharmacy.attributes("Drug", "D1")["a"]) == 2_000_000


def test_the_async_driver_imports_in_the_same_way(pharmacy: Memory) -> None:
    async def work() -> capsules.Progress:
        database = AsyncDatabase(pharmacy.database.address, pharmacy.database.limits)
        try:
            return await database.run(capsules.import_stream([drugs(1, 2, 3)], pharmacy.space, batch=2))
        finally:
            await database.close()

    assert asyncio.run(work()).statements == 3
    assert names(pharmacy) == ["D1", "D2", "D3"]


def test_reading_stays_one_batch_ahead_and_ends_with_the_reader() -> None:
    taken = 0

    def chunks() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield "".join(DRUG.format(number) for number in range(1_500))

    batches = read_ahead(chunks(), "space", 100)
    for _ in range(3):
        next(batches)
    assert taken <= 3
    batches.close()  # type: ignore[attr-defined]
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("kip-import")]


def test_a_failure_of_the_source_reaches_the_caller(pharmacy: Memory) -> None:
    def chunks() -> Iterator[str]:
        yield drugs(1)
        raise OSError("the disk went away")

    with pytest.raises(OSError, match="disk"):
        imported(pharmacy, chunks())


@pytest.mark.parametrize(
    ("before", "inside", "expected"),
    [
        ("", Position(1, 5, 4), Position(1, 5, 4)),
        ("ab\ncd", Position(1, 5, 4), Position(2, 7, 9)),
        ("ab\ncd", Position(3, 5, 20), Position(4, 5, 25)),
        ("ab", Position(1, 1, 0), Position(1, 3, 2)),
    ],
)
def test_positions_are_shifted_to_the_whole_capsule(
    before: str, inside: Position, expected: Position
) -> None:
    assert Place().after(before).shift(inside) == expected


def test_a_capsule_error_is_a_kip_error() -> None:
    assert issubclass(capsules.CapsuleError, KipError)
