"""A schema for compiling without a server."""

from kip_cypher.schema import Schema

TYPES = (
    "$ConceptType",
    "$PropositionType",
    "Domain",
    "Person",
    "Event",
    "Drug",
    "Symptom",
    "DrugClass",
    "Concept",
)
PREDICATES = (
    *("treats", "has_side_effect", "belongs_to_class", "is_subclass_of", "stated", "knows", "follows"),
    *("prefers", "involves", "learned", "working_on", "interested_in", "belongs_to_domain", "trailing_"),
)
SCHEMA = Schema(frozenset(TYPES), frozenset(PREDICATES))
