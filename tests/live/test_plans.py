"""The database's own plans: paths keep the pruning expansion, so that cycles and hubs stay linear."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import neo4j
import pytest

import kip

SCHEMA = """UPSERT {
  CONCEPT ?t { {type: "$ConceptType", name: "Spot"} }
  CONCEPT ?p { {type: "$PropositionType", name: "leads_to"} }
}"""


def operators(plan: Any) -> Iterator[str]:
    yield plan["operatorType"]
    for child in plan.get("children", []):
        yield from operators(child)


@pytest.mark.parametrize("bounds", ["{1,}", "{0,}", "{1,5}", "{0,5}", "{2,}", "{3,6}"])
@pytest.mark.parametrize("ends", ['({anchor}, "leads_to"%s, ?o)', '(?o, "leads_to"%s, {anchor})'])
def test_a_path_is_expanded_by_pruning(neo4j_connection: Any, space: str, bounds: str, ends: str) -> None:
    uri, auth, database = neo4j_connection
    anchor = '{type: "Spot", name: "a"}'
    text = "FIND(?o.name) WHERE { " + (ends % bounds).replace("{anchor}", anchor) + " }"
    with kip.connect(uri, auth=auth, database=database, space=space) as client:
        client.execute(SCHEMA)
        stages = client.explain(text)
    kip.drop_space(space, uri, auth=auth, database=database)
    with neo4j.GraphDatabase.driver(uri, auth=auth) as driver, driver.session(database=database) as session:
        plan = session.run("EXPLAIN " + stages["cypher"], stages["parameters"]).consume().plan
    assert any(name.startswith("VarLengthExpand(Pruning") for name in operators(plan))
