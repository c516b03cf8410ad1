"""UPDATE: bulk changes of the elements that a WHERE selects (section 4.3)."""

from .run import run

__all__ = ["run"]
