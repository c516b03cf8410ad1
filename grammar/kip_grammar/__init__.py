"""KIP text to a typed syntax tree, and back."""

from kip_grammar.errors import KipError, Position
from kip_grammar.limits import DEFAULT_LIMITS, Limits
from kip_grammar.parser import parse

__all__ = ["DEFAULT_LIMITS", "KipError", "Limits", "Position", "parse"]
