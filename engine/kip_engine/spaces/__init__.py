"""Spaces: the named memories of one database, which never see each other."""

from .dropping import Dropped, drop
from .listing import listing
from .opening import check_name, load, open, refresh  # noqa: A004 - a space is opened
from .space import Space

__all__ = ["Dropped", "Space", "check_name", "drop", "listing", "load", "open", "refresh"]
