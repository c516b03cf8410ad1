"""Recall: from a question in plain words to what the memory holds."""

from .analysis.planning import Planner
from .given import given
from .recall import Memory, recall
from .result import Alternative, Entry, Item, Recall, Sentence

__all__ = ["Alternative", "Entry", "Item", "Memory", "Planner", "Recall", "Sentence", "given", "recall"]
