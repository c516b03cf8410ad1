"""The twelve patterns of recall: data files of named KIP statements, each usable by itself.

A file begins with its title, its parameters (some with a default) and what may fill `{predicates}`; then come
the statements, each under a line `// name: what it asks`.  A statement's first expression is what it finds,
the others are around it.
"""

from .files import Pattern, Statement, around, pattern, patterns
from .filling import Call, ready

__all__ = ["Call", "Pattern", "Statement", "around", "pattern", "patterns", "ready"]
