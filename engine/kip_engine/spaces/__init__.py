"""Spaces: the named memories of one database, which never see each other."""

from .dropping import Dropped, drop
from .listing import listing
from .opening import load, open, refresh  # noqa: A004 - a space is opened
from .space import Space

__all__ = ["Dropped", "Space", "drop", "listing", "load", "open", "refresh"]
