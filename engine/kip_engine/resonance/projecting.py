"""From a form to what it says: forward to the end of its chain, or else back to what leads to it."""

from __future__ import annotations

from math import sqrt

from kip_engine.storage.steps import Program

from .asking import chosen, continuations, predecessors, siblings, whole
from .question import Asked, Form
from .scale import CONCEPT, SIBLINGS
from .similarity import similarity

LONGEST_WALK = 64
"""Steps forward before a chain is taken to have no end."""


def project(asked: Asked, form: Form) -> Program[Form | None]:
    """What `form` leads to in the end, or else what leads to it."""
    return (yield from follow(asked, form)) or (yield from reverse(asked, form))


def follow(asked: Asked, form: Form) -> Program[Form | None]:
    """The end of the chain that begins with `form`, or with its nearest sibling that leads on.

    A chain that comes back to where it began has no end.
    """
    start = form if form.outs else (yield from _leading_sibling(asked, form))
    reached = start
    seen = {form.id}
    while reached and reached.outs and len(seen) <= LONGEST_WALK:
        following = yield from chosen(asked, reached)
        if following is None or following.id in seen:
            break
        seen.add(following.id)
        reached = following
    if reached is None or reached.id in (form.id, start and start.id):
        return None
    return (yield from whole(asked, reached))


def reverse(asked: Asked, form: Form) -> Program[Form | None]:
    """The form that leads to `form`: if any, one that it leads back to, and then the most like the query."""
    if not form.ins:
        return None
    found = yield from predecessors(asked, form)
    if len(found) > 1 and form.outs:
        onward = yield from continuations(asked, form)
        found = [one for one in found if one.id in onward] or found
    nearest = max(found, key=lambda one: similarity(asked.data, one.text.encode(), one.size))
    return (yield from whole(asked, nearest))


def _leading_sibling(asked: Asked, form: Form) -> Program[Form | None]:
    """Of the forms that keep the same company as `form`, which leads nowhere, the nearest that leads on."""
    if not form.ins:
        return None
    alike = [
        (shared / sqrt((form.ins + form.outs) * (one.ins + one.outs)), one)
        for shared, one in (yield from siblings(asked, form))
    ]
    near = sorted((pair for pair in alike if pair[0] >= CONCEPT), key=lambda pair: (-pair[0], pair[1].seq))
    return next((one for _, one in near[:SIBLINGS] if one.outs), None)
