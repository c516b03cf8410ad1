"""One UPSERT script as one unit of work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kip_cypher.names import CONCEPT_TYPE, PROPOSITION_TYPE
from kip_engine.overtaken import until_not_overtaken
from kip_engine.storage.steps import Body, Program, Transaction
from kip_grammar import ast

from .apply import Setting, apply, timestamp
from .flush import flush
from .load import load
from .operations import Plan
from .plan import make_plan
from .state import Element

if TYPE_CHECKING:
    from kip_engine.spaces.space import Space


@dataclass(frozen=True, slots=True)
class UpsertResult:
    """What a script did: its statements, and the ids of its top-level blocks in text order.

    `types` and `predicates` are those it newly defined; `Space.schema` knows them already.
    """

    blocks: int
    upsert_concept_nodes: tuple[str, ...] = ()
    upsert_proposition_links: tuple[str, ...] = ()
    types: frozenset[str] = frozenset()
    predicates: frozenset[str] = frozenset()

    @property
    def defines(self) -> bool:
        """Whether the script defined a type or predicate."""
        return bool(self.types or self.predicates)

    def to_dict(self) -> dict[str, Any]:
        """The result as section 6.2.2 has it."""
        return {
            "blocks": self.blocks,
            "upsert_concept_nodes": list(self.upsert_concept_nodes),
            "upsert_proposition_links": list(self.upsert_proposition_links),
        }


def run(
    script: ast.UpsertScript,
    parameters: Mapping[str, Any],
    space: Space,
    *,
    text: str,
    dry_run: bool = False,
    bootstrap: bool = False,
    owner: str | None = None,
) -> Program[UpsertResult]:
    """Execute `script`, parsed from `text`, atomically; with `dry_run` check everything and write nothing.

    `bootstrap` lifts the protection of system elements, for Genesis and for restoring a capsule.  What is
    written for an `owner` only that owner can change from then on.  Raises KipError with its place in `text`:
    what `make_plan` and `apply` raise; and KIP_4003 if other writers keep deleting what is being written.
    """
    plan = make_plan(script, parameters, space.name, text)
    return (yield from run_plan(plan, space, text=text, dry_run=dry_run, bootstrap=bootstrap, owner=owner))


def run_plan(
    plan: Plan,
    space: Space,
    *,
    text: str,
    dry_run: bool = False,
    bootstrap: bool = False,
    owner: str | None = None,
) -> Program[UpsertResult]:
    """Execute a script whose static pass has been made: the other half of `run`."""
    known = space.schema

    def body() -> Body[UpsertResult]:
        setting = Setting(space.name, known, text, bootstrap, timestamp(), owner)
        return (yield from _work(plan, setting, write=not dry_run))

    result = yield from until_not_overtaken(Transaction(body, write=not dry_run))
    if result.defines:
        space.learn(result.types, result.predicates)
    return result


def _work(plan: Plan, setting: Setting, *, write: bool) -> Body[UpsertResult]:
    state = yield from load(plan, setting.space, lock=write)
    elements = apply(plan, state, setting)
    if not write:
        return UpsertResult(plan.statements)
    created = state.created()
    yield from flush(state)
    return _result(plan, elements, created)


def _result(plan: Plan, elements: list[Element], created: list[Element]) -> UpsertResult:
    concepts = tuple(element.id for element in elements if element.name is not None)
    links = tuple(element.id for element in elements if element.name is None)
    return UpsertResult(
        plan.statements,
        concepts,
        links,
        _defined(created, CONCEPT_TYPE),
        _defined(created, PROPOSITION_TYPE),
    )


def _defined(created: list[Element], meta_type: str) -> frozenset[str]:
    return frozenset(
        element.name for element in created if element.kind == meta_type and element.name is not None
    )
