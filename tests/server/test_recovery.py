"""What a kill -9 leaves behind, of the server or of a client, the next start deals with by itself."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest
from test_lifecycle import scalar

from kip_engine.server import LocalServer
from kip_grammar.errors import KipError

CLIENT = """
import sys
from pathlib import Path
from kip_engine.server import LocalServer
print(LocalServer(Path(sys.argv[1])).ensure_running().pid, flush=True)
"""
WAIT_SECONDS = 300.0


def client(home: Path) -> subprocess.Popen[str]:
    """Another process that asks for the server of `home` and prints its process id."""
    return subprocess.Popen([sys.executable, "-c", CLIENT, str(home)], stdout=subprocess.PIPE, text=True)


def servers_of(home: Path) -> list[int]:
    """The processes that serve `home`, found without what kip_engine.server remembers."""
    found = []
    for process in psutil.process_iter(["cmdline", "status"]):
        is_server = any(part.startswith(f"@{home}") for part in process.info["cmdline"] or ())
        if is_server and process.info["status"] != psutil.STATUS_ZOMBIE:
            found.append(process.pid)
    return found


def wait_for_server_of(home: Path) -> int:
    """The process id of the server of `home` as soon as its process exists."""
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        if (home / "run" / "server.args").exists() and (found := servers_of(home)):
            return found[0]
        time.sleep(0.02)
    raise AssertionError("no server was started")


def kill_9(pid: int) -> None:
    """Kill process `pid` and wait until the system has done so."""
    process = psutil.Process(pid)
    process.kill()
    process.wait(WAIT_SECONDS)


def test_after_kill_9_of_the_server_it_starts_again_with_all_committed_data(server: LocalServer) -> None:
    first = server.ensure_running()
    scalar(first, "CREATE (n:Kept {text: 'committed'}) RETURN n.text")
    kill_9(first.pid)
    second = server.ensure_running()
    assert second.pid != first.pid
    assert scalar(second, "MATCH (n:Kept) RETURN n.text") == "committed"
    assert servers_of(server.home) == [second.pid]


@pytest.mark.parametrize("seconds", [0.5, 2.0])
def test_kill_9_of_the_server_during_its_very_first_start_does_no_harm(
    server: LocalServer, seconds: float
) -> None:
    with client(server.home) as starter:
        pid = wait_for_server_of(server.home)
        time.sleep(seconds)
        kill_9(pid)
        starter.communicate(timeout=WAIT_SECONDS)
    assert scalar(server.ensure_running(), "RETURN 1") == 1


def test_after_kill_9_of_a_client_mid_start_the_next_one_takes_its_server_over(server: LocalServer) -> None:
    with client(server.home) as starter:
        pid = wait_for_server_of(server.home)
        starter.kill()
        starter.communicate()
    info = server.ensure_running()
    assert info.pid == pid
    assert scalar(info, "RETURN 1") == 1
    assert servers_of(server.home) == [pid]


def test_a_server_that_no_file_tells_of_is_found_and_can_be_stopped(server: LocalServer) -> None:
    first = server.ensure_running()
    (server.home / "run" / "server.json").unlink()
    assert server.ensure_running() == first
    (server.home / "run" / "server.json").unlink()
    assert server.stop() is True
    assert servers_of(server.home) == []


def test_processes_that_start_at_the_same_moment_share_one_server(server: LocalServer) -> None:
    clients = [client(server.home) for _ in range(3)]
    answers = {process.communicate(timeout=WAIT_SECONDS)[0].strip() for process in clients}
    assert [str(pid) for pid in servers_of(server.home)] == list(answers)


def test_a_reused_process_id_is_not_taken_for_the_server(server: LocalServer) -> None:
    (server.home / "run").mkdir(parents=True)
    state = f'{{"pid": {os.getpid()}, "bolt": 1, "http": 1, "ready": true}}'
    (server.home / "run" / "server.json").write_text(state)
    assert server.status() is None
    assert server.stop() is False


def test_a_half_written_state_file_does_not_matter(server: LocalServer) -> None:
    (server.home / "run").mkdir(parents=True)
    (server.home / "run" / "server.json").write_text('{"pid": 1')
    assert server.status() is None


def test_a_server_that_dies_while_starting_is_reported_with_its_last_words(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIP_NEO4J_HEAP", "1k")
    with pytest.raises(KipError, match="heap") as caught:
        server.ensure_running()
    assert caught.value.code == "KIP_4003"
    assert caught.value.hint


def test_a_wrong_password_file_is_reported_with_what_to_do(server: LocalServer) -> None:
    server.ensure_running()
    server.stop()
    server.password_file.write_text("not-the-password\n")
    with pytest.raises(KipError, match="refuses the password") as caught:
        server.ensure_running()
    assert caught.value.code == "KIP_4003"
    assert "password" in caught.value.hint


def test_a_folder_that_cannot_be_used_is_reported_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(KipError, match="cannot use its folder") as caught:
        LocalServer(tmp_path / "file" / "neo4j").ensure_running()
    assert caught.value.code == "KIP_4003"
    assert "KIP_HOME" in caught.value.hint


def test_threads_of_one_process_share_one_server(shared_server: LocalServer) -> None:
    found: list[int] = []
    ask = [
        threading.Thread(target=lambda: found.append(shared_server.ensure_running().pid)) for _ in range(4)
    ]
    for thread in ask:
        thread.start()
    for thread in ask:
        thread.join()
    assert len(found) == 4
    assert len(set(found)) == 1
