"""Neo4j Browser answers on the managed server, as a person uses it, and talks to nobody else."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from chromium import Page, chromium_page

from kip_engine.server import ServerInfo

QUERY = 'CREATE (d:Drug {name: "Aspirin"})-[r:treats]->(s:Symptom {name: "Headache"}) RETURN d, r, s'
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
