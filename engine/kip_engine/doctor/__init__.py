"""Examines a database and its spaces: what must always hold, and what doesn't.  Reads only."""

from .examination import examine
from .findings import Finding

__all__ = ["Finding", "examine"]
