"""Recall by resonance: what was taught answers what is asked, by bytes and words alone, or nothing does."""

from .learning import Learned, deposit, learn, learn_many
from .recalling import recall
from .results import Resonance

__all__ = ["Learned", "Resonance", "deposit", "learn", "learn_many", "recall"]
