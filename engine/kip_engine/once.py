"""Writes that may be sent twice and are applied once.

A write with an idempotency key leaves, in its own transaction, a note of what it answered.  Whoever sends it
again, because the answer was lost, gets that answer.  A write that failed leaves nothing and may be tried
again with the same key.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from kip_cypher.query import Query
from kip_grammar.errors import KipError

from .answers import Answer
from .storage.steps import Body, Program, Step, Transaction

KEPT_MS = 24 * 60 * 60 * 1000
MAX_LENGTH = 255
PRUNED_AT_ONCE = 1_000

# Writing to the note takes its lock: of two requests with one key the second waits here for the first.
CLAIM = """
MERGE (k:IdempotencyKey {key: $key}) SET k.space = $space
WITH k, coalesce(k.created_at > timestamp() - $kept, false) AS valid
RETURN CASE WHEN valid THEN k.digest END, CASE WHEN valid THEN k.response END,
  EXISTS { MATCH (old:IdempotencyKey) WHERE old.space = $space AND old.created_at < timestamp() - $kept }
"""
REMEMBER = """
MATCH (k:IdempotencyKey {key: $key})
SET k.digest = $digest, k.response = $response, k.created_at = timestamp()
"""
PRUNE = """
MATCH (old:IdempotencyKey) WHERE old.space = $space AND old.created_at < timestamp() - $kept
WITH old ORDER BY old.key LIMIT $most
DELETE old
"""


class Answering(Protocol):
    """What the body of a write returns, if not the answer itself: something that knows the answer."""

    def to_dict(self) -> dict[str, Any]:
        """The statement's result, JSON-ready."""
        ...


Done: TypeAlias = "Answering | dict[str, Any] | None"
"""What the bodies of writes return; None where there was nothing to do."""


@dataclass(frozen=True, slots=True)
class Key:
    """The key of one write: `name` as given, its place in the request, and the digest of the request."""

    space: str
    name: str
    place: int
    digest: str

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters of this module's queries, but for the response."""
        identity = json.dumps([self.space, self.name, self.place]).encode()
        key = hashlib.blake2b(identity, digest_size=16).hexdigest()
        return {"key": key, "space": self.space, "digest": self.digest, "kept": KEPT_MS}


def read_name(request: Any) -> str | None:
    """A request's `idempotency_key`.  Raises KIP_1001 for one that can't be a key."""
    name = request.get("idempotency_key")
    if name is None or (isinstance(name, str) and name.strip() and len(name) <= MAX_LENGTH):
        return name
    raise KipError(
        "KIP_1001",
        f"`idempotency_key` is text of 1 to {MAX_LENGTH} characters, not blank.",
        hint="Make a new one, such as a UUID, for every write; repeat it only together with the write.",
    )


def request_digest(commands: Any) -> str:
    """What tells one request body from another."""
    payload = json.dumps(commands, sort_keys=True, default=repr).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(payload, digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class _Earlier:
    """The answer of an earlier request with the same key."""

    result: Any


def apply_once(program: Program[Answer], key: Key) -> Program[Answer]:
    """Run `program`, a write, unless `key` was used for it before: then answer as then.

    Raises what `program` raises, and KIP_3003 if the key was used for another request.
    """
    try:
        step = next(program)
        while True:
            try:
                value = yield _guarded(step, key)
            except KipError as error:
                step = program.throw(error)
                continue
            if isinstance(value, _Earlier):
                program.close()
                return Answer(value.result)
            step = program.send(value)
    except StopIteration as stop:
        answer: Answer = stop.value
    return answer


def _guarded(step: Step, key: Key) -> Step:
    if isinstance(step, Transaction) and step.write:
        return Transaction(lambda: _body(step.body, key))
    return step


def _body(body: Callable[[], Body[Done]], key: Key) -> Body[Any]:
    parameters = key.parameters
    digest, response, stale = (yield Query(CLAIM, parameters))[0]
    if digest == key.digest:
        return _Earlier(json.loads(response))
    if digest is not None:
        raise _used(key.name)
    done = yield from body()
    if done is not None:
        answer = done if isinstance(done, dict) else done.to_dict()
        yield Query(REMEMBER, {**parameters, "response": json.dumps(answer)})
    if stale:
        yield Query(PRUNE, {**parameters, "most": PRUNED_AT_ONCE})
    return done


def _used(name: str) -> KipError:
    return KipError(
        "KIP_3003",
        f"The idempotency key {name!r:.80} was used for another request.",
        hint="Use a new key for a new request; the same key only to repeat the same one.",
    )
