"""A whole capsule, page by page: a bounded amount in memory however much there is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kip_engine.elements import Element, element_json
from kip_engine.overtaken import read_until_not_overtaken, until_not_overtaken
from kip_engine.spaces import Space
from kip_engine.spaces.genesis import genesis
from kip_engine.storage.steps import Program, Transaction
from kip_engine.upsert.protect import PROTECTED, WHOLE

from .capsule import capsule
from .page import BEGINNING, Page, Place, Selected, list_places, places_of, read_page
from .scopes import Scope

PAGE_ELEMENTS = 1_000
LOOK_AHEAD = 20_000


@dataclass(frozen=True, slots=True)
class Exported:
    """How far an export has come: UPSERT statements, elements by kind, and characters of text.

    `text` is the capsule itself where it was not written to a file.
    """

    statements: int = 0
    concepts: int = 0
    propositions: int = 0
    characters: int = 0
    text: str | None = None

    def after(self, page: Page, text: str) -> Exported:
        """The progress once `page` is written too."""
        links = sum("predicate" in element for element in page.elements)
        return Exported(
            self.statements + 1,
            self.concepts + len(page.elements) - links,
            self.propositions + links,
            self.characters + len(text),
        )


def export_stream(
    scope: Scope,
    space: Space,
    write: Callable[[str], Any],
    on_progress: Callable[[Exported], None],
) -> Program[Exported]:
    """Hand the capsule of `scope` to `write` in pieces, each an UPSERT statement.

    The order is looked up far ahead, the elements themselves only when their page is written.  Protected
    elements that are as Genesis made them are left out: every memory has them.  `on_progress` is told of
    every page.  What is written while the export runs may be in it or not.
    """
    selected = yield from scope
    keep = _unlike_genesis(space.name)
    done = Exported()
    places = yield from _places(selected, BEGINNING)
    while places:
        page = yield from _read(space.name, places[:PAGE_ELEMENTS], keep)
        if page.elements:
            text = ("\n" if done.statements else "") + capsule(page)
            write(text)
            done = done.after(page, text)
            on_progress(done)
        last = places[page.places - 1]
        places = places[page.places :] or (yield from _places(selected, last))
    return done


def _places(selected: Selected, after: Place) -> Program[list[Place]]:
    def read() -> Program[list[Place]]:
        return places_of((yield list_places(selected, after, LOOK_AHEAD)))

    return (yield from read_until_not_overtaken(read))


def _read(space: str, places: Sequence[Place], keep: Callable[[Element], bool]) -> Program[Page]:
    reading = Transaction(lambda: read_page(space, places, keep), write=False)
    return (yield from until_not_overtaken(reading))


def _unlike_genesis(space: str) -> Callable[[Element], bool]:
    """Whether an element is anything but a protected one that is as every new space begins with it."""
    made = [element_json(row["properties"]) for row in genesis(space).concepts]
    protected = {
        _identity(element): _content(element)
        for element in made
        if PROTECTED.get(_identity(element), frozenset()) is WHOLE
    }
    return lambda element: protected.get(_identity(element)) != _content(element)


def _identity(element: Element) -> Any:
    return element.get("type"), element.get("name")


def _content(element: Element) -> Mapping[str, Any]:
    metadata = {key: value for key, value in element["metadata"].items() if not key.startswith("_")}
    return {"attributes": element["attributes"], "metadata": metadata}
