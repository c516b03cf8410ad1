"""Times that are digits alone: counted since 1970, written closely, or none."""

from __future__ import annotations

import pytest

from kip_engine.recall.remembering.times import instant
from kip_grammar.errors import KipError


@pytest.mark.parametrize(
    ("digits", "meant"),
    [
        ("1710123012345", "2024-03-11T02:10:12.345Z"),
        ("1746093000", "2025-05-01T09:50:00Z"),
        ("174609300", "1975-07-14T22:35:00Z"),
        ("20230508", "2023-05-08T00:00:00Z"),
        ("202305081011", "2023-05-08T10:11:00Z"),
        ("20230508101112", "2023-05-08T10:11:12Z"),
    ],
)
def test_digits_that_are_a_time(digits: str, meant: str) -> None:
    assert instant(digits) == meant


@pytest.mark.parametrize("digits", ["1" * 5000, "1" * 15, "17101230123", "2023", "12", "20231345"])
def test_digits_that_are_none(digits: str) -> None:
    with pytest.raises(KipError, match="KIP_2003"):
        instant(digits)
