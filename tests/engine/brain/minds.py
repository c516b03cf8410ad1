"""What the tests of the brain ask of a client."""

from __future__ import annotations

from collections.abc import Callable

import kip

Connect = Callable[..., kip.Client]
Remember = Callable[..., str]


def counts(posterior: dict[str, float]) -> tuple[float, float]:
    """α and β of a posterior in a snapshot."""
    return posterior["alpha"], posterior["beta"]


def entities(client: kip.Client, profile_id: str = "balanced-recall-v1") -> dict[str, tuple[float, float]]:
    """The entity posteriors of a profile."""
    snapshot = client.brain.profile(profile_id).state_snapshot
    return {name: counts(posterior) for name, posterior in snapshot["entity_posteriors"].items()}


def differences(client: kip.Client) -> list[str]:
    """Where the stored state differs from its log."""
    return [sentence for found in client.brain.rebuild() for sentence in found.differences]
