"""Readable answers: sentences that each come from items, and nothing else."""

from .compose import compose

__all__ = ["compose"]
