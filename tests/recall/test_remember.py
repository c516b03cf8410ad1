"""`remember`: conversations become Events, in order and with their people, the same every time."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import kip
from kip.cli.commands import app
from kip_engine.recall.remembering import read_lines

TALK: list[dict[str, Any]] = [
    {"speaker": "Ada", "time": "2026-05-01T09:30:00Z", "text": "Hi Grace, the launch is on Friday."},
    {"speaker": "Grace", "time": "1:56 pm on 1 May, 2026", "text": "Good."},
    {"speaker": "Grace", "time": 1_777_643_999, "text": "Good."},
]
EVENTS = """
FIND(?e.name, ?e.attributes.content_summary, ?e.attributes.start_time) WHERE { ?e {type: "Event"} }
ORDER BY ?e.attributes.line
"""
ORDER = 'FIND(?a.name, ?b.name) WHERE { ?l (?a, "followed_by", ?b) } ORDER BY ?a.name'
INVOLVED = 'FIND(?e.name, ?p.name) WHERE { ?l (?e, "involves", ?p) } ORDER BY ?e.name'
MENTIONED = 'FIND(?e.name, ?p.name) WHERE { ?l (?e, "mentions", ?p) } ORDER BY ?e.name'
VERSIONS = "FIND(?c.id, ?c.metadata._version) WHERE { ?c {type: :type} } ORDER BY ?c.id"


def state(client: kip.Client) -> list[Any]:
    types = ["Event", "Person", "$PropositionType"]
    elements = [client.execute(VERSIONS, {"type": kind}).result for kind in types]
    return [*elements, client.execute(ORDER).result, client.execute(INVOLVED).result]


def test_lines_become_events_in_order_with_their_people(client: kip.Client) -> None:
    done = client.remember(TALK, "standup")
    assert (done.conversation, done.lines, done.total) == ("standup", 3, 3)
    assert client.execute(EVENTS).result == [
        ["standup:L1", "standup:L2", "standup:L3"],
        [line["text"] for line in TALK],
        ["2026-05-01T09:30:00Z", "2026-05-01T13:56:00Z", "2026-05-01T13:59:59Z"],
    ]
    assert client.execute(ORDER).result == [["standup:L1", "standup:L2"], ["standup:L2", "standup:L3"]]
    assert client.execute(INVOLVED).result == [
        ["standup:L1", "standup:L2", "standup:L3"],
        ["Ada", "Grace", "Grace"],
    ]
    assert client.execute(MENTIONED).result == [["standup:L1"], ["Grace"]]
    assert all(finding.ok for finding in client.doctor())


def test_the_same_lines_twice_change_nothing_and_equal_lines_stay_two(client: kip.Client) -> None:
    first = client.remember(TALK)
    before = state(client)
    assert len(before[0][0]) == 3
    again = client.remember(io.StringIO("\n".join(map(json.dumps, TALK)) + "\n"))
    assert again.conversation == first.conversation
    assert state(client) == before


def test_a_conversation_with_a_name_goes_on(client: kip.Client) -> None:
    client.remember(TALK[:1], "standup")
    client.remember(TALK, "standup")
    assert client.execute(ORDER).result == [["standup:L1", "standup:L2"], ["standup:L2", "standup:L3"]]


def test_people_that_exist_stay_as_they_are(client: kip.Client) -> None:
    client.execute(
        'UPSERT { CONCEPT ?p { {type: "Person", name: "Ada"} SET ATTRIBUTES { handle: "countess" } } }'
        ' WITH METADATA { source: "registry" }'
    )
    client.remember([*TALK, {"speaker": "$self", "text": "Noted."}])
    people = client.execute('FIND(?p) WHERE { ?p {type: "Person", name: "Ada"} }').result
    assert people[0]["attributes"] == {"handle": "countess"}
    assert people[0]["metadata"]["source"] == "registry"


def test_a_predicate_of_that_name_that_is_there_already_is_used(client: kip.Client) -> None:
    client.execute(
        'UPSERT { CONCEPT ?p { {type: "$PropositionType", name: "followed_by"} '
        'SET ATTRIBUTES { description: "mine" } } }'
    )
    client.remember(TALK)
    described = client.execute('DESCRIBE PROPOSITION TYPE "followed_by"').result
    assert described["attributes"] == {"description": "mine"}


def test_many_lines_are_one_row_across_batches(client: kip.Client) -> None:
    told: list[int] = []
    lines = [{"speaker": f"p{n % 3}", "text": f"line number {n}"} for n in range(1_201)]
    done = client.remember(lines, "long", on_progress=lambda at: told.append(at.lines))
    assert done.lines == 1_201
    assert told[:3] == [500, 1_000, 1_201]
    assert len(client.execute(ORDER).result[0]) == 1_200
    walked = client.execute(
        'FIND(COUNT(?e)) WHERE { ({type: "Event", name: "long:L1"}, "followed_by"{0,}, ?e) }'
    )
    assert walked.result == 1_201


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", "KIP_1001"),
        ("[1]", "KIP_1001"),
        ("NaN", "KIP_1001"),
        ("[" * 100_000, "KIP_1001"),
        ('{"speaker": "Ada"}', "KIP_2003"),
        ('{"text": 7}', "KIP_2003"),
        ('{"text": "x", "speaker": ["Ada"]}', "KIP_2003"),
        ('{"text": "x", "time": "soon"}', "KIP_2003"),
        ('{"text": "x", "time": "8 May"}', "KIP_2003"),
        ('{"text": "x", "time": true}', "KIP_2003"),
        ('{"text": "x", "time": 1e300}', "KIP_2003"),
        ('{"text": "\\ud800"}', "KIP_2003"),
        ('{"text": "x\\u0000"}', "KIP_2003"),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_written(client: kip.Client, line: str, code: str) -> None:
    with pytest.raises(kip.KipError, match=r"Line 3 ") as caught:
        client.remember([json.dumps(TALK[0]), "", line])
    assert caught.value.code == code
    assert caught.value.hint
    assert client.execute(EVENTS).result == [[], [], []]


def test_a_bad_name_and_other_encodings_are_kip_errors(client: kip.Client, tmp_path: Path) -> None:
    with pytest.raises(kip.KipError, match="KIP_2003"):
        client.remember(TALK, "  ")
    path = tmp_path / "talk.jsonl"
    path.write_bytes(b'{"text": "\xff\xfe"}')
    with pytest.raises(kip.KipError, match="KIP_1001"):
        client.remember(path)


def read(source: Any) -> list[Any] | str:
    """The lines of `source`, or the code of its error."""
    try:
        return list(read_lines(source))
    except kip.KipError as error:
        return error.code


@given(st.text(max_size=300))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_no_text_is_a_traceback(text: str) -> None:
    lines = read(text)
    assert lines in ("KIP_1001", "KIP_2003") or all(line.number >= 1 for line in lines)


TIMES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=40), st.lists(st.none())
)


@given(TIMES)
def test_no_time_is_a_traceback(time: Any) -> None:
    lines = read([{"text": "x", "time": time}])
    assert lines == "KIP_2003" or all(line.time is None or line.time.endswith("Z") for line in lines)


def test_the_command_reads_files_and_stdin(client: kip.Client, tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text("\n".join(map(json.dumps, TALK)), encoding="utf-8")
    runner = CliRunner(env={"KIP_SPACE": client.space})
    ended = runner.invoke(app, ["remember", str(path), "--conversation", "standup"])
    assert ended.exit_code == 0, ended.stderr
    assert json.loads(ended.stdout)["lines"] == 3
    piped = runner.invoke(app, ["remember", "-", "--conversation", "standup"], input=path.read_text())
    assert piped.exit_code == 0, piped.stderr
    assert len(client.execute(EVENTS).result[0]) == 3
    assert runner.invoke(app, ["remember", "-"], input="nonsense").exit_code == 1


def test_a_deleted_memory_is_told_and_one_begun_anew_is_written(server: None, space: str) -> None:
    line = {"speaker": "Ada", "text": "Hello."}
    with kip.connect(space=space) as client:
        client.remember([line], "talk")
        kip.drop_space(space)
        with pytest.raises(kip.KipError) as told:
            client.remember([line], "talk")
        kip.connect(space=space).close()
        assert client.remember([line], "talk").lines == 1
        assert client.execute('FIND(?e.attributes.content_summary) WHERE { ?e {type: "Event"} }').result == [
            "Hello."
        ]
    kip.drop_space(space)
    assert told.value.code == "KIP_3002"
