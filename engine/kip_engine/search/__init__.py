"""SEARCH: from words to elements (KIP section 5.2).

`run` is the statement; `text.concept_text` and `text.proposition_text` are what the write path stores for it.
"""

from .search import run

__all__ = ["run"]
