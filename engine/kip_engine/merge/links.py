"""The links that a MERGE touches, in memory: which move, and which turn out to be links that exist already.

Replacing the source by the target in a link may make it equal to another link.  The one that was there stays,
and the other one is replaced by it in turn, wherever links speak about it; so it goes level by level until
nothing more falls together.  A link that has been rewritten names nothing that was replaced, and the key of
one that has not does: so a new key meets stored keys of untouched links only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kip_cypher.keys import link_key


@dataclass(slots=True, eq=False)
class Link:
    """A link with its ends (ids) as they are to be; `node` is its Neo4j element id."""

    id: str
    node: str
    predicate: str
    subject: str
    object: str
    moved: bool = False


class Links:
    """All links seen so far, and for each link that goes the one that stays."""

    def __init__(self, space: str) -> None:
        self.space = space
        self.by_id: dict[str, Link] = {}
        self.nodes: dict[str, str] = {}
        self.dropped: dict[str, str] = {}
        self._by_key: dict[str, Link] = {}

    def add(self, row: Sequence[Any]) -> Link:
        """The link of a row (node, id, predicate, subject's id and node, object's id and node)."""
        node, identity, predicate, subject, subject_node, target, target_node = row
        self.nodes.update({identity: node, subject: subject_node, target: target_node})
        return self.by_id.setdefault(identity, Link(identity, node, predicate, subject, target))

    def rewrite(self, replaced: Mapping[str, str]) -> dict[str, list[Link]]:
        """Replace the ends of all links that have such ends; the links that changed, by their new keys."""
        changed: dict[str, list[Link]] = {}
        for link in sorted(self.staying(), key=_by_age):
            if link.subject in replaced or link.object in replaced:
                link.subject = replaced.get(link.subject, link.subject)
                link.object = replaced.get(link.object, link.object)
                link.moved = True
                changed.setdefault(self.key(link), []).append(link)
        return changed

    def settle(
        self, changed: Mapping[str, Sequence[Link]], occupants: Iterable[Sequence[Any]]
    ) -> dict[str, str]:
        """Let each changed link take its key, or drop it where that is taken; what is replaced by what."""
        for key, *row in occupants:
            self._by_key.setdefault(key, self.add(row))
        fallen: dict[str, str] = {}
        for key, links in changed.items():
            for link in links:
                survivor = self._by_key.setdefault(key, link)
                if survivor is not link:
                    fallen[link.id] = survivor.id
        self.dropped.update(fallen)
        return fallen

    def staying(self) -> Iterator[Link]:
        """The links that are not dropped."""
        return (link for link in self.by_id.values() if link.id not in self.dropped)

    def moved(self) -> list[Link]:
        """The links to draw anew, by age."""
        return sorted((link for link in self.staying() if link.moved), key=_by_age)

    def key(self, link: Link) -> str:
        """The identity key that `link` has with its present ends."""
        return link_key(self.space, link.subject, link.predicate, link.object)


def _by_age(link: Link) -> str:
    return link.id
