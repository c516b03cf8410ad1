"""KIP text to a typed syntax tree, and back.

`parse` reads one command's text, `print_statement` writes a statement in canonical form, `split_statements`
cuts a capsule of any size into statements.  The tree's node types are in `kip_grammar.ast`.
"""

from kip_grammar import ast
from kip_grammar.errors import KipError, Position
from kip_grammar.limits import DEFAULT_LIMITS, Limits
from kip_grammar.parser import parse
from kip_grammar.printer import print_statement
from kip_grammar.splitter import StatementText, split_statements

__all__ = [
    "DEFAULT_LIMITS",
    "KipError",
    "Limits",
    "Position",
    "StatementText",
    "ast",
    "parse",
    "print_statement",
    "split_statements",
]
