"""The logical plan: what a statement asks for, in terms of bindings, before any Cypher.

A block is a tuple of operators that run in order on rows of bindings; each operator is a plain value, and
rewrite rules (rewrites.py) are functions from blocks to blocks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .bindings import Binding
from .sources import Source

# -- operands and conditions -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bound:
    """The value of a binding itself."""

    binding: Binding


@dataclass(frozen=True, slots=True)
class Field:
    """`?x.root` or `?x.attributes.key`."""

    binding: Binding
    root: str
    key: str | None = None

    @property
    def is_whole(self) -> bool:
        """Whether it is the whole attributes or metadata object."""
        return self.key is None and self.root in ("attributes", "metadata")


@dataclass(frozen=True, slots=True)
class Given:
    """A literal or parameter.

    `kind` is its kind for comparison (values.kind) and `holds_null` says whether a list holds null; both are
    part of the signature.  `known` is the value in the compiling call: valid later only where the signature
    holds it by value.
    """

    source: Source
    kind: str
    holds_null: bool = False
    known: Any = field(default=None, compare=False)


Operand: TypeAlias = Bound | Field | Given


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison; `operator` is one of == < <= > >= (!= is the negation of ==)."""

    operator: str
    left: Operand
    right: Operand


@dataclass(frozen=True, slots=True)
class Apply:
    """A boolean function of the function table."""

    function: str
    arguments: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class Negate:
    """The exact complement."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class AllOf:
    """Conjunction."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Disjunction."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """Whether the viewers may see the element: a link if `link`, else a concept (sight.py)."""

    binding: Binding
    link: bool


Condition: TypeAlias = Compare | Apply | Negate | AllOf | AnyOf | Seen


# -- patterns ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ConceptPattern:
    """A concept by id, by type and name, by type or by name.

    `light` says that the component is anchored elsewhere, so a label test is enough for the type.
    """

    concept: Binding
    id: Source | None = None
    type: str | None = None
    name: Source | None = None
    light: bool = False

    @property
    def is_unique(self) -> bool:
        """Whether at most one concept matches."""
        return self.id is not None or (self.type is not None and self.name is not None)


@dataclass(frozen=True, slots=True)
class LinkPattern:
    """A link by structure.  `predicates` is empty where `predicate` (a variable) stands.

    `thin` takes the derived relationship instead of the proposition's node; `anchored` starts at the link
    itself, through the index on space and predicate; `bare` leaves out the ends, which every link has and
    nobody reads.
    """

    link: Binding
    subject: Binding
    predicates: tuple[str, ...]
    object: Binding
    predicate: Binding | None = None
    thin: bool = False
    anchored: bool = False
    bare: bool = False


@dataclass(frozen=True, slots=True)
class LinkIdPattern:
    """A link by id."""

    link: Binding
    id: Source


@dataclass(frozen=True, slots=True)
class WalkPattern:
    """`subject -predicate{lower,upper}-> object`, a walk; `backward` expands it from the object's end."""

    subject: Binding
    predicate: str
    lower: int
    upper: int | None
    object: Binding
    backward: bool = False


Pattern: TypeAlias = ConceptPattern | LinkPattern | LinkIdPattern | WalkPattern


# -- operators ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Match:
    """Patterns that all hold, planned together by the database."""

    patterns: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """One walk, from an end that is bound (or from all starts if none is).  `bound` are the bound ends."""

    pattern: WalkPattern
    bound: frozenset[Binding]


@dataclass(frozen=True, slots=True)
class Filter:
    """Keep the rows for which the condition is true."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class Exists:
    """Keep the rows for which the block has a row (or, negated, has none)."""

    block: Block
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Optional:
    """Left join: the block's rows, or nulls in `introduced`."""

    block: Block
    introduced: tuple[Binding, ...]


@dataclass(frozen=True, slots=True)
class Arm:
    """One branch of a union; `columns[i]` fills the union's column i, None where the branch lacks it."""

    block: Block
    columns: tuple[Binding | None, ...]


@dataclass(frozen=True, slots=True)
class Union:
    """The rows of all arms, duplicates collapsed, in the bindings `columns`."""

    arms: tuple[Arm, ...]
    columns: tuple[Binding, ...]


@dataclass(frozen=True, slots=True)
class BindNull:
    """The binding is null on every row (a link variable on a quantified path)."""

    binding: Binding


Operator: TypeAlias = Match | Walk | Filter | Exists | Optional | Union | BindNull
Block: TypeAlias = tuple[Operator, ...]


# -- the statement -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Aggregation:
    """An aggregate of FIND or ORDER BY."""

    function: str
    argument: Bound | Field
    distinct: bool


Projection: TypeAlias = Bound | Field | Aggregation


@dataclass(frozen=True, slots=True)
class SortKey:
    """One ORDER BY key."""

    expression: Projection
    descending: bool


@dataclass(frozen=True, slots=True)
class Page:
    """How much to return: LIMIT's source (None: no LIMIT) and the kinds of the cursor's values."""

    limit: Source | None = None
    cursor: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class FindPlan:
    """A whole FIND: the block, what to project and how to sort.

    `distinct` says whether solutions may repeat, so that DISTINCT is needed, and `single` whether there is
    one at most.
    """

    block: Block
    projections: tuple[Projection, ...]
    order: tuple[SortKey, ...]
    page: Page
    distinct: bool = True
    single: bool = False
    references: tuple[Reference, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Reference:
    """An element that the statement names by id: it must exist (KIP_3002), or the text is at fault."""

    kind: str
    id: Source
    position: int
    certain: bool = False
