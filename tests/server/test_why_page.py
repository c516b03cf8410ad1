"""The page of `kip why --html`, as a person sees it: drawn, readable, and talking to nobody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from chromium import Page, chromium_page

from kip.cli.show.page import why_page
from kip_engine.beliefs.explanation import Explanation, explanation

NAMES = '[...document.querySelectorAll(".node > title")].map(title => title.textContent)'
EDGES = '[...document.querySelectorAll(".edge")].map(edge => edge.getAttribute("class"))'
HOSTILE = "</script><script>window.hacked = true</script><img src=x onerror='window.hacked = true'>${title}"


def leg(source: str, **given: Any) -> dict[str, Any]:
    plain = {
        "source_id": source,
        "tier": "real_measurement",
        "direction": "+",
        "claimed_weight": 1.0,
        "weight": 1.0,
        "time": 0.0,
        "verified": True,
        "belief_id": None,
        "source_kind": None,
        "source_text": None,
        "counted_tier": None,
        "reason": None,
    }
    return {**plain, **given}


def story() -> Explanation:
    """A belief on another, which stands on a document and cites the first in vain."""
    report = leg("report", source_kind="artifact", source_text="Measured twice.")
    above = [
        leg("b2", belief_id="b2", tier="simulation"),
        leg("rumour", direction="-", verified=False),
        report,
    ]
    below = [report, leg("b1", belief_id="b1", weight=0.0)]
    rows = [
        ["b1", f"Ice floats {HOSTILE}", 0.98, True, "local", above],
        ["b2", "Ice is lighter than water", 0.95, True, "local", below],
    ]
    return explanation(rows, 10)


def shown(page: Page, tmp_path: Path, explained: Explanation) -> None:
    file = tmp_path / "why.html"
    file.write_text(why_page(explained), encoding="utf-8")
    page.open(file.as_uri())
    page.wait_for("document.querySelectorAll('.node.chosen').length === 1")


def test_the_support_is_drawn_and_explained_and_nothing_is_fetched(tmp_path: Path) -> None:
    with chromium_page(tmp_path / "profile") as page:
        shown(page, tmp_path, story())
        names, edges = page.evaluate(NAMES), page.evaluate(EDGES)
        details = page.evaluate("document.getElementById('details').innerText")
        page.evaluate("document.querySelectorAll('.node')[1].dispatchEvent(new MouseEvent('click'))")
        other = page.evaluate("document.getElementById('details').innerText")
        page.screenshot(tmp_path / "why.png")
        urls = [url for url in page.connections.values() if not url.startswith("data:")]

    assert sorted(names) == sorted([f"Ice floats {HOSTILE}", "Ice is lighter than water", "report", "rumour"])
    assert sorted(edge.split()[1] for edge in edges) == ["against", "for", "for", "for", "idle"]
    assert "its source isn't there" in details
    assert "stood on this belief alone" in other
    assert [url.rpartition("/")[2] for url in urls] == ["why.html"]


def test_what_a_memory_holds_is_never_markup_or_script(tmp_path: Path) -> None:
    with chromium_page(tmp_path / "profile") as page:
        shown(page, tmp_path, story())
        assert page.evaluate("document.querySelector('h1').textContent") == f"Ice floats {HOSTILE}"
        assert page.evaluate("window.hacked === undefined && document.images.length === 0")


def test_a_belief_without_evidence_is_drawn_too(tmp_path: Path) -> None:
    with chromium_page(tmp_path / "profile") as page:
        shown(page, tmp_path, explanation([["b1", "It is so", None, False, None, []]], 10))
        assert "It rests on nothing." in page.text()
        assert "no credence" in page.text()


def test_a_thousand_beliefs_are_drawn(tmp_path: Path) -> None:
    legs = [[leg(f"b{n + step}", belief_id=f"b{n + step}") for step in (1, 10, 100)] for n in range(1_000)]
    rows = [[f"b{n}", f"Claim {n}", 0.9, True, "local", legs[n]] for n in range(1_000)]
    with chromium_page(tmp_path / "profile") as page:
        shown(page, tmp_path, explanation(rows, 1_000))
        assert page.evaluate("document.querySelectorAll('.node.belief').length") == 1_000
