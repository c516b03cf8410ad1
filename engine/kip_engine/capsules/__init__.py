"""Capsules: knowledge as a text of UPSERT statements, of any size."""

from .errors import CapsuleError
from .importing import Progress, import_stream

__all__ = ["CapsuleError", "Progress", "import_stream"]
