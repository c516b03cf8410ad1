"""A Cypher syntax tree, as much of it as KIP needs.

Nodes hold no final names: variables are bindings, parameters are sources, labels and property names are
given as stored names and written out by render.py alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .bindings import Binding
from .sources import Constant, Source

# -- expressions -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Var:
    """A variable."""

    binding: Binding


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter."""

    source: Source


@dataclass(frozen=True, slots=True)
class Raw:
    """A constant of the language itself: null, true, false, a small number.  Never caller text."""

    text: str


@dataclass(frozen=True, slots=True)
class Property:
    """`owner.name`."""

    owner: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Infix:
    """`left operator right`, parenthesised."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class All:
    """Conjunction; empty is true."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Any:
    """Disjunction; empty is false."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Complement:
    """`NOT operand`."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class IsNull:
    """`operand IS [NOT] NULL`."""

    operand: Expr
    negated: bool = False


@dataclass(frozen=True, slots=True)
class IsType:
    """`operand IS :: type`, where type is Cypher text of ours."""

    operand: Expr
    type: str


@dataclass(frozen=True, slots=True)
class Function:
    """`name([DISTINCT] arguments)`."""

    name: str
    arguments: tuple[Expr, ...]
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class When:
    """`CASE WHEN condition THEN value [ELSE otherwise] END`."""

    condition: Expr
    value: Expr
    otherwise: Expr | None = None


@dataclass(frozen=True, slots=True)
class ElementMap:
    """All properties of an element but its search text, as a map; null stays null."""

    element: Binding


@dataclass(frozen=True, slots=True)
class ObjectPairs:
    """An element's attributes or metadata as sorted (property, value) pairs, which group by value."""

    element: Binding
    part: str


@dataclass(frozen=True, slots=True)
class Seen:
    """Whether `viewers` may see the element (sight.py)."""

    element: Binding
    link: bool
    viewers: Param


@dataclass(frozen=True, slots=True)
class ExistsQuery:
    """`EXISTS { … }`."""

    clauses: Clauses


Expr: TypeAlias = (
    Var
    | Param
    | Raw
    | Property
    | Infix
    | All
    | Any
    | Complement
    | IsNull
    | IsType
    | Function
    | When
    | ElementMap
    | ObjectPairs
    | Seen
    | ExistsQuery
)

NULL = Raw("null")
TRUE = Raw("true")
FALSE = Param(Constant(False))
"""A parameter, because Neo4j's planner stumbles over some patterns beside a literal false."""


# -- patterns ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NodePattern:
    """`(binding:label {property: value, …})`; several labels are alternatives, joined by `|`."""

    binding: Binding
    labels: tuple[str, ...] = ()
    properties: tuple[tuple[str, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class Hop:
    """`-[:type|type*lower..upper]->` or its reverse; `lower` None is a single hop."""

    types: tuple[str, ...]
    backward: bool = False
    lower: int | None = None
    upper: int | None = None


@dataclass(frozen=True, slots=True)
class PathPattern:
    """Nodes with hops between them."""

    nodes: tuple[NodePattern, ...]
    hops: tuple[Hop, ...] = ()


# -- clauses -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Match:
    """`MATCH pattern [WHERE …]`."""

    pattern: PathPattern
    where: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """`expression AS alias`; a plain variable needs no alias."""

    expression: Expr
    alias: Binding | None = None


@dataclass(frozen=True, slots=True)
class Sort:
    """One ORDER BY key."""

    expression: Expr
    descending: bool = False


@dataclass(frozen=True, slots=True)
class With:
    """`WITH [DISTINCT] items|* [ORDER BY …] [LIMIT …] [WHERE …]`; no items is `*`."""

    items: tuple[Item, ...] = ()
    distinct: bool = False
    order: tuple[Sort, ...] = ()
    limit: Expr | None = None
    where: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Return:
    """`RETURN [DISTINCT] items [LIMIT …]`."""

    items: tuple[Item, ...]
    distinct: bool = False
    limit: Expr | None = None


@dataclass(frozen=True, slots=True)
class Subquery:
    """`[OPTIONAL] CALL (imports) { branch [UNION [ALL] branch]… }`."""

    imports: tuple[Binding, ...]
    branches: tuple[Clauses, ...]
    optional: bool = False
    union_all: bool = False


Clause: TypeAlias = Match | With | Return | Subquery
Clauses: TypeAlias = tuple[Clause, ...]
