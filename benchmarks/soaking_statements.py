"""Random statements of every kind on a few names: side by side they are in each other's way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

NAMES = 6
TYPES = ("Drug", "Symptom")
PREDICATES = ("treats", "eases")
NOWHERE = {"concept": f"C:{'0' * 24}", "link": f"P:{'0' * 24}:treats"}
SCHEMA = """UPSERT {
  CONCEPT ?drug { {type: "$ConceptType", name: "Drug"} }
  CONCEPT ?symptom { {type: "$ConceptType", name: "Symptom"} }
  CONCEPT ?counter { {type: "$ConceptType", name: "Counter"} }
  CONCEPT ?treats { {type: "$PropositionType", name: "treats"} }
  CONCEPT ?eases { {type: "$PropositionType", name: "eases"} }
  CONCEPT ?stated { {type: "$PropositionType", name: "stated"} }
  CONCEPT ?tally { {type: "Counter", name: "the tally"} }
}"""


@dataclass(frozen=True, slots=True)
class Statement:
    """A command of one kind, and the codes that it may fail with when others write what it is about."""

    kind: str
    text: str
    parameters: dict[str, Any] = field(default_factory=dict)
    codes: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Form:
    """How often a kind is drawn, its texts (%s: a predicate), and the codes that it may fail with."""

    weight: int
    texts: tuple[str, ...]
    codes: frozenset[str] = frozenset()


NOT_FOUND = frozenset({"KIP_3002"})
FORMS = {
    "UPSERT concept": Form(
        16,
        (
            """UPSERT { CONCEPT ?d { {type: "Drug", name: :a} SET ATTRIBUTES :attributes } }
            WITH METADATA { source: :word }""",
            """UPSERT { CONCEPT ?s { {type: "Symptom", name: :b} SET ATTRIBUTES { note: :word } }
            CONCEPT ?d { {type: "Drug", name: :a} SET ATTRIBUTES :attributes
              SET PROPOSITIONS { ("%s", ?s) WITH METADATA { n: :n } } } }""",
            """UPSERT { CONCEPT ?d { {type: "Drug", name: :a} }
            CONCEPT ?s { {type: "Symptom", name: :b} } CONCEPT ?e { {type: "Drug", name: :c} }
            PROPOSITION { (?d, "%s", ?s) } PROPOSITION { (?e, "%s", ?d) } PROPOSITION { (?d, "eases", ?d) } }
            UPSERT { CONCEPT ?d { {type: "Drug", name: :a} SET ATTRIBUTES { n: :n } } }""",
        ),
    ),
    "UPSERT on what must exist": Form(
        5,
        (
            """UPSERT { CONCEPT ?d { {type: "Drug", name: :a}
            SET PROPOSITIONS { ("%s", {type: "Symptom", name: :b}) } } }""",
            """UPSERT { PROPOSITION { ({type: "Drug", name: :a}, "%s", {type: "Symptom", name: :b})
            SET ATTRIBUTES :attributes } WITH METADATA { n: :n } }""",
            "UPSERT { CONCEPT ?x { {id: :concept} SET ATTRIBUTES :attributes } }",
            "UPSERT { PROPOSITION ?x { (id: :link) SET ATTRIBUTES :attributes } }",
        ),
        NOT_FOUND,
    ),
    "UPSERT higher-order": Form(
        8,
        (
            """UPSERT { CONCEPT ?d { {type: "Drug", name: :a} } CONCEPT ?s { {type: "Symptom", name: :b} }
            CONCEPT ?e { {type: "Drug", name: :c} } PROPOSITION ?l { (?d, "%s", ?s) }
            PROPOSITION ?m { (?e, "stated", ?l) SET ATTRIBUTES { n: :n } }
            PROPOSITION { (?m, "stated", ?e) } }""",
            """UPSERT { CONCEPT ?d { {type: "Drug", name: :a} }
            PROPOSITION { (?d, "stated",
              ({type: "Drug", name: :b}, "%s", {type: "Symptom", name: :c})) } }""",
            """UPSERT { CONCEPT ?d { {type: "Drug", name: :a} SET PROPOSITIONS {
            ("stated", (id: :link)) ("stated", ({type: "Drug", name: :b}, "%s",
              {type: "Symptom", name: :c})) } } }""",
        ),
        NOT_FOUND,
    ),
    "UPSERT guarded": Form(
        5,
        (
            """UPSERT { CONCEPT ?d { {type: "Drug", name: :a} EXPECT VERSION :version
            SET ATTRIBUTES :attributes } }""",
            """UPSERT { CONCEPT ?d { {type: "Drug", name: :a} } CONCEPT ?s { {type: "Symptom", name: :b} }
            PROPOSITION { (?d, "%s", ?s) EXPECT VERSION :version SET ATTRIBUTES { n: :n } } }""",
        ),
        frozenset({"KIP_3005"}),
    ),
    "UPDATE": Form(
        12,
        (
            """UPDATE ?d SET ATTRIBUTES { n: ADD(COALESCE(?d.attributes.n, 0), 1), text: :word }
            WHERE { ?d {type: "Drug"} FILTER(?d.name != :a) } LIMIT 4""",
            'UPDATE ?d SET ATTRIBUTES { text: :word, gone: null } WHERE { ?d {type: "Symptom", name: :a} }',
            """UPDATE ?l SET METADATA { n: CLAMP(MUL(COALESCE(?l.metadata.n, 1), 2), 0, 99), seen: :word }
            WHERE { ?l (?s, "%s", ?o) }""",
            'UPDATE ?l SET ATTRIBUTES { text: :word } WHERE { ?l (?s, "stated", ?o) }',
            """UPDATE ?d SET METADATA { seen: :n } WHERE { ?d {type: "Drug"}
            NOT { (?d, "%s", ?s) } OPTIONAL { (?d, "eases", ?e) } FILTER(IS_NULL(?e.name)) }""",
        ),
    ),
    "UPDATE the tally": Form(
        5,
        (
            """UPDATE ?t SET ATTRIBUTES { n: ADD(COALESCE(?t.attributes.n, 0), 1) }
            WHERE { ?t {type: "Counter", name: "the tally"} }""",
        ),
    ),
    "MERGE": Form(
        5,
        (
            """MERGE CONCEPT ?x INTO ?y
            WHERE { ?x {type: "Drug", name: :a} ?y {type: "Drug", name: :b} }""",
            """MERGE CONCEPT ?x INTO ?y
            WHERE { ?x {type: "Symptom", name: :a} ?y {type: "Symptom", name: :b} }""",
        ),
        NOT_FOUND,
    ),
    "MERGE refused": Form(
        2,
        (
            """MERGE CONCEPT ?x INTO ?y
            WHERE { ?x {type: "Drug", name: :a} ?y {type: "Symptom", name: :b} }""",
            """MERGE CONCEPT ?x INTO ?y WHERE { ?x {type: "Drug"} ?y {type: "Drug", name: :b} }""",
        ),
        frozenset({"KIP_2002", "KIP_3002", "KIP_3003"}),
    ),
    "DELETE ATTRIBUTES": Form(
        4,
        (
            'DELETE ATTRIBUTES {"text", "n"} FROM ?d WHERE { ?d {type: "Drug", name: :a} }',
            """DELETE ATTRIBUTES {"note"} FROM ?d
            WHERE { ?d {type: "Symptom"} FILTER(?d.attributes.note != :word) }""",
            'DELETE ATTRIBUTES {"n"} FROM ?l WHERE { ?l (?s, "%s", ?o) }',
        ),
    ),
    "DELETE METADATA": Form(
        3,
        (
            'DELETE METADATA {"source", "seen"} FROM ?d WHERE { ?d {type: "Drug", name: :a} }',
            'DELETE METADATA {"n"} FROM ?l WHERE { ?l (?s, "stated", ?o) }',
        ),
    ),
    "DELETE PROPOSITIONS": Form(
        4,
        (
            'DELETE PROPOSITIONS ?l WHERE { ?d {type: "Drug", name: :a} ?l (?d, "%s", ?s) }',
            'DELETE PROPOSITIONS ?l WHERE { ?l (?s, "stated", ?o) FILTER(?l.attributes.n > :n) }',
            'DELETE PROPOSITIONS ?l WHERE { ?l (?s, ?p, {type: "Symptom", name: :a}) }',
        ),
    ),
    "DELETE CONCEPT": Form(
        4,
        (
            'DELETE CONCEPT ?d DETACH WHERE { ?d {type: "Drug", name: :a} }',
            'DELETE CONCEPT ?d DETACH WHERE { ?d {type: "Symptom"} FILTER(?d.name == :a) }',
            """DELETE CONCEPT ?d DETACH
            WHERE { ?d {type: "Drug"} NOT { (?d, "%s", ?s) } FILTER(?d.name > :a) }""",
        ),
        NOT_FOUND,
    ),
    "protected": Form(
        1,
        (
            'DELETE CONCEPT ?x DETACH WHERE { ?x {type: "Person", name: "$self"} }',
            'UPSERT { CONCEPT ?x { {type: "$ConceptType", name: "$ConceptType"} SET ATTRIBUTES { n: :n } } }',
        ),
        frozenset({"KIP_3004"}),
    ),
    "FIND": Form(
        14,
        (
            'FIND(?d) WHERE { ?d {type: "Drug"} } ORDER BY ?d.name LIMIT 4',
            'FIND(?d.name, ?s.name, ?l) WHERE { ?d {type: "Drug"} ?l (?d, "%s", ?s) }',
            """FIND(?x, ?l, ?m) WHERE { ?m (?x, "stated", ?l) OPTIONAL { ?l (?d, "%s", ?s) } }""",
            'FIND(?d.name, COUNT(?s)) WHERE { ?d {type: "Drug"} (?d, "%s", ?s) } ORDER BY COUNT(?s) DESC',
            """FIND(?s, ?p) WHERE { ?d {type: "Drug", name: :a} (?d, ?p, ?s) }""",
            """FIND(?e.name) WHERE { ?d {type: "Drug", name: :a} (?d, "eases"{1,}, ?e)
            NOT { (?e, "treats", {type: "Symptom", name: :b}) } }""",
            """FIND(?d.attributes, ?d.metadata) WHERE { ?d {type: "Drug"}
            FILTER(CONTAINS(?d.attributes.text, :word)) UNION { ?d {type: "Symptom", name: :b} } }""",
        ),
    ),
    "FIND by id": Form(
        3, ("FIND(?x) WHERE { ?x {id: :concept} }", "FIND(?l) WHERE { ?l (id: :link) }"), NOT_FOUND
    ),
    "SEARCH": Form(
        5,
        (
            "SEARCH CONCEPT :word LIMIT 5",
            'SEARCH CONCEPT :word WITH TYPE "Drug" LIMIT 3',
            "SEARCH PROPOSITION :word LIMIT 5",
            'SEARCH PROPOSITION "treats" WITH TYPE "%s"',
        ),
    ),
    "DESCRIBE": Form(
        3,
        (
            "DESCRIBE PRIMER",
            "DESCRIBE DOMAINS",
            "DESCRIBE CONCEPT TYPES",
            'DESCRIBE CONCEPT TYPE "Drug"',
            'DESCRIBE PROPOSITION TYPE "%s"',
        ),
    ),
    "EXPORT": Form(
        3,
        (
            """EXPORT ?d WHERE { ?d {type: "Drug"} UNION { ?d {type: "Symptom"} }
            UNION { ?d (?s, "%s", ?o) } UNION { ?d (?s, "stated", ?o) } }""",
            'EXPORT ?l WHERE { ?l (?s, "stated", ?o) } LIMIT 5',
        ),
    ),
    "define": Form(
        1,
        (
            """UPSERT { CONCEPT ?t { {type: "$ConceptType", name: :new_type} SET ATTRIBUTES { n: :n } }
            CONCEPT ?x { {type: :new_type, name: :a} } }""",
        ),
    ),
}
KINDS, WEIGHTS = list(FORMS), [form.weight for form in FORMS.values()]


class Source:
    """A source of statements, the same for the same seed; `known` are ids that it may use, once told."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.known: dict[str, str] = dict(NOWHERE)

    def next(self) -> Statement:
        """Some statement."""
        kind = self.random.choices(KINDS, WEIGHTS)[0]
        form = FORMS[kind]
        text = self.random.choice(form.texts).replace("%s", self.random.choice(PREDICATES))
        return Statement(kind, text, self._parameters(), form.codes)

    def request(self) -> tuple[dict[str, Any], list[Statement]]:
        """A request of one statement or a batch, and the statements in it."""
        if self.random.random() < 0.9:
            statement = self.next()
            request = {"command": statement.text, "parameters": statement.parameters}
            return request, [statement]
        batch = [self.next() for _ in range(self.random.randint(2, 5))]
        commands = [{"command": one.text, "parameters": one.parameters} for one in batch]
        return {"commands": commands}, batch

    def _parameters(self) -> dict[str, Any]:
        random = self.random
        names = [f"n{random.randrange(NAMES)}" for _ in range(3)]
        word = random.choice(("fever", "rest well", "Über", "頭痛"))
        return {
            **dict(zip("abc", names, strict=True)),
            **self.known,
            "word": word,
            "n": random.randrange(4),
            "version": random.randrange(4),
            "new_type": f"Type{random.randrange(3)}",
            "attributes": _attributes(random, word),
        }


def _attributes(random: Random, word: str) -> dict[str, Any]:
    values: tuple[Callable[[], Any], ...] = (
        lambda: random.randrange(3),
        lambda: word,
        lambda: None,
        lambda: {"of": [word, 1]},
        lambda: [word],
    )
    keys = random.sample(("n", "text", "aliases", "data"), random.randint(1, 3))
    return {key: random.choice(values)() for key in keys}
