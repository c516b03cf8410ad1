"""`client.beliefs`: claims on evidence, and how far they are believed.

Each method runs a program of the engine; those of the async client are the same, awaited.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from kip_engine.beliefs import assimilate, granting, policy, retract, retrieve, sources, walk
from kip_engine.beliefs import credence as folding
from kip_engine.beliefs import explain as explaining
from kip_engine.beliefs import harvest as harvesting
from kip_engine.beliefs.access import ALL_SCOPES, Scope, View, view
from kip_engine.beliefs.explain import Past
from kip_engine.beliefs.explanation import Explanation
from kip_engine.beliefs.policy import EvidencePolicy
from kip_engine.beliefs.records import Belief, Change, Claim, Evidence, RankedBelief, Retraction
from kip_engine.spaces import Space
from kip_engine.storage.steps import Program

__all__ = ["ALL_SCOPES", "AsyncBeliefs", "Beliefs", "Claim", "Evidence"]

T = TypeVar("T")


class Run(Protocol):
    """Runs a program."""

    def __call__(self, program: Program[T]) -> T: ...


class AsyncRun(Protocol):
    """Runs a program, awaited."""

    def __call__(self, program: Program[T]) -> Awaitable[T]: ...


class Changes:
    """The changes of a retraction, in order; each iteration reads them from the graph, page by page."""

    def __init__(self, run: Run, retraction_id: str) -> None:
        self._run = run
        self._id = retraction_id

    def __iter__(self) -> Iterator[Change]:
        page, last = self._run(retract.changes(self._id))
        while page:
            yield from page
            page, last = self._run(retract.changes(self._id, last))


class AsyncChanges:
    """The changes of a retraction, in order; each iteration reads them from the graph, page by page."""

    def __init__(self, run: AsyncRun, retraction_id: str) -> None:
        self._run = run
        self._id = retraction_id

    async def __aiter__(self) -> AsyncIterator[Change]:
        page, last = await self._run(retract.changes(self._id))
        while page:
            for change in page:
                yield change
            page, last = await self._run(retract.changes(self._id, last))


class _Pure:
    """What needs no database, and views of the space."""

    def __init__(self, space: Space) -> None:
        self._space = space

    def harvest(
        self,
        model_output: str,
        source: Mapping[str, Any],
        extract: Callable[[str], Iterable[str]] | None = None,
    ) -> list[Claim]:
        """The claims in a text, cut into sentences or by `extract`; `source` says what produced them.

        Nothing is stored.  Raises KIP_2003 if `source` is not an object.
        """
        return harvesting.harvest(model_output, source, extract)

    def credence(self, history: Sequence[Evidence]) -> float:
        """The credence that evidence, in order of arrival, gives: 0 to 1, 0.5 for none; NaN for inf - inf."""
        return folding.checked_credence(history)

    def _view(self, scope: Scope, access: str | None = None) -> View:
        return view(self._space.name, scope, access)


class Beliefs(_Pure):
    """What a memory believes, and why.

    `scope` is who may see what within the memory: an agent works in one scope (`local` by default) and sees
    that, `public`, and what it was granted.  What it can't see answers like what doesn't exist.  `access`
    names a list of grants other than the memory's own.  `kip.ALL_SCOPES` as scope is for administrators.
    """

    def __init__(self, run: Run, space: Space) -> None:
        super().__init__(space)
        self._run = run

    def assimilate(
        self, claim: Any, evidence: Any, *, scope: Scope = "local", access: str | None = None
    ) -> Belief:
        """Take in evidence for or against a claim, and return the belief as it is then.

        `claim` is a text, a `kip.Claim`, or a KIP concept or proposition: its id, or a proposition's
        (subject, predicate, object).  `evidence` is one piece or a list: mappings with `tier`, `source_id`,
        `direction` ("+" or "-"), `weight` (1.0) and `time` (seconds since 1970, now), or `kip.Evidence`.

        Evidence whose source doesn't exist, for this scope, counts as an assertion; evidence that comes back
        to the claim itself, or stands on nothing, has no weight.  Raises KIP_2002 and KIP_2003 for evidence
        that isn't well formed, with the reason in `detail`, and KIP_3002 for a KIP element that doesn't
        exist; then nothing is written.
        """
        return self._run(assimilate.assimilate(self._space, self._view(scope, access), claim, evidence))

    def assimilate_many(
        self, statements: Iterable[tuple[Any, Any]], *, scope: Scope = "local", access: str | None = None
    ) -> list[Belief]:
        """Take in many (claim, evidence) pairs at once: two statements for any number, all or nothing.

        Entries don't see each other, as in one call of `assimilate`.  Returns the belief in each claim.
        """
        return self._run(assimilate.assimilate_many(self._space, self._view(scope, access), statements))

    def retract(
        self, source_id: str, *, scope: Scope = "local", reason: str | None = None
    ) -> Retraction[Changes]:
        """Take back all evidence that cites `source_id` in `scope`, and what rested on it alone.

        A belief that loses its ground so no longer grounds what cites it, and so on.  `source_id` may be a
        belief's, and need not exist.  One transaction, whatever it reaches; the result's `changes` are read
        page by page.
        """
        done = self._run(retract.retract(self._space, self._view(scope), source_id, reason))
        return Retraction(source_id, done.count, done.levels, Changes(self._run, done.id))

    def retrieve(
        self, query: Any, k: int = 8, *, min_credence: float | None = None, scope: Scope = "local"
    ) -> list[RankedBelief]:
        """The `k` beliefs in `scope` that fit `query` best, by relevance times credence.

        Raises KIP_2003 for a `k` that is no number, and KIP_4002 for a very large one.
        """
        return self._run(retrieve.retrieve(self._view(scope), query, k, min_credence))

    def launders(
        self, source_id: str, belief_id: str, *, scope: Scope = "local", access: str | None = None
    ) -> bool:
        """Whether citing `source_id` for the belief would come back to it, or stand on nothing."""
        return self._run(walk.launders(self._view(scope, access), source_id, belief_id))

    def explain(
        self, belief_id: str, *, scope: Scope = "local", access: str | None = None, most: int = 1_000
    ) -> Explanation:
        """Why the belief has its credence: all that it rests on, each leg with its verdict.

        At most `most` beliefs, nearest first; one statement.  Raises KIP_3002 if `scope` sees no such belief.
        """
        return self._run(explaining.explain(self._view(scope, access), belief_id, most))

    def history(self, belief_id: str, *, scope: Scope = "local", access: str | None = None) -> list[Past]:
        """All evidence that the belief has, or had before it was retracted, in order of arrival.

        Raises KIP_3002 if `scope` sees no such belief.
        """
        return self._run(explaining.history(self._view(scope, access), belief_id))

    def resolves(self, source_id: str, *, scope: Scope = "local", access: str | None = None) -> bool:
        """Whether there is a source or belief under this id that `scope` sees."""
        return self._run(walk.resolves(self._view(scope, access), source_id))

    def put_source(
        self,
        source_id: str | None = None,
        *,
        kind: str = "text",
        text: str = "",
        payload: Mapping[str, Any] | None = None,
        tags: Sequence[str] = (),
        scope: Scope = "local",
    ) -> str:
        """Make a source that evidence can cite, or replace it, and return its id.

        `kind` is what it is: text, record, image, signal, artifact, trace and others.  Credentials are
        masked.  Raises KIP_2002 for an unknown kind (`bad_kind`), the tag `belief` and the id of a belief.
        """
        return self._run(
            sources.put_source(
                self._space, source_id, kind=kind, text=text, payload=payload, tags=tags, scope=scope
            )
        )

    def publish(
        self, ids: Iterable[str], *, by: Scope, to: Scope = "public", access: str | None = None
    ) -> list[str]:
        """Move sources and beliefs into the scope `to`, and return the ids of those that were moved.

        `by` is the scope that publishes.  Ids that it can't read are left out like those that don't exist.
        Raises KIP_3004 (`AccessDeniedError`) if it may not write `to`.
        """
        return self._run(granting.publish(self._space, ids, to=to, by=by, access=access))

    def grant(self, principal: str, scope: str, *, mode: str = "both", access: str | None = None) -> None:
        """Let those who work in the scope `principal` read, write or both (`mode`) what is in `scope`."""
        self._run(granting.grant(self._space, principal, scope, mode, access))

    def revoke(self, principal: str, scope: str, *, access: str | None = None) -> None:
        """Take back what was granted.  A scope always reads and writes itself and `public`."""
        self._run(granting.revoke(self._space, principal, scope, access))

    def evidence_policy(self) -> EvidencePolicy:
        """How evidence is judged in this memory."""
        return self._run(policy.evidence_policy(self._space))

    def set_evidence_policy(self, policy_name: str) -> None:
        """Judge by `MIXLE` (the default) or `STRICT`, from now on and all that there is.

        STRICT judges always anew, from all live evidence: what is cited must support, counts with what it
        stands on, and once however many ways lead to it.  Raises KIP_2002 (`bad_policy`).
        """
        self._run(policy.set_evidence_policy(self._space, policy_name))

    def can_read(self, principal: str, scope: str, *, access: str | None = None) -> bool:
        """Whether those who work in the scope `principal` see what is in `scope`."""
        may = self._run(granting.can(self._space, principal, scope, access))
        return may[0]

    def can_write(self, principal: str, scope: str, *, access: str | None = None) -> bool:
        """Whether those who work in the scope `principal` may publish into `scope`."""
        may = self._run(granting.can(self._space, principal, scope, access))
        return may[1]


class AsyncBeliefs(_Pure):
    """What a memory believes, and why: `Beliefs`, awaited.

    `scope` is who may see what within the memory: an agent works in one scope (`local` by default) and sees
    that, `public`, and what it was granted.  What it can't see answers like what doesn't exist.  `access`
    names a list of grants other than the memory's own.  `kip.ALL_SCOPES` as scope is for administrators.
    """

    def __init__(self, run: AsyncRun, space: Space) -> None:
        super().__init__(space)
        self._run = run

    async def assimilate(
        self, claim: Any, evidence: Any, *, scope: Scope = "local", access: str | None = None
    ) -> Belief:
        """See `Beliefs.assimilate`."""
        return await self._run(assimilate.assimilate(self._space, self._view(scope, access), claim, evidence))

    async def assimilate_many(
        self, statements: Iterable[tuple[Any, Any]], *, scope: Scope = "local", access: str | None = None
    ) -> list[Belief]:
        """See `Beliefs.assimilate_many`."""
        return await self._run(assimilate.assimilate_many(self._space, self._view(scope, access), statements))

    async def retract(
        self, source_id: str, *, scope: Scope = "local", reason: str | None = None
    ) -> Retraction[AsyncChanges]:
        """See `Beliefs.retract`."""
        done = await self._run(retract.retract(self._space, self._view(scope), source_id, reason))
        return Retraction(source_id, done.count, done.levels, AsyncChanges(self._run, done.id))

    async def retrieve(
        self, query: Any, k: int = 8, *, min_credence: float | None = None, scope: Scope = "local"
    ) -> list[RankedBelief]:
        """See `Beliefs.retrieve`."""
        return await self._run(retrieve.retrieve(self._view(scope), query, k, min_credence))

    async def launders(
        self, source_id: str, belief_id: str, *, scope: Scope = "local", access: str | None = None
    ) -> bool:
        """See `Beliefs.launders`."""
        return await self._run(walk.launders(self._view(scope, access), source_id, belief_id))

    async def explain(
        self, belief_id: str, *, scope: Scope = "local", access: str | None = None, most: int = 1_000
    ) -> Explanation:
        """See `Beliefs.explain`."""
        return await self._run(explaining.explain(self._view(scope, access), belief_id, most))

    async def history(
        self, belief_id: str, *, scope: Scope = "local", access: str | None = None
    ) -> list[Past]:
        """See `Beliefs.history`."""
        return await self._run(explaining.history(self._view(scope, access), belief_id))

    async def resolves(self, source_id: str, *, scope: Scope = "local", access: str | None = None) -> bool:
        """See `Beliefs.resolves`."""
        return await self._run(walk.resolves(self._view(scope, access), source_id))

    async def put_source(
        self,
        source_id: str | None = None,
        *,
        kind: str = "text",
        text: str = "",
        payload: Mapping[str, Any] | None = None,
        tags: Sequence[str] = (),
        scope: Scope = "local",
    ) -> str:
        """See `Beliefs.put_source`."""
        return await self._run(
            sources.put_source(
                self._space, source_id, kind=kind, text=text, payload=payload, tags=tags, scope=scope
            )
        )

    async def publish(
        self, ids: Iterable[str], *, by: Scope, to: Scope = "public", access: str | None = None
    ) -> list[str]:
        """See `Beliefs.publish`."""
        return await self._run(granting.publish(self._space, ids, to=to, by=by, access=access))

    async def grant(
        self, principal: str, scope: str, *, mode: str = "both", access: str | None = None
    ) -> None:
        """See `Beliefs.grant`."""
        await self._run(granting.grant(self._space, principal, scope, mode, access))

    async def revoke(self, principal: str, scope: str, *, access: str | None = None) -> None:
        """See `Beliefs.revoke`."""
        await self._run(granting.revoke(self._space, principal, scope, access))

    async def evidence_policy(self) -> EvidencePolicy:
        """See `Beliefs.evidence_policy`."""
        return await self._run(policy.evidence_policy(self._space))

    async def set_evidence_policy(self, policy_name: str) -> None:
        """See `Beliefs.set_evidence_policy`."""
        await self._run(policy.set_evidence_policy(self._space, policy_name))

    async def can_read(self, principal: str, scope: str, *, access: str | None = None) -> bool:
        """See `Beliefs.can_read`."""
        may = await self._run(granting.can(self._space, principal, scope, access))
        return may[0]

    async def can_write(self, principal: str, scope: str, *, access: str | None = None) -> bool:
        """See `Beliefs.can_write`."""
        may = await self._run(granting.can(self._space, principal, scope, access))
        return may[1]
