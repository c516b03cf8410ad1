"""Addresses that are none: a KIP error before anything is opened, never the driver's own."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import kip
from kip.addresses import SCHEMES, find_address

LOGIN = ("neo4j", "secret")


@pytest.mark.parametrize(
    "uri",
    [
        "",
        "nonsense",
        "http://127.0.0.1:80",
        "127.0.0.1:7687",
        "bolt://",
        "bolt://host:port",
        "bolt://host:99999",
        "bolt://neo4j:secret@host",
        "bolt://host?policy=eu",
        "bolt://[::1",
        "bolt://host:0",
        "neo4j://host?policy",
        "neo4j://host?a=1&a=2",
        "neo4j://host?address=x",
        "bolt://\udcff",
        7687,
        b"bolt://host",
        ["bolt://host"],
    ],
)
def test_a_uri_that_is_none_is_told_with_the_schemes(uri: Any) -> None:
    with pytest.raises(kip.KipError, match="KIP_4003") as caught:
        kip.connect(uri, auth=LOGIN)
    assert "bolt+ssc" in caught.value.hint


def test_a_password_in_a_uri_is_not_repeated() -> None:
    with pytest.raises(kip.KipError, match="apart from it") as caught:
        kip.connect("bolt://neo4j:secret@host")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("auth", ["neo4j", ("neo4j",), ("neo4j", None), ("a", "b", "c"), (1, 2), {}, 7, True])
def test_a_login_that_is_no_pair_of_texts_is_told(auth: Any) -> None:
    with pytest.raises(kip.KipError, match="KIP_4003") as caught:
        kip.connect("bolt://127.0.0.1:1", auth=auth)
    assert "auth=" in caught.value.hint


def test_a_database_has_a_name_of_text() -> None:
    with pytest.raises(kip.KipError, match="KIP_4003"):
        kip.connect("bolt://127.0.0.1:1", auth=LOGIN, database=7)  # type: ignore[arg-type]


def test_the_variables_are_held_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", "https://db.example.org")
    for call in (kip.connect, kip.spaces):
        with pytest.raises(kip.KipError, match=r"KIP_4003.*https://"):
            call()


def test_the_async_client_refuses_them_too() -> None:
    async def connects() -> None:
        await kip.connect_async("nonsense", auth=LOGIN)

    with pytest.raises(kip.KipError, match="KIP_4003"):
        asyncio.run(connects())


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_scheme_of_the_driver_is_one(scheme: str) -> None:
    assert find_address(f"{scheme}://db.example.org", LOGIN, None).uri == f"{scheme}://db.example.org"
    assert find_address(f"{scheme.upper()}://[::1]:7687", LOGIN, "neo4j").database == "neo4j"
