"""EXPORT: elements as capsules, UPSERT scripts that reproduce them anywhere (section 5.3)."""

from .run import run
from .scopes import Scope, domain, statement, whole_space
from .stream import Exported, export_stream

__all__ = ["Exported", "Scope", "domain", "export_stream", "run", "statement", "whole_space"]
