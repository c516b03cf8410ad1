"""The KIP texts that ship: Genesis, the demo memory, the demo's questions and the examples of docs/KIP.md."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from kip_grammar import ast, parse

ROOT = Path(__file__).resolve().parents[2]
GENESIS = ROOT / "engine/kip_engine/genesis/genesis.kip"
MEMORY = ROOT / "kip/demo/memory.kip"
QUESTIONS = tomllib.loads((ROOT / "kip/demo/questions.toml").read_text("utf-8"))["questions"]
EXAMPLES = re.findall(r"(?ms)^```kip\n(.*?)^```", (ROOT / "docs/KIP.md").read_text("utf-8"))

META_TYPES = {"$ConceptType", "$PropositionType"}
MEMORY_TYPES = {"Person", "Preference", "Event", "Insight", "Commitment", "SleepTask"}
LEARNING_TYPES = {"Experience", "ExperienceStep", "Skill"}
CONCEPT_TYPES = META_TYPES | {"Domain"} | MEMORY_TYPES | LEARNING_TYPES
PERSON_PREDICATES = {"prefers", "learned", "committed_to", "owed_to", "assigned_to"}
EVENT_PREDICATES = {"involves", "mentions", "consolidated_to", "derived_from"}
EXPERIENCE_PREDICATES = {"has_step", "caused_by", "derived_insight", "compiled_to"}
PREDICATES = {"belongs_to_domain"} | PERSON_PREDICATES | EVENT_PREDICATES | EXPERIENCE_PREDICATES
DOMAINS = {"CoreSchema", "Unsorted", "Archived", "System"}
PROTECTED = {
    *(("$ConceptType", name) for name in ("$ConceptType", "$PropositionType", "Domain")),
    ("$PropositionType", "belongs_to_domain"),
    *(("Domain", name) for name in DOMAINS),
}

Identity = tuple[str, str]
Element = tuple[Any, ...]  # the identity of a concept, or (subject, predicate, object)
Attributes = dict[str, Any]
ENTRY_KEYS = {"type", "is_required", "description", "item_type", "enum", "default_value"}
JSON_KINDS: dict[str, Any] = {
    "string": str, "number": (int, float), "boolean": bool, "array": list, "object": dict
}  # fmt: skip


def script(path: Path) -> ast.UpsertScript:
    tree = parse(path.read_text("utf-8"))
    assert isinstance(tree, ast.UpsertScript)
    return tree


def identity(matcher: ast.ConceptMatcher) -> Identity:
    return name_of(matcher.type), name_of(matcher.name)


def name_of(node: ast.Literal | ast.Parameter | None) -> str:
    assert isinstance(node, ast.Literal)
    assert isinstance(node.value, str)
    return node.value


class Reader:
    """Walks UPSERT scripts in the order they run and notes what each block makes and what it leans on."""

    def __init__(self) -> None:
        self.concepts: dict[Identity, Attributes] = {}
        self.links: dict[Element, Attributes] = {}
        self.written_with_metadata: set[Identity] = set()
        self.handles: dict[str, Element] = {}
        self.faults: list[str] = []

    def read(self, tree: ast.UpsertScript) -> Reader:
        for statement in tree.statements:
            self.handles = {}
            for block in statement.blocks:
                self.block(block, has_outer_metadata=statement.metadata is not None)
        return self

    def block(self, block: ast.ConceptBlock | ast.PropositionBlock, *, has_outer_metadata: bool) -> None:
        attributes = value(block.attributes)
        if isinstance(block, ast.ConceptBlock):
            concept = identity(block.matcher)
            self.use_type(concept[0])
            self.concepts.setdefault(concept, {}).update(attributes)
            if has_outer_metadata or block.metadata is not None:
                self.written_with_metadata.add(concept)
            self.handles[block.handle.name] = concept
            for entry in block.propositions:
                self.add_link((concept, name_of(entry.predicate), self.existing(entry.target)), {})
        else:
            assert isinstance(block.matcher, ast.LinkMatcher)
            link = self.link(block.matcher)
            self.add_link(link, attributes)
            if block.handle is not None:
                self.handles[block.handle.name] = link

    def add_link(self, link: Element, attributes: Attributes) -> None:
        subject, predicate, obj = link
        self.links.setdefault(link, {}).update(attributes)
        definition = self.concepts.get(("$PropositionType", predicate))
        if definition is None:
            self.faults.append(f"predicate {predicate} is used before it is defined")
            return
        for end, side in ((subject, "subject_types"), (obj, "object_types")):
            if definition[side] != ["*"] and end[0] not in definition[side]:
                self.faults.append(f"{link}: {end} isn't among its {side}")

    def link(self, matcher: ast.LinkMatcher) -> Element:
        assert isinstance(matcher.predicate, ast.Predicates)
        (predicate,) = matcher.predicate.names
        return self.existing(matcher.subject), name_of(predicate), self.existing(matcher.object)

    def use_type(self, name: str) -> None:
        if name != "$ConceptType" and ("$ConceptType", name) not in self.concepts:
            self.faults.append(f"type {name} is used before it is defined")

    def existing(self, endpoint: ast.Endpoint) -> Element:
        if isinstance(endpoint, ast.Variable):
            element: Element = self.handles.get(endpoint.name, ("", f"?{endpoint.name}"))
        elif isinstance(endpoint, ast.ConceptMatcher):
            element = identity(endpoint)
        else:
            assert isinstance(endpoint, ast.LinkMatcher)
            element = self.link(endpoint)
        if element not in self.concepts and element not in self.links:
            self.faults.append(f"{element} is referred to before it exists")
        return element

    def names(self, type_name: str) -> set[str]:
        return {name for kind, name in self.concepts if kind == type_name}


def value(attributes: ast.ValueMap | None) -> Attributes:
    if attributes is None:
        return {}
    assert isinstance(attributes, ast.Literal)
    assert isinstance(attributes.value, dict)
    return attributes.value


def nodes(tree: Any) -> Iterator[ast.Node]:
    """Every node of a tree, or of a list of trees."""
    if isinstance(tree, (list, tuple)):
        for item in tree:
            yield from nodes(item)
    elif isinstance(tree, ast.Node):
        yield tree
        for part in fields(tree):
            yield from nodes(getattr(tree, part.name))


def genesis() -> Reader:
    return Reader().read(script(GENESIS))


def memory() -> Reader:
    return genesis().read(script(MEMORY))


def schemas(reader: Reader) -> Iterator[tuple[str, Attributes]]:
    for (kind, name), attributes in reader.concepts.items():
        schema = attributes.get("instance_schema")
        if kind == "$ConceptType" and isinstance(schema, dict):
            yield name, schema


def test_genesis_defines_exactly_the_types_predicates_domains_and_actors_it_promises() -> None:
    reader = genesis()
    assert reader.names("$ConceptType") == CONCEPT_TYPES
    assert reader.names("$PropositionType") == PREDICATES
    assert reader.names("Domain") == DOMAINS
    assert reader.names("Person") == {"$self", "$system"}
    assert {kind for kind, _ in reader.concepts} == {"$ConceptType", "$PropositionType", "Domain", "Person"}


def test_genesis_files_every_definition_and_every_other_domain_under_core_schema() -> None:
    reader = genesis()
    core = ("Domain", "CoreSchema")
    filed = {link[0] for link in reader.links if link[1:] == ("belongs_to_domain", core)}
    assert filed == {element for element in reader.concepts if element[0] != "Person" and element != core}
    assert len(filed) == len(reader.links)


def test_genesis_lists_its_own_names_as_key_instances() -> None:
    concepts = genesis().concepts
    assert set(concepts["$ConceptType", "$ConceptType"]["key_instances"]) == CONCEPT_TYPES
    assert set(concepts["$ConceptType", "$PropositionType"]["key_instances"]) == PREDICATES
    assert set(concepts["$ConceptType", "Domain"]["key_instances"]) == DOMAINS


@pytest.mark.parametrize("path", [GENESIS, MEMORY], ids=lambda path: path.name)
def test_a_capsule_refers_only_to_what_stands_above_it(path: Path) -> None:
    reader = genesis() if path == GENESIS else memory()
    assert reader.faults == []


def test_every_attribute_of_a_schema_has_a_type_a_requirement_and_a_description() -> None:
    for type_name, schema in schemas(memory()):
        for attribute, entry in schema.items():
            where = f"{type_name}.{attribute}"
            assert entry["type"] in JSON_KINDS, where
            assert isinstance(entry["is_required"], bool), where
            assert entry["description"], where
            assert ("item_type" in entry) == (entry["type"] == "array"), where
            assert set(entry) <= ENTRY_KEYS, where


def test_every_concept_of_the_demo_meets_its_schema() -> None:
    reader = memory()
    by_type = dict(schemas(reader))
    for (type_name, name), attributes in reader.concepts.items():
        for attribute, entry in by_type.get(type_name, {}).items():
            where = f"{type_name} {name}: {attribute}"
            assert attribute in attributes or not entry["is_required"], where
            given = attributes.get(attribute)
            if given is not None:
                assert isinstance(given, JSON_KINDS[entry["type"]]), where
                assert given in entry.get("enum", [given]), where


def test_the_demo_stamps_no_metadata_on_protected_concepts_nor_on_the_actors() -> None:
    reader = Reader()
    reader.read(script(MEMORY))
    actors = {("Person", "$self"), ("Person", "$system")}
    assert not reader.concepts.keys() & (PROTECTED | {("Person", "$system")})
    assert not reader.written_with_metadata & actors
    assert "core_directives" not in reader.concepts["Person", "$self"]


def test_the_demo_memory_is_of_a_size_that_can_be_read() -> None:
    own = memory().concepts.keys() - genesis().concepts.keys()
    assert 60 <= len(own) <= 120


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["id"])
def test_a_demo_question_parses_and_gives_every_parameter_it_uses(question: dict[str, Any]) -> None:
    statements = question["statements"]
    parameters = question.get("parameters", {})
    used: set[str] = set()
    for text in statements:
        assert not isinstance(parse(text), ast.WRITES)
        used.update(re.findall(r"(?<![\w:]):([a-z_]+)", text))
    assert used == set(parameters)


def test_questions_and_examples_use_only_types_and_predicates_that_are_defined() -> None:
    questions = [parse(text) for question in QUESTIONS for text in question["statements"]]
    examples = [parse(text) for text in EXAMPLES]
    reader = memory()
    for tree in examples:
        if isinstance(tree, ast.UpsertScript):
            reader.read(tree)
    assert reader.faults == []
    for node in nodes([questions, examples]):
        if isinstance(node, ast.ConceptMatcher) and isinstance(node.type, ast.Literal):
            assert node.type.value in reader.names("$ConceptType")
        names = node.names if isinstance(node, ast.Predicates) else ()
        names = (node.name,) if isinstance(node, ast.PredicatePath) else names
        assert {name_of(name) for name in names} <= reader.names("$PropositionType")


def test_there_is_one_demo_question_for_each_pattern() -> None:
    assert [question["id"] for question in QUESTIONS] == list("ABCDEFGHIJKL")
    assert all(question["question"] and question["note"] and question["pattern"] for question in QUESTIONS)


def test_the_language_page_shows_every_statement() -> None:
    shown = {type(parse(text)) for text in EXAMPLES}
    assert shown >= {ast.Find, ast.Search, ast.Export, ast.UpsertScript, ast.Update, ast.Merge}
    assert shown >= {ast.DeleteKeys, ast.DeletePropositions, ast.DeleteConcept}
    assert shown >= {ast.DescribePrimer, ast.DescribeDomains, ast.DescribeTypes, ast.DescribeType}
