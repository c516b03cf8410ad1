"""What an UPSERT script does, as a list of operations in text order: the static pass's result.

An operation touches one element.  A CONCEPT block is one `Put` of its concept and one per entry of SET
PROPOSITIONS; a PROPOSITION block is one `Put` of its link.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from .references import Ref

Changes: TypeAlias = Mapping[str, Any]
"""Property name -> stored form; None is an explicit null."""

EMPTY: Changes = {}


@dataclass(frozen=True, slots=True)
class Put:
    """Match or create one element and merge `changes` into it.

    `listed` says that the element stands for a top-level block, whose id the result names; `offset` is where
    the block or entry stands in the text, `statement` which UPSERT of the script it belongs to.
    """

    ref: Ref
    changes: Changes
    statement: int
    offset: int
    expect_version: int | None = None
    listed: bool = True

    @property
    def may_change(self) -> bool:
        """Whether the element must be locked and read in full before it is looked at."""
        return bool(self.changes) or self.expect_version is not None


@dataclass(frozen=True, slots=True)
class Plan:
    """A script's operations and the number of its UPSERT statements."""

    operations: tuple[Put, ...]
    statements: int
