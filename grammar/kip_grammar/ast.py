"""The typed syntax tree of KIP v1.0-RC11.

Every node is frozen and slotted and carries a `span`.  Spans say where a node stands in its text; they take
no part in equality, so that two texts which differ in layout only have equal trees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"


@dataclass(frozen=True, slots=True)
class Span:
    """Code-point offsets `[start, end)` into the command's text."""

    start: int
    end: int


NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What all nodes share."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


# -- values ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """A JSON value without placeholders: a scalar, a whole list or a whole object."""

    value: Json


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """A placeholder `:name` in a full value position."""

    name: str


@dataclass(frozen=True, slots=True)
class ListValue(Node):
    """A list in which at least one placeholder stands, at any depth (otherwise it is a `Literal`)."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class ObjectValue(Node):
    """An object in which at least one placeholder stands, at any depth (otherwise it is a `Literal`)."""

    entries: tuple[tuple[str, Value], ...]


Value: TypeAlias = Literal | Parameter | ListValue | ObjectValue


# -- variables and paths -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """`?name`, without the question mark."""

    name: str


@dataclass(frozen=True, slots=True)
class Path(Node):
    """Dot notation: `?variable.root` or `?variable.attributes.key` (section 3.2).

    `root` is one of id, type, name, subject, predicate, object, attributes, metadata; `key` is the one step
    after attributes or metadata, None for the whole object or a top-level field.
    """

    variable: Variable
    root: str
    key: str | None = None


# -- patterns ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ConceptMatcher(Node):
    """`{id: …}`, `{type: …, name: …}`, `{type: …}` or `{name: …}`; at least one of the three is given."""

    id: Literal | Parameter | None = None
    type: Literal | Parameter | None = None
    name: Literal | Parameter | None = None


@dataclass(frozen=True, slots=True)
class LinkById(Node):
    """`(id: "…")`."""

    id: Literal | Parameter


@dataclass(frozen=True, slots=True)
class Predicates(Node):
    """One literal predicate, or alternatives `"a" | "b"`, in the order written."""

    names: tuple[Literal | Parameter, ...]


@dataclass(frozen=True, slots=True)
class PredicatePath(Node):
    """`"p"{lower,upper}`; `upper` is None for `{lower,}`; `{n}` has both equal."""

    name: Literal | Parameter
    lower: int
    upper: int | None


Predicate: TypeAlias = Predicates | PredicatePath | Variable


@dataclass(frozen=True, slots=True)
class LinkMatcher(Node):
    """`(subject, predicate, object)`."""

    subject: Endpoint
    predicate: Predicate
    object: Endpoint


Endpoint: TypeAlias = Variable | ConceptMatcher | LinkMatcher | LinkById


@dataclass(frozen=True, slots=True)
class ConceptClause(Node):
    """`?variable {…}` in WHERE."""

    variable: Variable
    matcher: ConceptMatcher


@dataclass(frozen=True, slots=True)
class LinkClause(Node):
    """`?variable (…)` in WHERE; the variable is optional."""

    variable: Variable | None
    matcher: LinkMatcher | LinkById


@dataclass(frozen=True, slots=True)
class FilterClause(Node):
    """`FILTER(condition)`."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class NotClause(Node):
    """`NOT { … }`."""

    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class OptionalClause(Node):
    """`OPTIONAL { … }`."""

    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class UnionClause(Node):
    """`UNION { … }`: an alternative to everything before it in its block."""

    clauses: tuple[Clause, ...]


Clause: TypeAlias = ConceptClause | LinkClause | FilterClause | NotClause | OptionalClause | UnionClause


# -- conditions --------------------------------------------------------------------------------------------

Operand: TypeAlias = Variable | Path | Value


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    """`left operator right`; operator is one of == != < > <= >=."""

    operator: str
    left: Operand
    right: Operand


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A boolean FILTER function: IN, IS_NULL, IS_NOT_NULL, CONTAINS, STARTS_WITH, ENDS_WITH, REGEX.

    The grammar accepts any upper-case name with any arguments; the compiler's function table holds names and
    signatures, so that a new function needs no change here.
    """

    function: str
    arguments: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`!condition`."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class And(Node):
    """`a && b && …`, two or more, flattened."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or(Node):
    """`a || b || …`, two or more, flattened."""

    conditions: tuple[Condition, ...]


Condition: TypeAlias = Comparison | Call | Not | And | Or


# -- KQL ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Aggregate(Node):
    """`COUNT(DISTINCT ?x.name)` and the like; function is one of COUNT SUM AVG MIN MAX."""

    function: str
    argument: Variable | Path
    distinct: bool = False


Expression: TypeAlias = Variable | Path | Aggregate


@dataclass(frozen=True, slots=True)
class OrderKey(Node):
    """One sort key of ORDER BY."""

    expression: Expression
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Find(Node):
    """`FIND(…) WHERE {…} [ORDER BY …] [LIMIT …] [CURSOR …]`."""

    expressions: tuple[Expression, ...]
    where: tuple[Clause, ...]
    order: tuple[OrderKey, ...] = ()
    limit: Literal | Parameter | None = None
    cursor: Literal | Parameter | None = None


# -- KML ---------------------------------------------------------------------------------------------------

ValueMap: TypeAlias = Literal | ObjectValue | Parameter
"""The map after SET ATTRIBUTES or WITH METADATA: an object, perhaps with placeholders, or one placeholder."""


@dataclass(frozen=True, slots=True)
class PropositionEntry(Node):
    """One `("predicate", target) [WITH METADATA {…}]` of SET PROPOSITIONS."""

    predicate: Literal | Parameter
    target: Endpoint
    metadata: ValueMap | None = None


@dataclass(frozen=True, slots=True)
class ConceptBlock(Node):
    """`CONCEPT ?handle { {…} [EXPECT VERSION n] [SET ATTRIBUTES …] [SET PROPOSITIONS …] } [WITH …]`."""

    handle: Variable
    matcher: ConceptMatcher
    expect_version: Literal | Parameter | None = None
    attributes: ValueMap | None = None
    propositions: tuple[PropositionEntry, ...] = ()
    metadata: ValueMap | None = None


@dataclass(frozen=True, slots=True)
class PropositionBlock(Node):
    """`PROPOSITION [?handle] { (…) [EXPECT VERSION n] [SET ATTRIBUTES …] } [WITH METADATA …]`.

    A structural matcher's predicate is always a `Predicates` of one name.
    """

    handle: Variable | None
    matcher: LinkMatcher | LinkById
    expect_version: Literal | Parameter | None = None
    attributes: ValueMap | None = None
    metadata: ValueMap | None = None


@dataclass(frozen=True, slots=True)
class Upsert(Node):
    """One `UPSERT { … } [WITH METADATA …]`."""

    blocks: tuple[ConceptBlock | PropositionBlock, ...]
    metadata: ValueMap | None = None


@dataclass(frozen=True, slots=True)
class UpsertScript(Node):
    """All the UPSERT statements of one command text, one or more: one transaction."""

    statements: tuple[Upsert, ...]


@dataclass(frozen=True, slots=True)
class UpdateExpression(Node):
    """ADD, MUL, CLAMP or COALESCE with its operands, as many as the function takes."""

    function: str
    operands: tuple[UpdateOperand, ...]


UpdateOperand: TypeAlias = Literal | Parameter | Path | UpdateExpression
UpdateValue: TypeAlias = Value | UpdateExpression


@dataclass(frozen=True, slots=True)
class Assignments(Node):
    """The map after an UPDATE's SET ATTRIBUTES or SET METADATA, in the order written."""

    entries: tuple[tuple[str, UpdateValue], ...]


@dataclass(frozen=True, slots=True)
class Update(Node):
    """`UPDATE ?target SET ATTRIBUTES {…} SET METADATA {…} WHERE {…} [LIMIT n]`; at least one SET."""

    target: Variable
    attributes: Assignments | Parameter | None
    metadata: Assignments | Parameter | None
    where: tuple[Clause, ...]
    limit: Literal | Parameter | None = None


@dataclass(frozen=True, slots=True)
class Merge(Node):
    """`MERGE CONCEPT ?source INTO ?target WHERE {…}`."""

    source: Variable
    target: Variable
    where: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class DeleteKeys(Node):
    """`DELETE ATTRIBUTES|METADATA {"key", …} FROM ?target WHERE {…}`; `part` is attributes or metadata."""

    part: str
    keys: tuple[Literal | Parameter, ...]
    target: Variable
    where: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class DeletePropositions(Node):
    """`DELETE PROPOSITIONS ?target WHERE {…}`."""

    target: Variable
    where: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class DeleteConcept(Node):
    """`DELETE CONCEPT ?target DETACH WHERE {…}`."""

    target: Variable
    where: tuple[Clause, ...]


# -- META --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DescribePrimer(Node):
    """`DESCRIBE PRIMER`."""


@dataclass(frozen=True, slots=True)
class DescribeDomains(Node):
    """`DESCRIBE DOMAINS`."""


@dataclass(frozen=True, slots=True)
class DescribeTypes(Node):
    """`DESCRIBE CONCEPT|PROPOSITION TYPES [LIMIT n] [CURSOR t]`; `kind` is "concept" or "proposition"."""

    kind: str
    limit: Literal | Parameter | None = None
    cursor: Literal | Parameter | None = None


@dataclass(frozen=True, slots=True)
class DescribeType(Node):
    """`DESCRIBE CONCEPT|PROPOSITION TYPE "name"`; `kind` is "concept" or "proposition"."""

    kind: str
    name: Literal | Parameter


@dataclass(frozen=True, slots=True)
class Search(Node):
    """`SEARCH CONCEPT|PROPOSITION "term" …`; `kind` is "concept" or "proposition"."""

    kind: str
    term: Literal | Parameter
    type: Literal | Parameter | None = None
    mode: Literal | Parameter | None = None
    threshold: Literal | Parameter | None = None
    limit: Literal | Parameter | None = None


@dataclass(frozen=True, slots=True)
class Export(Node):
    """`EXPORT ?target WHERE {…} [LIMIT n] [CURSOR t]`."""

    target: Variable
    where: tuple[Clause, ...]
    limit: Literal | Parameter | None = None
    cursor: Literal | Parameter | None = None


Delete: TypeAlias = DeleteKeys | DeletePropositions | DeleteConcept
Describe: TypeAlias = DescribePrimer | DescribeDomains | DescribeTypes | DescribeType
Read: TypeAlias = Find | Search | Describe | Export
Write: TypeAlias = UpsertScript | Update | Merge | Delete
Statement: TypeAlias = Read | Write
WRITES = (UpsertScript, Update, Merge, DeleteKeys, DeletePropositions, DeleteConcept)
