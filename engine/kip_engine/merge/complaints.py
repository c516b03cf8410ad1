"""The errors of MERGE, worded once."""

from __future__ import annotations

from collections.abc import Sequence

from kip_grammar.errors import KipError

from .candidates import Candidate


def missing(variable: str) -> KipError:
    """KIP_3002: nothing that the WHERE matches binds `variable`."""
    return KipError(
        "KIP_3002",
        f"?{variable} matches no concept.",
        hint="Find the exact type and name with SEARCH; names are matched as they are written.",
    )


def unmatched(source: str, target: str) -> KipError:
    """KIP_3002: each variable could match something, but the WHERE as a whole matches nothing."""
    return KipError(
        "KIP_3002",
        f"The WHERE matches nothing, so ?{source} and ?{target} have no concept.",
        hint="All clauses must hold at once: try the WHERE in a FIND, and leave out what isn't needed.",
    )


def already_merged(variable: str, source: str, target: Candidate) -> KipError:
    """KIP_3002 on a repeated MERGE: the source is gone because the target has taken it in."""
    return KipError(
        "KIP_3002",
        f"?{variable} matches no concept.",
        hint=f"This merge already happened: {target} lists {source!r} in metadata._merged_from. "
        "Nothing is left to do.",
    )


def ambiguous(variable: str, candidates: Sequence[Candidate]) -> KipError:
    """KIP_3003: `variable` matches several elements."""
    shown = " and ".join(sorted(map(str, candidates)))
    return KipError(
        "KIP_3003",
        f"?{variable} must match exactly one concept, but it matches {shown}, at least.",
        hint="Narrow the WHERE until it matches one, for example by type and name, or by id.",
    )


def not_a_concept(variable: str, candidate: Candidate) -> KipError:
    """KIP_2002: `variable` matches a link."""
    return KipError(
        "KIP_2002",
        f"?{variable} matches {candidate}; MERGE joins concepts.",
        hint="Links can't be merged: they become one by themselves when their ends do.",
    )


def unlike(source: Candidate, target: Candidate) -> KipError:
    """KIP_2002: the two concepts have different types."""
    return KipError(
        "KIP_2002",
        f"{source} and {target} have different types, so they can't be merged.",
        hint="Only concepts of one type can denote the same entity; link them instead.",
    )


def protected(candidate: Candidate) -> KipError:
    """KIP_3004: one of the two concepts is protected."""
    return KipError(
        "KIP_3004",
        f"{candidate} is protected and can't be merged.",
        hint="System structures and actors stay as they are; merge other concepts, or link to this one.",
    )


def in_use(source: Candidate) -> KipError:
    """KIP_2002: the source defines a type or predicate that elements still have."""
    return KipError(
        "KIP_2002",
        f"{source} is still in use: what it defines would be left without a definition.",
        hint="Write its elements anew under the other definition and delete these first.",
    )
