"""Constraints and indexes: one table, created idempotently when a client connects, none while serving.

A new index is a new row here.  `VERSION` is raised with it; a database that a newer engine has migrated is
refused rather than half-understood.
"""

from __future__ import annotations

from kip_cypher.query import Query
from kip_grammar.errors import KipError

from .steps import Body, Program, Transaction

VERSION = 5

SCHEMA: tuple[str, ...] = (
    # Removing `_lock` locks an element that hasn't got it, but only if the database knows the name.
    "CALL db.createProperty('_lock')",
    "CREATE CONSTRAINT kip_space IF NOT EXISTS FOR (n:Space) REQUIRE n.name IS UNIQUE",
    "CREATE CONSTRAINT kip_concept_key IF NOT EXISTS FOR (n:Concept) REQUIRE n.key IS UNIQUE",
    "CREATE CONSTRAINT kip_concept_id IF NOT EXISTS FOR (n:Concept) REQUIRE n.id IS UNIQUE",
    "CREATE CONSTRAINT kip_proposition_key IF NOT EXISTS FOR (n:Proposition) REQUIRE n.key IS UNIQUE",
    "CREATE CONSTRAINT kip_proposition_id IF NOT EXISTS FOR (n:Proposition) REQUIRE n.id IS UNIQUE",
    "CREATE CONSTRAINT kip_idempotency_key IF NOT EXISTS FOR (n:IdempotencyKey) REQUIRE n.key IS UNIQUE",
    "CREATE INDEX kip_idempotency_age IF NOT EXISTS FOR (n:IdempotencyKey) ON (n.space, n.created_at)",
    "CREATE INDEX kip_concept_type IF NOT EXISTS FOR (n:Concept) ON (n.space, n.type)",
    "CREATE INDEX kip_concept_name IF NOT EXISTS FOR (n:Concept) ON (n.name_key)",
    "CREATE INDEX kip_proposition_predicate IF NOT EXISTS FOR (n:Proposition) ON (n.space, n.predicate)",
    "CREATE INDEX kip_embedding IF NOT EXISTS FOR (n:Embedding) ON (n.space, n.element, n.kind)",
    """CREATE FULLTEXT INDEX kip_concept_text IF NOT EXISTS FOR (n:Concept) ON EACH [n.search_text]
    OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}}""",
    """CREATE FULLTEXT INDEX kip_proposition_text IF NOT EXISTS FOR (n:Proposition) ON EACH [n.search_text]
    OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}}""",
    "CREATE CONSTRAINT kip_belief_ledger IF NOT EXISTS FOR (n:BeliefLedger) REQUIRE n.space IS UNIQUE",
    "CREATE INDEX kip_belief_claim IF NOT EXISTS FOR (n:Belief) ON (n._claim, n._scope)",
    "CREATE INDEX kip_belief_order IF NOT EXISTS FOR (n:Belief) ON (n._scope, n._order)",
    "CREATE INDEX kip_belief_credence IF NOT EXISTS FOR (n:Belief) ON (n._scope, n.credence)",
    "CREATE INDEX kip_belief_text IF NOT EXISTS FOR (n:Concept) ON (n._text_in)",
    "CREATE INDEX kip_belief_change IF NOT EXISTS FOR (n:BeliefEvidence) ON (n._retraction, n._change)",
    """CREATE FULLTEXT INDEX kip_belief_words IF NOT EXISTS FOR (n:Belief) ON EACH [n._words]
    OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}}""",
    "CREATE CONSTRAINT kip_brain_namespace IF NOT EXISTS FOR (n:BrainNamespace) REQUIRE n.key IS UNIQUE",
    "CREATE CONSTRAINT kip_brain_claim IF NOT EXISTS FOR (n:BrainClaim) REQUIRE n.key IS UNIQUE",
    "CREATE INDEX kip_brain_space IF NOT EXISTS FOR (n:BrainNamespace) ON (n.space)",
    "CREATE INDEX kip_brain_claims IF NOT EXISTS FOR (n:BrainClaim) ON (n.space)",
    "CREATE INDEX kip_brain_pair IF NOT EXISTS FOR (n:Proposition) ON (n._brain_pair)",
    "CREATE INDEX kip_brain_slot IF NOT EXISTS FOR (n:Proposition) ON (n._brain_slot)",
    "CREATE INDEX kip_brain_log IF NOT EXISTS FOR (n:Concept) ON (n._brain_log, n.sequence)",
    "CREATE INDEX kip_brain_time IF NOT EXISTS FOR (n:Concept) ON (n._brain_log, n.created_at)",
    "CREATE INDEX kip_brain_registry IF NOT EXISTS FOR (n:Concept) ON (n._brain_registry)",
    """CREATE INDEX kip_brain_oldest IF NOT EXISTS
    FOR (n:Concept) ON (n._brain_kind, n.created_at, n.profile_id)""",
    "CREATE INDEX kip_brain_table IF NOT EXISTS FOR (n:Concept) ON (n._brain_table, n.sequence)",
    "CREATE CONSTRAINT kip_resonant_scale IF NOT EXISTS FOR (n:ResonantScale) REQUIRE n.space IS UNIQUE",
    """CREATE CONSTRAINT kip_resonant_digest IF NOT EXISTS
    FOR (n:ResonantForm) REQUIRE (n.space, n._digest) IS UNIQUE""",
    """CREATE CONSTRAINT kip_resonant_seq IF NOT EXISTS
    FOR (n:ResonantForm) REQUIRE (n.space, n._seq) IS UNIQUE""",
    """CREATE INDEX kip_resonant_canonical IF NOT EXISTS
    FOR (n:ResonantForm) ON (n.space, n._canonical, n._seq)""",
    """CREATE INDEX kip_resonant_plain IF NOT EXISTS
    FOR (n:ResonantForm) ON (n.space, n._plain, n._seq)""",
    "CREATE INDEX kip_resonant_onward IF NOT EXISTS FOR (n:leads_to) ON (n.subject, n._seq)",
    "CREATE INDEX kip_resonant_back IF NOT EXISTS FOR (n:leads_to) ON (n.object, n._seq)",
    """CREATE CONSTRAINT kip_resonant_gram IF NOT EXISTS
    FOR (n:ResonantGram) REQUIRE (n.space, n.hex) IS UNIQUE""",
    """CREATE CONSTRAINT kip_resonant_token IF NOT EXISTS
    FOR (n:ResonantToken) REQUIRE (n.space, n.text) IS UNIQUE""",
    """CREATE FULLTEXT INDEX kip_resonant_terms IF NOT EXISTS FOR (n:ResonantToken) ON EACH [n.term]
    OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}}""",
)

READ_VERSION = Query("MATCH (n:KipSchema) RETURN max(n.version)")
WRITE_VERSION = Query(
    "MERGE (n:KipSchema {name: 'kip-engine'}) SET n.version = $version RETURN n.version", {"version": VERSION}
)
AWAIT_INDEXES = Query("CALL db.awaitIndexes(300)")


def migrate() -> Program[None]:
    """Bring the database to `VERSION`: one read when it is there already.  Raises KIP_4003 if it is newer."""
    found = (yield READ_VERSION)[0][0] or 0
    if found > VERSION:
        raise _newer(found)
    if found < VERSION:
        for statement in SCHEMA:
            yield Transaction(lambda statement=statement: _once(Query(statement)))  # type: ignore[misc]
        yield Transaction(lambda: _once(AWAIT_INDEXES))
        yield Transaction(lambda: _once(WRITE_VERSION))


def _once(query: Query) -> Body[None]:
    yield query


def _newer(found: int) -> KipError:
    return KipError(
        "KIP_4003",
        f"This database has schema version {found}; this engine knows versions up to {VERSION}.",
        hint="Upgrade kip-engine: pip install --upgrade kip-engine.",
    )
