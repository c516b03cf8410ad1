"""Restricts a plan to what its viewers may see, at every place where it matches an element.

So nothing else takes part: no row, no count, no order, no limit.  A link is seen or not together with its
ends; a concept is asked about only where no link of the block, or around it, already says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kip_grammar.errors import KipError

from . import plan
from .bindings import Binding

Ends = frozenset[Binding]


def restrict(find: plan.FindPlan) -> plan.FindPlan:
    """`find` within sight.  Raises KIP_1001 for a path, whose steps are not looked at one by one."""
    return replace(find, block=_block(find.block, frozenset()))


def _block(block: plan.Block, seen: Ends) -> plan.Block:
    matches = [operator for operator in block if isinstance(operator, plan.Match)]
    seen |= frozenset(end for match in matches for end in _ends(match.patterns))
    return tuple(restricted for operator in block for restricted in _operator(operator, seen))


def _ends(patterns: Iterable[plan.Pattern]) -> Iterable[Binding]:
    for pattern in patterns:
        if isinstance(pattern, plan.LinkPattern):
            yield from (pattern.subject, pattern.object)


def _operator(operator: plan.Operator, seen: Ends) -> Iterable[plan.Operator]:
    if isinstance(operator, plan.Match):
        yield operator
        for pattern in operator.patterns:
            yield from map(plan.Filter, _conditions(pattern, seen))
    elif isinstance(operator, (plan.Exists, plan.Optional)):
        yield replace(operator, block=_block(operator.block, seen))
    elif isinstance(operator, plan.Union):
        arms = tuple(replace(arm, block=_block(arm.block, frozenset())) for arm in operator.arms)
        yield replace(operator, arms=arms)
    else:
        yield operator


def _conditions(pattern: plan.Pattern, seen: Ends) -> Iterable[plan.Seen]:
    if isinstance(pattern, plan.WalkPattern):
        raise KipError(
            "KIP_1001", "A path can't be followed in sight of viewers.", hint="Write single steps."
        )
    if isinstance(pattern, (plan.LinkPattern, plan.LinkIdPattern)):
        yield plan.Seen(pattern.link, True)
    elif pattern.concept not in seen:
        yield plan.Seen(pattern.concept, False)
