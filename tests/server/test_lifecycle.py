"""The managed server: started on demand, reachable by its user on this machine only, stopped when told."""

from __future__ import annotations

import os
import stat
import time

import psutil
import pytest
from neo4j import GraphDatabase
from neo4j.exceptions import AuthError

from kip_engine.server import LocalServer, Progress, ServerInfo


def scalar(info: ServerInfo, query: str) -> object:
    """The single value `query` returns."""
    with GraphDatabase.driver(info.uri, auth=(info.user, info.password)) as driver:
        return driver.execute_query(query, database_=info.database).records[0][0]


def test_a_started_server_is_neo4j_community_5_26_and_answers(running: ServerInfo) -> None:
    versions = "CALL dbms.components() YIELD name, versions, edition WHERE name = 'Neo4j Kernel' RETURN "
    assert str(scalar(running, versions + "versions[0]")).startswith("5.26.")
    assert scalar(running, versions + "edition") == "community"


def test_a_running_server_is_found_in_a_moment(shared_server: LocalServer, running: ServerInfo) -> None:
    began = time.monotonic()
    assert shared_server.ensure_running() == running
    assert time.monotonic() - began < 1.0


def test_status_names_the_running_server(shared_server: LocalServer, running: ServerInfo) -> None:
    assert LocalServer(shared_server.home).status() == running
    assert psutil.pid_exists(running.pid)


@pytest.mark.skipif(os.name == "nt", reason="file modes are POSIX's")
def test_only_its_user_can_read_the_password_and_the_data(shared_server: LocalServer) -> None:
    assert stat.S_IMODE(shared_server.password_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(shared_server.home.stat().st_mode) == 0o700


def test_the_password_shows_neither_in_the_process_list_nor_in_representations(running: ServerInfo) -> None:
    assert len(running.password) >= 32
    assert running.password not in " ".join(psutil.Process(running.pid).cmdline())
    assert running.password not in repr(running)


def test_the_password_is_needed(running: ServerInfo) -> None:
    for wrong in (("neo4j", "neo4j"), ("neo4j", "")):
        with GraphDatabase.driver(running.uri, auth=wrong) as driver, pytest.raises(AuthError):
            driver.verify_connectivity()


def test_it_listens_on_loopback_only(running: ServerInfo) -> None:
    sockets = psutil.Process(running.pid).net_connections(kind="inet")
    listening = [socket.laddr for socket in sockets if socket.status == psutil.CONN_LISTEN]
    assert {address.ip.removeprefix("::ffff:") for address in listening} == {"127.0.0.1"}
    assert {f"bolt://127.0.0.1:{address.port}" for address in listening} & {running.uri}


def test_it_was_told_not_to_phone_home(shared_server: LocalServer) -> None:
    conf = (shared_server.home / "conf" / "neo4j.conf").read_text()
    assert "dbms.usage_report.enabled=false" in conf
    assert "client.allow_telemetry=false" in conf


def test_its_log_tells_that_it_started(shared_server: LocalServer, running: ServerInfo) -> None:
    assert any(line.endswith("Started.") for line in shared_server.logs(200))
    assert len(shared_server.logs(3)) == 3


def test_before_its_first_start_there_is_nothing_to_stop_or_show(server: LocalServer) -> None:
    assert server.status() is None
    assert server.stop() is False
    assert server.logs() == []
    assert not server.home.exists()


def test_data_and_address_survive_a_stop(server: LocalServer) -> None:
    reports: list[Progress] = []
    before = server.ensure_running(reports.append)
    scalar(before, "CREATE (n:Kept {text: 'still here'}) RETURN n.text")
    assert server.stop() is True
    assert server.status() is None
    assert not psutil.pid_exists(before.pid)
    assert server.stop() is False

    after = server.ensure_running()
    assert scalar(after, "MATCH (n:Kept) RETURN n.text") == "still here"
    assert (after.uri, after.password) == (before.uri, before.password)
    assert any(report.phase == "start" for report in reports)
