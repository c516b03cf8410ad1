"""The write path of UPSERT: static pass, load, apply in memory, flush, in one transaction."""

from .run import UpsertResult, run

__all__ = ["UpsertResult", "run"]
