"""MERGE: two concepts that denote the same entity become one, atomically (section 4.4)."""

from .run import run

__all__ = ["run"]
