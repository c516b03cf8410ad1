"""What must hold in every space: one read-only query each, which counts the offenders and names some.

`$labels` maps the types and predicates in use to the labels and relationship types they must have.  Queries
that look at the elements of a space say `type IS NOT NULL` or `predicate IS NOT NULL`, which lets them use
the index that begins with the space.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Invariant:
    """A sentence that must be true, and the query for what makes it false: rows of (count, sample)."""

    name: str
    says: str
    query: str


OFFENDERS = """
WITH DISTINCT coalesce(offender, '(no id)') AS offender ORDER BY offender
RETURN count(offender), collect(offender)[..$sample]
"""

COMPLETE_CONCEPTS = """
MATCH (n:Concept) WHERE n.space = $space AND n.type IS NOT NULL
AND (n.id IS NULL OR n.name IS NULL OR n.key IS NULL OR n.name_key IS NULL)
WITH coalesce(n.id, n.type + ' ' + n.name, elementId(n)) AS offender
"""
COMPLETE_LINKS = """
MATCH (n:Proposition) WHERE n.space = $space AND n.predicate IS NOT NULL
AND (n.id IS NULL OR n.subject IS NULL OR n.object IS NULL OR n.key IS NULL)
WITH coalesce(n.id, elementId(n)) AS offender
"""
TWO_ENDS = """
MATCH (n:Proposition) WHERE n.space = $space AND n.predicate IS NOT NULL
AND (COUNT { (n)-[:SUBJECT]->() } <> 1 OR COUNT { (n)-[:OBJECT]->() } <> 1)
WITH n.id AS offender
"""
ENDS_AS_WRITTEN = """
MATCH (n:Proposition) WHERE n.space = $space AND n.predicate IS NOT NULL
MATCH (n)-[r:SUBJECT|OBJECT]->(end)
WHERE coalesce(end.id, '') <> CASE type(r) WHEN 'SUBJECT' THEN n.subject ELSE n.object END
WITH n.id AS offender
"""
DRAWN_ONCE = """
MATCH (s)<-[:SUBJECT]-(n:Proposition)-[:OBJECT]->(o) WHERE n.space = $space AND n.predicate IS NOT NULL
AND COUNT { (s)-[t]->(o) WHERE t.id = n.id AND type(t) = $labels[n.predicate] } <> 1
WITH n.id AS offender
"""
NOTHING_ELSE_DRAWN = """
CALL () {
  MATCH (a:Concept) WHERE a.space = $space AND a.type IS NOT NULL RETURN a
  UNION ALL
  MATCH (a:Proposition) WHERE a.space = $space AND a.predicate IS NOT NULL RETURN a
}
MATCH (a)-[t]->(b) WHERE NOT type(t) IN ['SUBJECT', 'OBJECT', 'OF']
AND NOT EXISTS {
  MATCH (n:Proposition {id: t.id})
  WHERE n.subject = a.id AND n.object = b.id AND $labels[n.predicate] = type(t)
}
WITH coalesce(a.id, '?') + ' -' + type(t) + '-> ' + coalesce(b.id, '?') AS offender
"""
CONCEPT_LABELS = """
MATCH (n:Concept) WHERE n.space = $space AND n.type IS NOT NULL
AND (size(labels(n)) <> 2 OR NOT $labels[n.type] IN labels(n))
WITH n.id AS offender
"""
LINK_LABELS = """
MATCH (n:Proposition) WHERE n.space = $space AND n.predicate IS NOT NULL
AND (size(labels(n)) <> 2 OR NOT $labels[n.predicate] IN labels(n))
WITH n.id AS offender
"""
UNIQUE_IDS = """
CALL () {
  MATCH (n:Concept) WHERE n.space = $space AND n.type IS NOT NULL RETURN n.id AS id
  UNION ALL
  MATCH (n:Proposition) WHERE n.space = $space AND n.predicate IS NOT NULL RETURN n.id AS id
}
WITH id AS offender, count(*) AS owners WHERE owners > 1
"""
ID_FORM = """
CALL () {
  MATCH (n:Concept) WHERE n.space = $space AND n.type IS NOT NULL AND NOT n.id STARTS WITH 'C:'
  RETURN n.id AS id
  UNION ALL
  MATCH (n:Proposition) WHERE n.space = $space AND n.predicate IS NOT NULL
  AND NOT (n.id STARTS WITH 'P:' AND n.id ENDS WITH ':' + n.predicate)
  RETURN n.id AS id
}
WITH id AS offender
"""
VERSIONS = """
CALL () {
  MATCH (n:Concept) WHERE n.space = $space AND n.type IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:Proposition) WHERE n.space = $space AND n.predicate IS NOT NULL RETURN n
}
WITH n WHERE NOT n._version IS :: INTEGER NOT NULL OR n._version < 1
WITH n.id AS offender
"""
TYPES_DEFINED = """
MATCH (n:Concept) WHERE n.space = $space AND n.type IS NOT NULL
WITH DISTINCT n.type AS offender
WHERE NOT EXISTS {
  MATCH (d:Concept) WHERE d.space = $space AND d.type = '$ConceptType' AND d.name = offender
}
"""
PREDICATES_DEFINED = """
MATCH (n:Proposition) WHERE n.space = $space AND n.predicate IS NOT NULL
WITH DISTINCT n.predicate AS offender
WHERE NOT EXISTS {
  MATCH (d:Concept) WHERE d.space = $space AND d.type = '$PropositionType' AND d.name = offender
}
"""
OWNED_AS_DEFINED = """
MATCH (d:Concept) WHERE d.space = $space AND d.type IN ['$ConceptType', '$PropositionType']
CALL (d) {
  MATCH (n:Concept) WHERE d.type = '$ConceptType' AND n.space = $space AND n.type = d.name RETURN n
  UNION ALL
  MATCH (n:Proposition) WHERE d.type = '$PropositionType' AND n.space = $space AND n.predicate = d.name
  RETURN n
}
WITH d, n WHERE NOT d.name STARTS WITH '$' AND coalesce(n._owner, '') <> coalesce(d._owner, '')
WITH n.id AS offender
"""
WITHIN_SPACE = """
CALL () {
  MATCH (n:Concept) WHERE n.space = $space AND n.type IS NOT NULL RETURN n
  UNION ALL
  MATCH (n:Proposition) WHERE n.space = $space AND n.predicate IS NOT NULL RETURN n
}
MATCH (n)-[r]-(m) WHERE m.space <> $space OR (m.space IS NULL AND NOT m:Embedding)
WITH n.id + ' -' + type(r) + '- ' + coalesce(m.id, '?') AS offender
"""
VECTORS_ATTACHED = """
MATCH (e:Embedding) WHERE e.space = $space AND e.element IS NOT NULL AND e.kind IS NOT NULL
AND (COUNT { (e)-[:OF]->() } <> 1
  OR NOT EXISTS { (e)-[:OF]->(n) WHERE n.space = $space AND coalesce(n.type, n.predicate) = e.kind })
WITH elementId(e) AS offender
"""
VECTORS_ALIKE = """
MATCH (space:Space {name: $space})
MATCH (e:Embedding) WHERE e.space = $space AND e.element IS NOT NULL AND e.kind IS NOT NULL
AND (e.model <> coalesce(space.embedding_model, '') OR e.vector IS NULL OR size(e.vector) <> e.dimension
  OR (space.vector_label IS NOT NULL AND NOT space.vector_label IN labels(e)))
WITH elementId(e) AS offender
"""
GENESIS = """
UNWIND $genesis AS element
OPTIONAL MATCH (n:Concept {key: element.key})
WITH element, n WHERE n IS NULL
WITH element.shown AS offender
"""

INVARIANTS = (
    Invariant("complete-concepts", "Every concept has an id, a name and its keys.", COMPLETE_CONCEPTS),
    Invariant("complete-links", "Every link has an id, a subject, an object and its key.", COMPLETE_LINKS),
    Invariant("two-ends", "Every link has exactly one subject and one object.", TWO_ENDS),
    Invariant("ends-as-written", "A link's ends are those its properties name.", ENDS_AS_WRITTEN),
    Invariant("drawn-once", "Every link is drawn once, as a relationship between its ends.", DRAWN_ONCE),
    Invariant(
        "nothing-else-drawn", "Every drawn relationship stands for a link with its ends.", NOTHING_ELSE_DRAWN
    ),
    Invariant("concept-labels", "A concept's labels are Concept and its type.", CONCEPT_LABELS),
    Invariant("link-labels", "A link's labels are Proposition and its predicate.", LINK_LABELS),
    Invariant("unique-ids", "No two elements share an id.", UNIQUE_IDS),
    Invariant("id-form", "Ids say which kind of element they name.", ID_FORM),
    Invariant("versions", "Every element has a version of at least 1.", VERSIONS),
    Invariant("types-defined", "Every concept type in use is defined.", TYPES_DEFINED),
    Invariant("predicates-defined", "Every predicate in use is defined.", PREDICATES_DEFINED),
    Invariant(
        "owned-as-defined", "What the engine's verbs define is written by them alone.", OWNED_AS_DEFINED
    ),
    Invariant("within-space", "No relationship leaves the space.", WITHIN_SPACE),
    Invariant("vectors-attached", "Every vector belongs to one element, of its space.", VECTORS_ATTACHED),
    Invariant(
        "vectors-alike",
        "All vectors are the space's model's and of its dimension (`kip reembed` makes them so).",
        VECTORS_ALIKE,
    ),
    Invariant("genesis", "The protected elements of Genesis are all there.", GENESIS),
)
