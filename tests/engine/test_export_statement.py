"""EXPORT: what a page holds, in which order, and how pages follow each other (section 5.3)."""

from __future__ import annotations

from typing import Any

import pytest
from merging import TOPICS, answer, failure, ids

from kip_grammar import ast, parse

ALL = """EXPORT ?x WHERE {
  ?x {type: "Human"} UNION { ?x {type: "Topic"} } UNION { ?x (?s, "likes" | "stated" | "knows", ?o) }
}"""


@pytest.fixture
def topics(memory: Any) -> Any:
    """Bob, who likes JS, says so, and knows that he does."""
    memory.upsert(TOPICS)
    memory.upsert(
        """UPSERT {
        PROPOSITION ?l { ({type: "Human", name: "Bob"}, "likes", {type: "Topic", name: "JS"})
          SET ATTRIBUTES { why: null } } WITH METADATA { z: 1, a: null }
        PROPOSITION ?s { ({type: "Human", name: "Bob"}, "stated", ?l) }
        PROPOSITION ?k { (?s, "knows", ?l) } }"""
    )
    return memory


def export(memory: Any, text: str = ALL, **parameters: Any) -> tuple[str, int, int, str | None]:
    """The capsule, its counts of concepts and propositions, and the next cursor."""
    found = answer(memory, text, **parameters)
    result = found.result
    return result["capsule"], result["concepts"], result["propositions"], found.next_cursor


def pages(memory: Any, limit: int) -> list[str]:
    """The capsules of all pages of `limit` elements."""
    text, _, _, cursor = export(memory, f"{ALL} LIMIT {limit}")
    found = [text]
    while cursor:
        text, _, _, cursor = export(memory, f"{ALL} LIMIT {limit} CURSOR :c", c=cursor)
        found.append(text)
    return found


def test_a_capsule_is_an_upsert_with_handles_inside_and_nothing_of_the_engines_own(topics: Any) -> None:
    text, concepts, links, cursor = export(topics)
    assert (concepts, links, cursor) == (3, 3, None)
    assert text == (
        "UPSERT {\n"
        '  CONCEPT ?c1 {\n    {type: "Topic", name: "JS"}\n  }\n\n'
        '  CONCEPT ?c2 {\n    {type: "Topic", name: "JavaScript"}\n  }\n\n'
        '  CONCEPT ?c3 {\n    {type: "Human", name: "Bob"}\n  }\n\n'
        '  PROPOSITION ?p1 {\n    (?c3, "likes", ?c1)\n    SET ATTRIBUTES {why: null}\n  }\n'
        "  WITH METADATA {a: null, z: 1}\n\n"
        '  PROPOSITION ?p2 {\n    (?c3, "stated", ?p1)\n  }\n\n'
        '  PROPOSITION ?p3 {\n    (?p2, "knows", ?p1)\n  }\n'
        "}\n"
    )


def test_ends_outside_are_named_by_what_they_are_to_any_depth(topics: Any) -> None:
    text, concepts, links, _ = export(topics, 'EXPORT ?k WHERE { ?k (?s, "knows", ?o) }')
    assert (concepts, links) == (0, 1)
    bob, js = '{type: "Human", name: "Bob"}', '{type: "Topic", name: "JS"}'
    liked = f'({bob}, "likes", {js})'
    assert f'(({bob}, "stated", {liked}), "knows", {liked})' in text
    before = ids(topics, "knows")
    topics.upsert(text)
    assert ids(topics, "knows") == before


def test_definitions_come_before_what_they_define(topics: Any) -> None:
    text = 'EXPORT ?x WHERE { ?x {type: "Topic"} UNION { ?x {type: "$ConceptType", name: "Topic"} } }'
    assert export(topics, text)[0].index('"$ConceptType"') < export(topics, text)[0].index('"JS"')


@pytest.mark.parametrize("limit", [1, 2, 3, 5])
def test_pages_hold_everything_once_and_can_be_applied_in_order(topics: Any, limit: int) -> None:
    found = pages(topics, limit)
    assert [len(_blocks(page)) for page in found][:-1] == [limit] * (len(found) - 1)
    assert sum(len(_blocks(page)) for page in found) == 6
    size = topics.size()
    for page in found:
        topics.upsert(page)
    assert topics.size() == size


def _blocks(capsule: str) -> Any:
    script = parse(capsule)
    assert isinstance(script, ast.UpsertScript)
    return script.statements[0].blocks


def test_a_link_moved_onto_a_younger_one_still_comes_after_it(topics: Any) -> None:
    topics.upsert(
        """UPSERT { PROPOSITION { ({type: "Human", name: "Bob"}, "likes",
        {type: "Topic", name: "JavaScript"}) } }"""
    )
    answer(
        topics,
        'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Topic", name: "JS"} '
        '?b {type: "Topic", name: "JavaScript"} }',
    )
    text = export(topics)[0]
    assert text.index('"likes"') < text.index('"stated"') < text.index('"knows"')


def test_nothing_matched_is_an_empty_capsule(topics: Any) -> None:
    assert export(topics, 'EXPORT ?x WHERE { ?x {type: "Topic", name: "none"} }') == ("", 0, 0, None)


def test_a_dry_run_checks_and_exports_nothing(topics: Any) -> None:
    assert export(topics, ALL, dry_run=True) == ("", 0, 0, None)
    assert failure(topics, 'EXPORT ?x WHERE { ?x {type: "Topc"} }', dry_run=True).code == "KIP_2001"


def test_without_a_limit_pages_hold_a_thousand(topics: Any) -> None:
    blocks = "\n".join(f'CONCEPT ?c{i} {{ {{type: "Topic", name: "t{i}"}} }}' for i in range(1_000))
    topics.upsert(f"UPSERT {{ {blocks} }}")
    text = 'EXPORT ?t WHERE { ?t {type: "Topic"} }'
    _, concepts, _, cursor = export(topics, text)
    assert (concepts, cursor is None) == (1_000, False)
    assert export(topics, text + " CURSOR :c", c=cursor)[1:] == (2, 0, None)


def test_large_elements_make_shorter_pages_that_can_be_run_as_commands(topics: Any) -> None:
    for name in ("a", "b", "c", "d"):
        topics.upsert(
            'UPSERT { CONCEPT ?t { {type: "Topic", name: :n} SET ATTRIBUTES { text: :t } } }',
            n=name,
            t="é" * 120_000,
        )
    found = pages(topics, 100)
    assert len(found) == 2
    for page in found:
        topics.upsert(page)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("EXPORT ?y WHERE { ?x {type: 'Topic'} }".replace("'", '"'), "KIP_3001"),
        ('EXPORT ?p WHERE { (?s, ?p, {type: "Topic", name: "JS"}) }', "KIP_1001"),
        ('EXPORT ?x WHERE { ?x {type: "Topic"} } LIMIT 0', "KIP_1001"),
        ('EXPORT ?x WHERE { ?x {type: "Topic"} } CURSOR ""', "KIP_1001"),
        ('EXPORT ?x WHERE { ?x {type: "Topic"} } CURSOR "abc"', "KIP_1001"),
        ('EXPORT ?x WHERE { ?x {id: "C:0000"} }', "KIP_3002"),
        ('EXPORT ?x WHERE { ?x (?s, "lieks", ?o) }', "KIP_2001"),
    ],
)
def test_faults_are_told(topics: Any, text: str, code: str) -> None:
    assert failure(topics, text).code == code


def test_a_cursor_belongs_to_its_statement_and_is_refused_when_changed(topics: Any) -> None:
    cursor = export(topics, f"{ALL} LIMIT 1")[3]
    assert cursor is not None
    other = 'EXPORT ?x WHERE { ?x {type: "Topic"} } CURSOR :c'
    assert failure(topics, other, c=cursor).code == "KIP_1001"
    changed = cursor[:-2] + ("A" if cursor[-2] != "A" else "B") + cursor[-1]
    assert failure(topics, f"{ALL} CURSOR :c", c=changed).code == "KIP_1001"
