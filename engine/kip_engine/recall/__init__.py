"""Recall: from a question in plain words to what the memory holds."""

from .analysis.planning import Planner
from .by_hand import Answered, run_pattern
from .feedback import give_feedback, judge_by_id
from .given import given
from .memory import Memory
from .patterns import Pattern, patterns
from .recall import recall
from .result import Alternative, Entry, Item, Recall, Sentence
from .settings import set_activation

__all__ = [
    "Alternative",
    "Answered",
    "Entry",
    "Item",
    "Memory",
    "Pattern",
    "Planner",
    "Recall",
    "Sentence",
    "give_feedback",
    "given",
    "judge_by_id",
    "patterns",
    "recall",
    "run_pattern",
    "set_activation",
]
