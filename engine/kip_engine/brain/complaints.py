"""The brain's errors: KIP codes, and the short codes that programs tell them apart by."""

from __future__ import annotations

from kip_grammar.errors import KipError


def invalid(detail: str, message: str, hint: str = "") -> KipError:
    """KIP_2003: something given can't be taken as it is."""
    return KipError("KIP_2003", message, hint=hint or "Correct the parameter and try again.", detail=detail)


def refused(detail: str, message: str, hint: str) -> KipError:
    """KIP_2002: what is asked for isn't allowed as things stand."""
    return KipError("KIP_2002", message, hint=hint, detail=detail)


def missing(detail: str, message: str, hint: str) -> KipError:
    """KIP_3002: something that is named doesn't exist."""
    return KipError("KIP_3002", message, hint=hint, detail=detail)


def no_profile(profile_id: str) -> KipError:
    """KIP_3002 for a profile that doesn't exist."""
    return missing(
        "profile_not_found",
        f"There is no profile {profile_id!r:.80}.",
        "`kip brain profiles` (client.brain.profiles) lists those there are.",
    )


def no_target(named: str) -> KipError:
    """KIP_3002 for an element that doesn't exist, or that whoever asks may not know of."""
    return missing(
        "target_not_found",
        f"There is no element {named!r:.80} to judge.",
        "Give the id of a concept, a link or a belief of this memory.",
    )


def archived(detail: str, profile_id: str, what: str) -> KipError:
    """KIP_3004: an archived profile stays as it is."""
    return KipError(
        "KIP_3004",
        f"The profile {profile_id!r:.80} is archived: {what}.",
        hint="Archiving is final; use another profile.",
        detail=detail,
    )


def taken(detail: str, message: str) -> KipError:
    """KIP_3003: a name is in use, and stays so when what has it is archived."""
    return KipError("KIP_3003", message, hint="Choose another name.", detail=detail)
