"""Conversations into the memory, line by line and without a model: `kip remember`."""

from .lines import Line, read_lines
from .remember import Remembered, remember

__all__ = ["Line", "Remembered", "read_lines", "remember"]
