"""`kip serve` over a real socket: plain calls, JSON-RPC, and everything that is refused."""

from __future__ import annotations

import json
import socket
import subprocess
from typing import Any

import pytest
from serving import KIP, TOKEN, Door, start_serving, stop

import kip

FIND = 'FIND(?c.name) WHERE { ?c {type: "City"} }'
UPSERT = 'UPSERT { CONCEPT ?c { {type: "City", name: :n} } }'


def upsert(name: str) -> dict[str, Any]:
    return {"method": "execute_kip", "params": {"command": UPSERT, "parameters": {"n": name}}}


def find() -> dict[str, Any]:
    return {"method": "execute_kip_readonly", "params": {"command": FIND}}


def rpc(call: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", **call, **members}


def test_plain_calls_answer_the_response_of_the_protocol(door: Door) -> None:
    status, answer = door.post(upsert("Łódź"))
    assert (status, answer["result"]["blocks"]) == (200, 1)
    assert door.post(find()) == (200, {"result": ["Łódź"]})
    status, answer = door.post({**upsert("x"), "method": "execute_kip_readonly"})
    assert (status, answer["error"]["code"]) == (200, "KIP_1001")


def test_a_broken_unicode_text_is_answered(shared_door: Door) -> None:
    status, answer = shared_door.post(upsert("\ud800"))
    assert (status, answer["error"]["code"]) == (200, "KIP_2003")


@pytest.mark.parametrize("token", [None, "", "wrong", TOKEN + "x", TOKEN.upper(), "é"])
def test_without_the_token_there_is_nothing(shared_door: Door, token: str | None) -> None:
    status, headers, body = shared_door.send(json.dumps(find()), token=token)
    assert status == 401
    assert headers["www-authenticate"].startswith("Bearer")
    assert json.loads(body)["error"]["name"] == "Unauthorized"


def test_only_bearer_is_taken_and_its_case_does_not_matter(shared_door: Door) -> None:
    assert shared_door.post(find(), headers={"Authorization": f"Basic {TOKEN}"})[0] == 401
    assert shared_door.post(find(), headers={"Authorization": f"bearer {TOKEN}"})[0] == 200


def test_jsonrpc_answers_with_the_id_and_kip_errors_are_results(door: Door) -> None:
    assert door.post(rpc(find(), id="a")) == (200, {"jsonrpc": "2.0", "id": "a", "result": {"result": []}})
    status, answer = door.post(rpc({"method": "execute_kip", "params": {"command": "FIND("}}, id=0))
    assert (status, answer["id"]) == (200, 0)
    assert answer["result"]["error"]["code"] == "KIP_1001"


def test_a_batch_runs_in_order_and_leaves_out_notifications(door: Door) -> None:
    batch = [rpc(upsert("Aa"), id=1), rpc(upsert("Bb")), rpc(find(), id=2), 7, rpc({"method": "x"}, id=3)]
    status, answers = door.post(batch)
    assert status == 200
    assert [answer["id"] for answer in answers] == [1, 2, None, 3]
    assert answers[1]["result"] == {"result": ["Aa", "Bb"]}
    assert [answer["error"]["code"] for answer in answers[2:]] == [-32600, -32601]


def test_notifications_are_done_and_not_answered(door: Door) -> None:
    assert door.post(rpc(upsert("Cc"))) == (204, None)
    assert door.post([rpc(upsert("Dd"))]) == (204, None)
    assert door.post(find()) == (200, {"result": ["Cc", "Dd"]})


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ([], -32600),
        ([{}] * 101, -32600),
        ({"jsonrpc": "1.0", "method": "execute_kip", "id": 1}, -32600),
        ({"jsonrpc": "2.0", "id": 1}, -32600),
        ({"jsonrpc": "2.0", "method": "execute_kip", "id": [1]}, -32600),
        ({"jsonrpc": "2.0", "method": "drop", "id": 1}, -32601),
        ({"jsonrpc": "2.0", "method": "execute_kip", "params": [1], "id": 1}, -32602),
    ],
)
def test_jsonrpc_errors(shared_door: Door, message: Any, code: int) -> None:
    status, answer = shared_door.post(message)
    assert (status, answer["error"]["code"]) == (200, code)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b'{"a": NaN}', b"[" * 200_000, b'{"a": ' + b"9" * 5000 + b"}"]
)
def test_what_is_no_json_is_a_parse_error(shared_door: Door, body: bytes) -> None:
    status, _, answer = shared_door.send(body)
    assert (status, json.loads(answer)["error"]["code"]) == (400, -32700)
    assert b"Traceback" not in answer


@pytest.mark.parametrize("message", [1, None, {}, {"method": "execute_kip"}, {"method": 1, "params": {}}])
def test_malformed_plain_calls(shared_door: Door, message: Any) -> None:
    assert shared_door.post(message)[0] == 400


def test_unknown_methods_paths_and_verbs(shared_door: Door) -> None:
    assert shared_door.post({"method": "list_logs", "params": {}})[0] == 404
    assert shared_door.post(find(), path="/")[0] == 404
    assert shared_door.post(find(), method="PUT")[0] == 405
    assert shared_door.post(find(), headers={"Content-Type": "text/plain"})[0] == 415


def test_bodies_are_limited_with_and_without_their_length(shared_door: Door) -> None:
    allowed = {"command": "DESCRIBE PRIMER", "parameters": {"p": "x" * (16 * 1024 * 1024)}}
    assert shared_door.post({"method": "execute_kip", "params": allowed})[0] == 200
    assert declared_status(shared_door, "Content-Length: 17825793") == 413
    assert declared_status(shared_door, "Transfer-Encoding: chunked", chunks=18) == 413


def declared_status(door: Door, header: str, chunks: int = 0) -> int:
    """The status for a body that is declared, or sent in chunks of 1 MiB until the server has enough."""
    host, port = door.netloc.split(":")
    head = f"POST /kip HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {TOKEN}\r\n"
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(f"{head}Content-Type: application/json\r\n{header}\r\n\r\n".encode())
        for _ in range(chunks):
            connection.sendall(b"100000\r\n" + b"x" * 0x100000 + b"\r\n")
        return int(connection.recv(100).split()[1])


def test_replies_are_bounded_and_cursors_lead_on(cities: kip.Client, door: Door) -> None:
    names: list[str] = []
    params: dict[str, Any] = {"command": FIND}
    while True:
        status, _, body = door.send(json.dumps({"method": "execute_kip", "params": params}))
        assert status == 200
        assert len(body) <= 20_000
        page = json.loads(body)
        names += page["result"]
        if "next_cursor" not in page:
            break
        params = {"command": f"{FIND} CURSOR :c", "parameters": {"c": page["next_cursor"]}}
    assert sorted(names) == [f"City {n:04}" for n in range(3_000)]


def test_health_and_readiness_need_no_token(shared_door: Door) -> None:
    for path, status in [("/healthz", "ok"), ("/readyz", "ready")]:
        assert shared_door.send(b"", path=path, method="GET", token=None)[0] == 200
        assert json.loads(shared_door.send(b"", path=path, method="GET", token=None)[2]) == {"status": status}


def test_without_a_database_the_process_is_healthy_and_not_ready(environment: dict[str, str]) -> None:
    door = start_serving({**environment, "NEO4J_URI": "bolt://127.0.0.1:9"})
    try:
        assert door.send(b"", path="/healthz", method="GET")[0] == 200
        assert door.send(b"", path="/readyz", method="GET")[0] == 503
        assert door.post(find())[1]["error"]["code"] == "KIP_4003"
    finally:
        stop(door.process)


def test_a_request_chooses_its_space_only_where_that_is_allowed(
    client: kip.Client, door: Door, environment: dict[str, str], space: str
) -> None:
    other = f"{space}-other"
    assert door.post(find(), headers={"X-KIP-Space": space})[0] == 200
    assert door.post(find(), headers={"X-KIP-Space": other})[0] == 403
    free = start_serving(environment, "--any-space", "--space", space)
    try:
        status, answer = free.post(find(), headers={"X-KIP-Space": other})
        assert (status, answer["error"]["code"]) == (200, "KIP_2001")  # City is defined in `space` only
        assert free.post(find()) == (200, {"result": []})
    finally:
        stop(free.process)
        kip.drop_space(other)


def test_it_prints_nothing_on_stdout_and_no_log_of_requests(door: Door) -> None:
    door.post(find())
    out, err = stop(door.process)
    assert out == ""
    assert "POST" not in err
    assert "Traceback" not in err


def refusal(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [KIP, "serve", *arguments],
        env={"PATH": "/usr/bin:/bin", **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_it_refuses_to_be_reachable_without_a_chosen_token(environment: dict[str, str]) -> None:
    refused = refusal(environment, "--host", "0.0.0.0", "--port", "0")
    assert refused.returncode == 2
    assert "KIP_TOKEN" in refused.stderr
    assert refusal(environment, "--token", " ").returncode == 2


def test_a_port_that_is_taken_is_said(environment: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = refusal(environment, "--port", str(taken.getsockname()[1]))
    assert refused.returncode == 2
    assert "Can't listen" in refused.stderr
