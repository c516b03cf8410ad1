"""The memory that the pointed KQL tests ask, and how they ask."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import kip

SCHEMA = """
UPSERT {
  CONCEPT ?t1 { {type: "$ConceptType", name: "Drug"} }
  CONCEPT ?t2 { {type: "$ConceptType", name: "Symptom"} }
  CONCEPT ?t3 { {type: "$ConceptType", name: "City"} }
  CONCEPT ?t4 { {type: "$ConceptType", name: "Human"} }
  CONCEPT ?t5 { {type: "$ConceptType", name: "Stop"} }
  CONCEPT ?t6 { {type: "$ConceptType", name: "Nothing"} }
  CONCEPT ?p1 { {type: "$PropositionType", name: "treats"} }
  CONCEPT ?p2 { {type: "$PropositionType", name: "eases"} }
  CONCEPT ?p3 { {type: "$PropositionType", name: "stated"} }
  CONCEPT ?p4 { {type: "$PropositionType", name: "next"} }
  CONCEPT ?p5 { {type: "$PropositionType", name: "unused"} }
}
"""
FACTS = """
UPSERT {
  CONCEPT ?aspirin {
    {type: "Drug", name: "Aspirin"}
    SET ATTRIBUTES {
      risk: 2, price: 5.5, ok: true, code: "A-9", tags: ["x", "y"], box: {k: 1, l: [1]}, none: null
    }
  }
  CONCEPT ?ibuprofen {
    {type: "Drug", name: "Ibuprofen"}
    SET ATTRIBUTES { risk: 3.0, price: 8, ok: true, code: "A-10", tags: ["x"], box: {l: [1.0], k: 1.0} }
  }
  CONCEPT ?zinc {
    {type: "Drug", name: "Zinc"}
    SET ATTRIBUTES { risk: "2", ok: false, code: "a-9", tags: [1, "x", null] }
  }
  CONCEPT ?water { {type: "Drug", name: "Water"} }
  CONCEPT ?headache { {type: "Symptom", name: "Headache"} SET ATTRIBUTES { severity: 4 } }
  CONCEPT ?fever { {type: "Symptom", name: "Fever"} SET ATTRIBUTES { severity: 7 } }
  CONCEPT ?nausea { {type: "Symptom", name: "Nausea"} }
  CONCEPT ?city { {type: "City", name: "Aspirin"} }
  CONCEPT ?ann { {type: "Human", name: "Ann"} }
  CONCEPT ?bob { {type: "Human", name: "Bob"} }
  PROPOSITION ?ah { (?aspirin, "treats", ?headache) SET ATTRIBUTES { dose: 1 } } WITH METADATA { conf: 0.9 }
  PROPOSITION ?af { (?aspirin, "treats", ?fever) } WITH METADATA { conf: 0.7 }
  PROPOSITION ?ih { (?ibuprofen, "treats", ?headache) } WITH METADATA { conf: 0.8 }
  PROPOSITION ?zf { (?zinc, "treats", ?fever) }
  PROPOSITION ?eh { (?aspirin, "eases", ?headache) } WITH METADATA { conf: 0.5 }
  PROPOSITION ?said { (?ann, "stated", ?ah) } WITH METADATA { conf: 0.6 }
  PROPOSITION ?again { (?bob, "stated", ?said) }
  PROPOSITION ?also { (?bob, "stated", ?zf) }
  CONCEPT ?s1 { {type: "Stop", name: "s1"} }
  CONCEPT ?s2 { {type: "Stop", name: "s2"} }
  CONCEPT ?s3 { {type: "Stop", name: "s3"} }
  CONCEPT ?s4 { {type: "Stop", name: "s4"} }
  CONCEPT ?s5 { {type: "Stop", name: "s5"} }
  CONCEPT ?s6 { {type: "Stop", name: "s6"} }
  PROPOSITION { (?s1, "next", ?s2) }
  PROPOSITION { (?s2, "next", ?s3) }
  PROPOSITION { (?s3, "next", ?s4) }
  PROPOSITION { (?s4, "next", ?s1) }
  PROPOSITION { (?s5, "next", ?s5) }
}
"""


class Memory:
    """A client whose answers are easy to compare."""

    def __init__(self, client: kip.Client) -> None:
        self.client = client

    def find(self, text: str, **parameters: Any) -> Any:
        """The result as it is."""
        return self.client.execute(text, parameters).result

    def rows(self, text: str, **parameters: Any) -> list[Any]:
        """The answer's rows, sorted: of one column the values, of several lists of values."""
        result = self.find(text, **parameters)
        several = bool(result) and all(isinstance(column, list) for column in result) and _columns(text) > 1
        return sorted([list(row) for row in zip(*result, strict=True)] if several else result, key=_sort_key)

    def code(self, text: str, **parameters: Any) -> str:
        """The code of the error, or "none"."""
        try:
            self.client.execute(text, parameters)
        except kip.KipError as error:
            return error.code
        return "none"

    def pages(self, text: str, **parameters: Any) -> list[Any]:
        """The pages of a statement that ends in LIMIT."""
        response = self.client.execute(text, parameters)
        pages = [response.result]
        while response.next_cursor is not None:
            response = self.client.execute(
                f"{text} CURSOR :cursor", {**parameters, "cursor": response.next_cursor}
            )
            pages.append(response.result)
            assert len(pages) < 50, "the pages don't end"
        return pages


def _columns(text: str) -> int:
    depth, commas = 0, 0
    for character in text[text.index("(") :]:
        depth += {"(": 1, ")": -1}.get(character, 0)
        commas += character == "," and depth == 1
        if depth == 0:
            break
    return commas + 1


def _sort_key(value: Any) -> str:
    return repr(sorted(value.items()) if isinstance(value, Mapping) else value)


@contextmanager
def memory_of(connection: Any, *commands: str) -> Iterator[Memory]:
    """A new space with what `commands` write, dropped afterwards."""
    uri, auth, database = connection
    name = f"kql-{uuid.uuid4()}"
    client = kip.connect(uri, auth=auth, database=database, space=name)
    try:
        for command in commands:
            client.execute(command)
        yield Memory(client)
    finally:
        client.close()
        kip.drop_space(name, uri, auth=auth, database=database)
