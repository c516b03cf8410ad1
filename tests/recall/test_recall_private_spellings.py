"""What is meant to be private is, however it was written down."""

from __future__ import annotations

import json

import pytest
from recalling import ask, texts

import kip


@pytest.mark.parametrize("level", ["private", "Private", "PRIVATE", " private\n"], ids=repr)
@pytest.mark.parametrize("place", ["SET ATTRIBUTES", "WITH METADATA"])
def test_private_in_any_spelling(client: kip.Client, level: str, place: str) -> None:
    put = f'{{ {{type: "Insight", name: "The vault of Zanzibar"}} {place} {{ access_level: :level }} }}'
    if place == "WITH METADATA":
        put = f'{{ {{type: "Insight", name: "The vault of Zanzibar"}} }} {place} {{ access_level: :level }}'
    client.execute(f"UPSERT {{ CONCEPT ?vault {put} }}", {"level": level})
    found = ask(client, "What is in the vault of Zanzibar?")
    assert (found.status, found.items) == ("not_found", ())


@pytest.mark.parametrize("level", ["public", "friends", "", "privately"])
def test_other_levels_are_not_private(client: kip.Client, level: str) -> None:
    put = '{ {type: "Insight", name: "Zanzibar"} SET ATTRIBUTES { access_level: :level } }'
    client.execute(f"UPSERT {{ CONCEPT ?v {put} }}", {"level": level})
    assert texts(ask(client, "Zanzibar")) == ["Zanzibar"]


LINES = [
    {"speaker": "Ann", "time": "2026-01-19T10:00:00Z", "text": "The pin is 9944.", "access_level": "private"},
    {"speaker": "Ben", "time": "2026-01-19T10:01:00Z", "text": "Lovely weather for a pin."},
]


def test_a_line_may_be_private(client: kip.Client) -> None:
    client.remember(LINES, "chat")
    client.reembed()
    for counterparty in (None, "Ben"):
        for question in ("What is the pin?", "What did Ann say?", "pin", "What happened yesterday?"):
            assert "9944" not in json.dumps(ask(client, question, counterparty).to_dict())
    assert "The pin is 9944." in texts(ask(client, "What is the pin?", "Ann"))


def test_a_level_is_part_of_what_names_a_conversation(client: kip.Client) -> None:
    open_lines = [{key: line[key] for key in ("speaker", "time", "text")} for line in LINES]
    assert client.remember(open_lines).conversation != client.remember(LINES).conversation
    with pytest.raises(kip.KipError, match="KIP_2003"):
        client.remember([{"text": "x", "access_level": True}])
