"""Vectors that stand for what elements say: which embedder makes them, how they are stored and completed.

`attach` writes vectors beside the text they are made of, in the same transaction; `reembed` makes those that
are missing; `active` is the embedder in use, if any.
"""

from .embedder import Embedder, FunctionEmbedder
from .reembedding import Reembedded, reembed
from .selection import active, available, use, use_default
from .writing import attach

__all__ = [
    "Embedder",
    "FunctionEmbedder",
    "Reembedded",
    "active",
    "attach",
    "available",
    "reembed",
    "use",
    "use_default",
]
