"""Neo4j Browser answers on the managed server, as a person uses it, and talks to nobody else."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from chromium import Page, chromium_page

import kip
from kip_engine.server import ServerInfo

QUERY = 'CREATE (d:Drug {name: "Aspirin"})-[r:treats]->(s:Symptom {name: "Headache"}) RETURN d, r, s'
BELIEF = """
MATCH path = (b:Belief)-[:has_evidence]->(:BeliefEvidence)-[:cites_source]->(:BeliefSource)
WHERE b.space = 'seen' RETURN path
"""
DRAWN = '[...document.querySelectorAll("svg text")].map(text => text.textContent.trim())'
PASSWORD_FIELD = "document.querySelector('input[type=password]')"
EDITOR = "document.querySelector('.monaco-editor textarea')"


def log_in(page: Page, info: ServerInfo) -> None:
    """Open the page, type the password, press Enter."""
    page.open(info.browser_url)
    page.wait_for(f"{PASSWORD_FIELD} !== null")
    page.evaluate(f"{PASSWORD_FIELD}.focus()")
    page.type(info.password)
    page.press_enter()
    page.wait_for("document.body.innerText.includes('You are connected as user')")


def run_query(page: Page, query: str) -> None:
    """Type `query` into the editor and run it."""
    page.evaluate(f"{EDITOR}.focus()")
    page.type(query)
    page.press_enter(control=True)


def test_a_person_logs_in_and_sees_a_query_drawn_as_a_graph(running: ServerInfo, tmp_path: Path) -> None:
    with chromium_page(tmp_path / "profile") as page:
        log_in(page, running)
        run_query(page, QUERY)
        page.wait_for(f"{DRAWN}.includes('Aspirin')")
        drawn = page.evaluate(DRAWN)
        page.screenshot(tmp_path / "browser.png")
        hosts = {urlsplit(url).hostname for url in page.connections.values()}

    assert sorted(drawn) == ["Aspirin", "Headache", "treats"]
    assert hosts == {"127.0.0.1"}
    assert (tmp_path / "browser.png").read_bytes().startswith(b"\x89PNG")


def test_a_belief_is_drawn_with_its_evidence_and_sources(running: ServerInfo, tmp_path: Path) -> None:
    with kip.connect(running.uri, auth=(running.user, running.password), space="seen") as client:
        client.beliefs.put_source("boiling.csv", text="100.1 degrees", scope="local")
        client.beliefs.assimilate(
            "Water boils at 100 degrees", {"source_id": "boiling.csv", "tier": "real_measurement"}
        )
        (name,) = client.execute('FIND(?b.name) WHERE { ?b {type: "Belief"} }').result
    with chromium_page(tmp_path / "profile") as page:
        log_in(page, running)
        run_query(page, " ".join(BELIEF.split()))
        page.wait_for(f"{DRAWN}.length >= 5")
        drawn = page.evaluate(DRAWN)
        labels = page.evaluate("document.body.innerText")
        page.screenshot(tmp_path / "belief.png")

    assert {"has_evidence", "cites_source"} <= set(drawn)
    assert any(name.startswith(shown.rstrip("…")) for shown in drawn if len(shown) > 5)
    assert any(shown.startswith("source:") for shown in drawn)
    assert all(kind in labels for kind in ("Belief", "BeliefEvidence", "BeliefSource"))
    assert (tmp_path / "belief.png").read_bytes().startswith(b"\x89PNG")
