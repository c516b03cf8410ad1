"""DELETE: keys, links and concepts that a WHERE selects (section 4.2)."""

from .run import Delete, run

__all__ = ["Delete", "run"]
