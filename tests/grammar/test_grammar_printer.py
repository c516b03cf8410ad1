"""Printing: canonical, idempotent, and read back to the same tree."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from kip_texts import VALID, golden_commands
from kip_trees import statements

from kip_grammar import KipError, parse, print_statement
from kip_grammar.ast import Literal, Search


def assert_stable(statement: Any) -> None:
    """Print, read and print again."""
    text = print_statement(statement)
    again = parse(text)
    assert repr(again) == repr(statement)  # unlike ==, repr tells 1 from 1.0 and true
    assert print_statement(again) == text
    text.encode("utf-8")


@settings(deadline=None)
@given(statements)
def test_any_tree_comes_back(statement: Any) -> None:
    assert_stable(statement)


@pytest.mark.parametrize("text", VALID)
def test_every_feature_comes_back(text: str) -> None:
    assert_stable(parse(text))


def test_the_golden_commands_come_back() -> None:
    for text in golden_commands():
        try:
            statement = parse(text)
        except KipError:
            continue
        assert_stable(statement)


FIND = """\
FIND(?d.name, COUNT(DISTINCT ?s))
WHERE {
  ?d {type: "T", name: "A"}
  NOT {
    (?d, "p" | "q", ?s)
  }
}
ORDER BY ?d.name ASC, ?s DESC
LIMIT 1
"""
UPSERT = """\
UPSERT {
  CONCEPT ?d {
    {type: "T", name: "N"}
    EXPECT VERSION 2
    SET ATTRIBUTES {a: 1, "b c": [1, 2], "true": {}}
    SET PROPOSITIONS {
      ("p", ?x) WITH METADATA {c: 1}
    }
  }
  WITH METADATA :m

  PROPOSITION {
    (id: "P")
  }
}
"""
UPDATE = """\
UPDATE ?d
SET ATTRIBUTES {
  long: ADD(COALESCE(?d.attributes.evidence_count, 0), 1),
  text: "seventy characters of text, and a few more so that the line breaks here"
}
WHERE {
  ?d {id: :id}
}
"""
FILTER = """\
FIND(?d)
WHERE {
  FILTER(
    IS_NULL(?link.metadata.memory_strength) ||
    ?link.metadata.memory_strength > 0.05 && !(?d.name == "a" || ?d.name == "b")
  )
}
"""
LAYOUTS = [
    (
        """FIND(?d.name,COUNT(DISTINCT ?s))WHERE{?d{"name":"A",type:"T"}NOT{(?d,"p"|"q",?s)}}
        ORDER BY ?d.name,?s DESC LIMIT 1""",
        FIND,
    ),
    (
        """UPSERT{CONCEPT ?d{{type:"T",name:"N"}EXPECT VERSION 2 SET PROPOSITIONS{("p",?x)WITH METADATA{c:1}}
        SET ATTRIBUTES{"a":1,"b c":[1,2,],"true":{}}}WITH METADATA :m PROPOSITION{(id:"P")}}""",
        UPSERT,
    ),
    (UPDATE.replace("\n  ", " ").replace("\n", " "), UPDATE),
    (FILTER.replace("\n", "\r\n\t"), FILTER),
    ("SEARCH   CONCEPT // c\n :t LIMIT 3", "SEARCH CONCEPT :t LIMIT 3\n"),
]


@pytest.mark.parametrize(("text", "canonical"), LAYOUTS)
def test_layout(text: str, canonical: str) -> None:
    assert print_statement(parse(text)) == canonical


def test_a_lone_surrogate_is_escaped() -> None:
    assert print_statement(Search("concept", Literal("é\ud800"))) == 'SEARCH CONCEPT "é\\ud800"\n'
