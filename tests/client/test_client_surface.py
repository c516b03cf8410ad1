"""What a client offers: connect, execute, the protocol's calls, explain; and the same awaited."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import kip

DRUGS = "FIND(?d.name) WHERE { ?d {type: :type} } LIMIT 10"


def test_importing_kip_loads_nothing_heavy() -> None:
    code = "import sys, kip; print([m for m in ('neo4j', 'lark', 'typer', 'rich') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_everything_promised_is_exported() -> None:
    assert all(hasattr(kip, name) for name in kip.__all__)
    assert set(kip.__all__) <= set(dir(kip))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = kip.nothing


def test_execute_answers_with_result_and_cursor(pharmacy: kip.Client) -> None:
    assert pharmacy.execute(DRUGS, {"type": "Drug"}) == kip.Response(["Aspirin"], None)
    first = pharmacy.execute("DESCRIBE CONCEPT TYPES LIMIT 1")
    assert first.next_cursor is not None
    second = pharmacy.execute("DESCRIBE CONCEPT TYPES LIMIT 1 CURSOR :c", {"c": first.next_cursor})
    assert first.result != second.result


def test_an_error_says_what_where_and_what_to_do(client: kip.Client) -> None:
    with pytest.raises(kip.KipError) as caught:
        client.execute('FIND(?p)\nWHERE { ?p {type: "person"} }')
    error = caught.value
    assert (error.code, error.name) == ("KIP_2001", "TypeMismatch")
    assert error.position is not None
    assert (error.position.line, error.position.column) == (2, 19)
    assert error.excerpt.splitlines()[1].index("^") == 18
    assert "'Person'" in error.message
    assert error.hint


def test_a_command_that_is_no_text_is_a_kip_error(client: kip.Client) -> None:
    with pytest.raises(kip.KipError, match="KIP_1001"):
        client.execute(7)  # type: ignore[arg-type]


def test_execute_kip_answers_errors_instead_of_raising(pharmacy: kip.Client) -> None:
    request: dict[str, Any] = {"commands": [{"command": DRUGS, "parameters": {"type": "Drug"}}, "FIND("]}
    good, bad = pharmacy.execute_kip(request)["result"]
    assert good == {"result": ["Aspirin"]}
    assert bad["error"]["code"] == "KIP_1001"
    assert pharmacy.execute_kip({})["error"]["code"] == "KIP_1001"


def test_the_readonly_call_refuses_writes(client: kip.Client) -> None:
    text = 'UPSERT { CONCEPT ?x { {type: "Person", name: "Ada"} } }'
    assert client.execute_kip_readonly({"command": text})["error"]["code"] == "KIP_1001"
    assert client.execute('FIND(?p) WHERE { ?p {type: "Person", name: "Ada"} }').result == []


def test_explain_shows_every_stage(pharmacy: kip.Client) -> None:
    stages = pharmacy.explain(DRUGS, {"type": "Drug"})
    assert list(stages) == ["kip", "ast", "plan", "rewritten", "cypher", "parameters"]
    assert "Drug" in stages["parameters"].values()
    assert list(pharmacy.explain("DESCRIBE PRIMER")) == ["kip", "ast"]


def test_spaces_are_listed_and_dropped(server: None, space: str) -> None:
    with kip.connect(space=space) as client:
        assert client.space == space
        assert space in kip.spaces()
    kip.drop_space(space)
    assert space not in kip.spaces()
    with pytest.raises(kip.KipError, match="KIP_3002"):
        kip.drop_space(space)


def test_a_server_that_is_not_there_is_a_kip_error() -> None:
    with pytest.raises(kip.KipError, match="KIP_4003") as caught:
        kip.connect("bolt://127.0.0.1:1", auth=("neo4j", "x"))
    assert caught.value.hint


def test_a_space_needs_a_name(server: None) -> None:
    with pytest.raises(kip.KipError, match="KIP_2003"):
        kip.connect(space=" ")


def test_the_async_client_answers_alike(pharmacy: kip.Client) -> None:
    async def answers() -> list[Any]:
        async with kip.connect_async(space=pharmacy.space) as client:
            return [
                client.space,
                await client.execute(DRUGS, {"type": "Drug"}),
                await client.execute_kip({"command": DRUGS, "parameters": {"type": "Drug"}}),
                await client.execute_kip_readonly({"command": "FIND("}),
                await client.explain(DRUGS, {"type": "Drug"}),
            ]

    assert asyncio.run(answers()) == [
        pharmacy.space,
        pharmacy.execute(DRUGS, {"type": "Drug"}),
        pharmacy.execute_kip({"command": DRUGS, "parameters": {"type": "Drug"}}),
        pharmacy.execute_kip_readonly({"command": "FIND("}),
        pharmacy.explain(DRUGS, {"type": "Drug"}),
    ]


def test_an_async_client_can_be_awaited_and_closed(client: kip.Client) -> None:
    async def primer() -> Any:
        awaited = await kip.connect_async(space=client.space)
        try:
            return (await awaited.execute("DESCRIBE PRIMER")).result
        finally:
            await awaited.close()

    assert asyncio.run(primer()) == client.execute("DESCRIBE PRIMER").result


def test_the_async_client_raises_kip_errors(client: kip.Client) -> None:
    async def fails() -> None:
        async with kip.connect_async(space=client.space) as other:
            await other.execute("FIND(")

    with pytest.raises(kip.KipError, match="KIP_1001"):
        asyncio.run(fails())


@pytest.mark.parametrize(
    "work",
    [
        lambda client: client.import_capsule(
            'UPSERT { CONCEPT ?d { {type: "Domain", name: "d"} } }', on_progress=7
        ),
        lambda client: client.remember([{"text": "Hello."}], on_progress="print"),
        lambda client: client.resonance.learn_many([("a", "b")], on_progress=7),
        lambda client: client.export_capsule(on_progress=7),
        lambda client: client.reembed(on_progress=7),
    ],
)
def test_a_listener_that_cannot_listen_is_refused_before_any_work(
    client: kip.Client, work: Callable[[kip.Client], Any]
) -> None:
    before = client.execute("FIND(COUNT(?x)) WHERE { ?x {type: :t} }", {"t": "Domain"}).result
    with pytest.raises(kip.KipError) as refused:
        work(client)
    assert refused.value.code == "KIP_2003"
    assert "on_progress" in refused.value.message
    assert client.execute("FIND(COUNT(?x)) WHERE { ?x {type: :t} }", {"t": "Domain"}).result == before
