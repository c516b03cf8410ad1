"""Connections that fail: what could not have been done is done again, and a server that is gone is named."""

from __future__ import annotations

from typing import Any

import pytest
from neo4j import Result
from neo4j.exceptions import ConnectionAcquisitionTimeoutError, ResultFailedError, TransientError
from racing import memory, outcome

from kip_engine.server.config import neo4j_conf
from kip_engine.server.ports import Ports
from kip_engine.storage.failures import as_kip_error, may_run_again

WRITE = 'UPSERT { CONCEPT ?d { {type: "Drug", name: "a"} EXPECT VERSION 0 } }'
READ = 'FIND(?d.name) WHERE { ?d {type: "Drug"} }'


@pytest.mark.parametrize("text", [WRITE, READ], ids=["write", "read"])
def test_a_connection_that_is_not_given_in_time_is_asked_for_again(
    neo4j_connection: Any, space: str, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    with memory(neo4j_connection, space) as client:
        pool = client._database._driver._pool
        acquire, failures = pool.acquire, iter([ConnectionAcquisitionTimeoutError("none within 15.0s")])

        def acquire_after_a_failure(*arguments: Any, **options: Any) -> Any:
            for failure in failures:
                raise failure
            return acquire(*arguments, **options)

        monkeypatch.setattr(pool, "acquire", acquire_after_a_failure)
        assert outcome(client, text)[0] == "ok"


def test_a_result_that_has_failed_already_fails_for_the_servers_reason(
    neo4j_connection: Any, space: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch, failures = Result.__iter__, iter([TransientError("deadlock")])

    def iterate_after_a_failure(result: Any) -> Any:
        for failure in failures:
            raise ResultFailedError(result, "The result has failed.") from failure
        return fetch(result)

    with memory(neo4j_connection, space) as client:
        monkeypatch.setattr(TransientError, "is_retryable", lambda self: True)
        monkeypatch.setattr(Result, "__iter__", iterate_after_a_failure)
        assert outcome(client, WRITE)[0] == "ok"


def test_no_connection_in_time_is_a_server_that_cannot_be_reached() -> None:
    error = ConnectionAcquisitionTimeoutError("none within 15.0s")
    assert may_run_again(error, write=True)
    assert as_kip_error(error).code == "KIP_4003"
    assert "can't be reached" in as_kip_error(error).message


def test_the_managed_server_gives_signs_of_life_while_it_works_on_anything() -> None:
    lines = neo4j_conf(Ports(bolt=1, http=2)).splitlines()
    assert "server.bolt.connection_keep_alive=5s" in lines
    assert "server.bolt.connection_keep_alive_for_requests=ALL" in lines
