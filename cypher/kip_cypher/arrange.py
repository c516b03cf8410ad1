"""Puts the patterns of a block in an order the database can plan well.

Between OPTIONALs and UNIONs all patterns commute, so each such run is cut into components that share element
bindings.  Every component starts at an anchor inside the caller's space: an already bound element, a concept
matched by identity, name or type, or, where nothing of that kind is given, a link found by its predicate.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from . import mentions, plan
from .bindings import Binding
from .components import Component, components

Bound = frozenset[Binding]


def arrange(block: plan.Block, bound: Bound, read: Counter[Binding]) -> plan.Block:
    """`block` arranged, given what is bound before it and how often each binding is mentioned at all."""
    out: list[plan.Operator] = []
    run = _Run(read)
    for operator in block:
        if isinstance(operator, (plan.Optional, plan.Union)):
            bound = run.flush(out, bound)
            out.append(_arrange_inside(operator, bound, read))
            bound |= frozenset(_introduced(operator))
            run = _Run(read)
        else:
            run.take(operator)
    run.flush(out, bound)
    return tuple(out)


def _introduced(operator: plan.Optional | plan.Union) -> tuple[Binding, ...]:
    return operator.introduced if isinstance(operator, plan.Optional) else operator.columns


def _arrange_inside(
    operator: plan.Optional | plan.Union, bound: Bound, read: Counter[Binding]
) -> plan.Operator:
    if isinstance(operator, plan.Optional):
        return plan.Optional(arrange(operator.block, bound, read), operator.introduced)
    arms = tuple(plan.Arm(arrange(arm.block, bound, read), arm.columns) for arm in operator.arms)
    return plan.Union(arms, operator.columns)


@dataclass(slots=True)
class _Run:
    """Operators between two barriers."""

    read: Counter[Binding]
    patterns: list[plan.Pattern] = field(default_factory=list)
    filters: list[plan.Filter] = field(default_factory=list)
    exists: list[plan.Exists] = field(default_factory=list)
    nulls: list[plan.BindNull] = field(default_factory=list)

    def take(self, operator: plan.Operator) -> None:
        if isinstance(operator, plan.Match):
            self.patterns.extend(operator.patterns)
        elif isinstance(operator, plan.Filter):
            self.filters.append(operator)
        elif isinstance(operator, plan.Exists):
            self.exists.append(operator)
        elif isinstance(operator, plan.BindNull):
            self.nulls.append(operator)

    def flush(self, out: list[plan.Operator], bound: Bound) -> Bound:
        """Write the run to `out`; returns what is bound after it."""
        out.extend(self.nulls)
        bound |= {null.binding for null in self.nulls}
        self._set_unread_aside(bound)
        bound = self._flush_patterns(out, bound)
        out.extend(self.filters)
        out.extend(plan.Exists(arrange(e.block, bound, self.read), e.negated) for e in self.exists)
        return bound

    def _set_unread_aside(self, bound: Bound) -> None:
        """A component that nothing else reads is a test of existence, not a factor of the product."""
        parts = components(self.patterns)
        for part in parts:
            if len(parts) > 1 and not part.touches(bound) and self._is_unread(part):
                inside = [f for f in self.filters if set(mentions.in_condition(f.condition)) <= part.bindings]
                self.patterns = [p for p in self.patterns if p not in part.patterns]
                self.filters = [f for f in self.filters if f not in inside]
                self.exists.append(plan.Exists((plan.Match(tuple(part.patterns)), *inside)))
                parts = [other for other in parts if other is not part]

    def _is_unread(self, part: Component) -> bool:
        inside = Counter(b for pattern in part.patterns for b in mentions.in_pattern(pattern))
        for one in self.filters:
            named = list(mentions.in_condition(one.condition))
            if named and set(named) <= part.bindings:
                inside.update(named)
        return all(self.read[binding] <= inside[binding] for binding in inside)

    def _flush_patterns(self, out: list[plan.Operator], bound: Bound) -> Bound:
        waiting = components([p for p in self.patterns if not isinstance(p, plan.WalkPattern)])
        walks = [p for p in self.patterns if isinstance(p, plan.WalkPattern)]
        while waiting or walks:
            bound = self._next(out, waiting, walks, bound)
            self._flush_filters(out, bound)
        return bound

    def _next(
        self, out: list[plan.Operator], waiting: list[Component], walks: list[plan.WalkPattern], bound: Bound
    ) -> Bound:
        touching = next((part for part in waiting if part.touches(bound)), None)
        walk = next((w for w in walks if w.subject in bound or w.object in bound), None)
        if touching is None and walk is not None:
            walks.remove(walk)
            return self._walk(out, walk, bound)
        if touching is None and not waiting:
            return self._walk(out, walks.pop(0), bound)
        part = touching or min(waiting, key=lambda candidate: candidate.rank)
        waiting.remove(part)
        out.append(plan.Match(tuple(self._placed(part, bound))))
        return bound | part.bindings

    def _walk(self, out: list[plan.Operator], walk: plan.WalkPattern, bound: Bound) -> Bound:
        ends = frozenset(b for b in (walk.subject, walk.object) if b in bound)
        backward = walk.subject not in bound and walk.object in bound
        out.append(plan.Walk(replace(walk, backward=backward), ends))
        return bound | {walk.subject, walk.object}

    def _placed(self, part: Component, bound: Bound) -> list[plan.Pattern]:
        light = part.touches(bound) or part.rank == 0
        anchor = None if light or part.rank < Component.UNANCHORED else part.first_link()
        return [self._place(pattern, light, pattern is anchor) for pattern in part.patterns]

    def _place(self, pattern: plan.Pattern, light: bool, anchored: bool) -> plan.Pattern:
        if isinstance(pattern, plan.ConceptPattern):
            return replace(pattern, light=light)
        if isinstance(pattern, plan.LinkPattern):
            structural = bool(pattern.predicates) and self.read[pattern.link] == 1
            bare = anchored and self.read[pattern.subject] == self.read[pattern.object] == 1
            return replace(pattern, anchored=anchored, thin=structural and not anchored, bare=bare)
        return pattern

    def _flush_filters(self, out: list[plan.Operator], bound: Bound) -> None:
        ready = [f for f in self.filters if set(mentions.in_condition(f.condition)) <= bound]
        out.extend(ready)
        self.filters = [f for f in self.filters if f not in ready]
