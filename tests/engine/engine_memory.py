"""One space of the engine, written through the engine and read with plain Cypher."""

from __future__ import annotations

from typing import Any

from kip_cypher import names, values
from kip_cypher.query import Query
from kip_engine import upsert
from kip_engine.spaces import Space
from kip_engine.storage.steps import Program, Rows
from kip_engine.storage.sync import Database
from kip_grammar import ast, parse

CONCEPT = (
    "MATCH (n:Concept) WHERE n.space = $space AND n.type = $type AND n.name = $name RETURN properties(n)"
)
LINKS = """
MATCH (s)<-[:SUBJECT]-(n:Proposition)-[:OBJECT]->(o) WHERE n.space = $space AND n.predicate = $predicate
RETURN s.name, o.name, properties(n) ORDER BY n.id
"""
COUNT = "MATCH (n {space: $space}) RETURN count(n)"


class Memory:
    """One space, written through the engine and read with plain Cypher."""

    def __init__(self, database: Database, space: Space) -> None:
        self.database = database
        self.space = space

    def upsert(self, text: str, *, dry_run: bool = False, bootstrap: bool = False, **parameters: Any) -> Any:
        """The result of an UPSERT script."""
        script = parse(text)
        assert isinstance(script, ast.UpsertScript)
        program = upsert.run(script, parameters, self.space, text=text, dry_run=dry_run, bootstrap=bootstrap)
        return self.database.run(program).to_dict()

    def read(self, text: str, **parameters: Any) -> Rows:
        """The rows of a Cypher query."""

        def program() -> Program[Rows]:
            rows: Rows = yield Query(text, {"space": self.space.name} | parameters)
            return rows

        return self.database.run(program())

    def concept(self, type_name: str, name: str) -> Any:
        """The attributes and metadata of a concept, or None."""
        rows = self.read(CONCEPT, type=type_name, name=name)
        assert len(rows) <= 1, "two concepts of one type and name"
        return decoded(rows[0][0]) if rows else None

    def attributes(self, type_name: str, name: str) -> Any:
        """The attributes of a concept."""
        return self.concept(type_name, name)[0]

    def metadata(self, type_name: str, name: str) -> Any:
        """The metadata of a concept, its `_updated_at` apart."""
        return without_time(self.concept(type_name, name)[1])

    def version(self, type_name: str, name: str) -> int:
        """The `_version` of a concept."""
        version: int = self.concept(type_name, name)[1]["_version"]
        return version

    def links(self, predicate: str) -> Any:
        """(subject's name, object's name, attributes, metadata) of the links under `predicate`, by age."""
        return [
            (subject, target, decoded(properties)[0], without_time(decoded(properties)[1]))
            for subject, target, properties in self.read(LINKS, predicate=predicate)
        ]

    def size(self) -> int:
        """How many elements there are."""
        count: int = self.read(COUNT)[0][0]
        return count


def decoded(properties: Any) -> Any:
    """Attributes and metadata out of stored properties."""
    attributes, metadata = names.split_properties(properties)
    return (
        {key: values.decode(value) for key, value in attributes.items()},
        {key: values.decode(value) for key, value in metadata.items()},
    )


def without_time(metadata: Any) -> Any:
    """`metadata` without the one value no test can know."""
    return {key: value for key, value in metadata.items() if key != "_updated_at"}
