"""Elements that only the engine's verbs write: read by everyone, changed by nobody else."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import pytest

import kip
from kip_cypher.query import Query
from kip_engine import owned
from kip_engine.owned import vocabulary
from kip_engine.storage.steps import Body, Program, Transaction
from kip_engine.upsert.apply import timestamp
from kip_grammar.errors import KipError

DEFINITIONS = """
UPSERT {
  CONCEPT ?t { {type: "$ConceptType", name: "Note"} SET ATTRIBUTES { description: "A note." } }
  CONCEPT ?p { {type: "$PropositionType", name: "notes"} SET ATTRIBUTES { description: "Notes." } }
}
"""
NOTES = owned.Vocabulary("notes", "tests.notes")


@pytest.fixture
def client(neo4j_connection: Any, space: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """A client of a space in which the owner "notes" can be registered."""
    (tmp_path / "vocabulary.kip").write_text(DEFINITIONS)

    def files(_: str) -> Traversable:
        return tmp_path

    monkeypatch.setattr(vocabulary, "files", files)
    vocabulary._script.cache_clear()
    uri, auth, database = neo4j_connection
    with kip.connect(uri, auth=auth, database=database, space=space) as client:
        yield client
    kip.drop_space(space, uri, auth=auth, database=database)


def write(client: kip.Client) -> None:
    """Two notes, the first linked to the second."""
    space = client._session.setting.space

    def body() -> Body[None]:
        origin = owned.Origin(space.name, "notes", timestamp())
        rows = [owned.concept(origin, "Note", name, {"text": f"the {name} one"}) for name in ("a", "b")]
        placed = yield Query(owned.CREATE_CONCEPTS, {"rows": rows})
        first, second = ((identity, node) for identity, node in placed)
        yield Query(owned.CREATE_LINKS, {"rows": [owned.link(origin, "notes", first, second)]})

    def program() -> Program[None]:
        yield from owned.register(NOTES, space)
        yield Transaction(body)

    client._run(program())


def refusal(client: kip.Client, command: str) -> KipError:
    with pytest.raises(KipError) as refused:
        client.execute(command)
    return refused.value


def test_are_read_like_everything_else(client: kip.Client) -> None:
    write(client)
    found = client.execute('FIND(?a.attributes.text, ?b.name) WHERE { (?a, "notes", ?b) }').result
    assert found == [["the a one"], ["b"]]
    assert client.execute('SEARCH CONCEPT "second note b"').result
    assert [finding for finding in client.doctor() if finding.count] == []


@pytest.mark.parametrize(
    "command",
    [
        'UPSERT { CONCEPT ?n { {type: "Note", name: "c"} } }',
        'UPSERT { CONCEPT ?n { {type: "Note", name: "a"} SET ATTRIBUTES { text: "mine" } } }',
        'UPSERT { PROPOSITION ?l { ({type: "Note", name: "b"}, "notes", {type: "Note", name: "a"}) } }',
        'UPSERT { CONCEPT ?n { {type: "$ConceptType", name: "Note"} SET ATTRIBUTES { description: "x" } } }',
        'UPDATE ?n SET ATTRIBUTES { text: "mine" } WHERE { ?n {type: "Note"} }',
        'UPDATE ?l SET METADATA { source: "me" } WHERE { ?l (?a, "notes", ?b) }',
        'DELETE ATTRIBUTES {"text"} FROM ?n WHERE { ?n {type: "Note", name: "a"} }',
        'DELETE PROPOSITIONS ?l WHERE { ?l (?a, "notes", ?b) }',
        'DELETE CONCEPT ?n DETACH WHERE { ?n {type: "Note", name: "a"} }',
        'DELETE CONCEPT ?n DETACH WHERE { ?n {type: "$ConceptType", name: "Note"} }',
        'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Note", name: "a"} ?b {type: "Note", name: "b"} }',
    ],
)
def test_are_never_changed_by_kml(client: kip.Client, command: str) -> None:
    write(client)
    error = refusal(client, command)
    assert error.code == "KIP_3004"
    assert "notes" in error.message
    kept = client.execute('FIND(?n.name, ?n.metadata._version) WHERE { ?n {type: "Note"} }').result
    assert kept == [["a", "b"], [1, 1]]


def test_are_not_exported_nor_are_links_on_them(client: kip.Client) -> None:
    write(client)
    client.execute(
        'UPSERT { CONCEPT ?p { {type: "Person", name: "Ada"} } CONCEPT ?d { {type: "Domain", name: "Mine"} } '
        'PROPOSITION ?l { ({type: "Note", name: "a"}, "belongs_to_domain", ?d) } '
        'PROPOSITION ?m { (?p, "belongs_to_domain", ?d) } }'
    )
    text = client.export_capsule(domain="Mine").text
    assert text is not None
    assert "Ada" in text
    assert "Note" not in text
    assert text.count('"belongs_to_domain"') == 1
    assert '"Note"' not in str(client.export_capsule().text)


def test_a_name_that_kml_has_defined_is_not_taken_over(client: kip.Client) -> None:
    client.execute('UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Note"} } }')
    with pytest.raises(KipError) as refused:
        write(client)
    assert refused.value.code == "KIP_2002"
    assert "'Note'" in refused.value.message


@pytest.mark.parametrize(
    "end",
    [
        '({type: "Note", name: "a"}, "notes", {type: "Note", name: "b"})',
        "(id: :link)",
    ],
)
def test_nothing_is_linked_to_their_links(client: kip.Client, end: str) -> None:
    write(client)
    client.execute('UPSERT { CONCEPT ?p { {type: "$PropositionType", name: "doubts"} } }')
    [link] = client.execute('FIND(?l.id) WHERE { ?l (?a, "notes", ?b) }').result
    for subject, target in (
        (end, '{type: "Person", name: "$self"}'),
        ('{type: "Person", name: "$self"}', end),
    ):
        with pytest.raises(KipError) as refused:
            client.execute(
                f'UPSERT {{ PROPOSITION ?l {{ ({subject}, "doubts", {target}) }} }}',
                {"link": link} if ":link" in end else {},
            )
        assert refused.value.code == "KIP_3004"
        assert "notes" in refused.value.message
    assert client.execute('FIND(?l) WHERE { ?l (?a, "doubts", ?b) }').result == []
