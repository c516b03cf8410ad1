"""Names between KIP and Neo4j: the one place that makes labels, relationship types and property names.

Each mapping is injective, so that what is stored can be read back.  Types and predicates are held to KIP's
identifier grammar before they come near Cypher text: doubling backticks is not enough there, because Cypher
decodes escapes such as `\\u0060` inside a quoted name before it parses.
"""

from __future__ import annotations

import re

from kip_grammar.errors import KipError

CONCEPT = "Concept"
PROPOSITION = "Proposition"
SUBJECT = "SUBJECT"
OBJECT = "OBJECT"

CONCEPT_TYPE = "$ConceptType"
PROPOSITION_TYPE = "$PropositionType"
META_TYPES = frozenset({CONCEPT_TYPE, PROPOSITION_TYPE})

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
TYPE_NAME = re.compile(r"[A-Z][A-Za-z0-9_]*\Z")
PREDICATE_NAME = re.compile(r"[a-z_][a-z0-9_]*\Z")

MAX_NAME = 255

SYSTEM_NAMES = frozenset(
    {CONCEPT, PROPOSITION, "Embedding", "Space", "KipSchema", "BeliefLedger", SUBJECT, OBJECT, "OF"}
    | {"ResonantScale", "ResonantGram", "ResonantToken", "BrainNamespace", "BrainClaim"}
)
SYSTEM_PROPERTIES = frozenset(
    {"space", "id", "type", "name", "key", "name_key", "predicate", "subject", "object", "search_text"}
)
ENGINE_METADATA = ("_version", "_updated_at", "_merged_from")
NULLS = "_nulls"
OWNER = "_owner"


def is_identifier(name: str) -> bool:
    """Whether `name` is a KIP identifier (section 2.8.1)."""
    return IDENTIFIER.match(name) is not None


def check_type_name(name: str) -> str:
    """`name` if it can name a concept type in use; raises KIP_1002 otherwise."""
    if name in META_TYPES or is_identifier(name):
        return name
    raise _bad_identifier("concept type", name, "UpperCamelCase, such as `ClinicalTrial`")


def check_predicate_name(name: str) -> str:
    """`name` if it can name a predicate in use; raises KIP_1002 otherwise."""
    if is_identifier(name):
        return name
    raise _bad_identifier("predicate", name, "snake_case, such as `has_side_effect`")


def check_new_type(name: str) -> str:
    """`name` if a concept type may be defined under it (section 2.8.2); raises KIP_1002 otherwise."""
    if name in META_TYPES or (TYPE_NAME.match(name) and len(name) <= MAX_NAME):
        return name
    raise _bad_identifier("concept type", name, "UpperCamelCase, such as `ClinicalTrial`")


def check_new_predicate(name: str) -> str:
    """`name` if a predicate may be defined under it (section 2.8.2); raises KIP_1002 otherwise."""
    if PREDICATE_NAME.match(name) and len(name) <= MAX_NAME:
        return name
    raise _bad_identifier("predicate", name, "snake_case, such as `has_side_effect`")


def _bad_identifier(kind: str, name: str, style: str) -> KipError:
    shown = name if len(name) <= 60 else name[:57] + "..."
    return KipError(
        "KIP_1002",
        f"{shown!r} is no valid {kind} name.",
        hint=f"Name a {kind} in {style}: a letter first, then letters, digits and underscores, "
        f"at most {MAX_NAME} in all.",
    )


def label(name: str) -> str:
    """The node label (or relationship type) of a checked type or predicate name."""
    return name + "_" if name in SYSTEM_NAMES or name.endswith("_") else name


def attribute_property(key: str) -> str:
    """The property that holds attribute `key`."""
    taken = not key or key in SYSTEM_PROPERTIES or key.startswith(("m_", "a_", "_"))
    return "a_" + key if taken else key


def metadata_property(key: str) -> str:
    """The property that holds metadata `key`; engine metadata keeps its own name."""
    return key if key in ENGINE_METADATA else "m_" + key


def split_properties(properties: dict[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """Stored properties as (attributes, metadata), keys turned back, values as stored.

    Keys named in `_nulls` come back as None.
    """
    attributes: dict[str, object] = {}
    metadata: dict[str, object] = {}
    for name, value in properties.items():
        _place(name, value, attributes, metadata)
    for name in properties.get(NULLS) or ():  # type: ignore[attr-defined]
        _place(name, None, attributes, metadata)
    return attributes, metadata


def _place(name: str, value: object, attributes: dict[str, object], metadata: dict[str, object]) -> None:
    if name.startswith("m_"):
        metadata[name[2:]] = value
    elif name.startswith("a_"):
        attributes[name[2:]] = value
    elif name in ENGINE_METADATA:
        metadata[name] = value
    elif name not in SYSTEM_PROPERTIES and not name.startswith("_"):
        attributes[name] = value
