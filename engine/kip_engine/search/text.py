"""What is searched of an element: the value of its `search_text`.

Grounding fields (KIP section 5.2.2): a concept's name, its `aliases`, and every other string among its
attributes, `description` and `content_summary` with the rest, also inside lists and objects; a link's
predicate and every string among its attributes.  Attribute keys, numbers and metadata are not searched.

Of one element `MAX_READ` words are read and `MAX_TERMS` different ones kept, each at most `MAX_REPEATS`
times: beyond that, a repetition hardly says more about what a text is about.  Attributes are read in the
order of their keys, so that what is kept of a long text is the same whenever it is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from kip_engine.elements import fields_json
from kip_grammar.ast import Json

from . import terms, tokens

ALIASES = "aliases"
MAX_ALIASES = 256
MAX_READ = 65_536
MAX_TERMS = 8_192
MAX_REPEATS = 3


def stored_text(properties: Mapping[str, Any]) -> str | None:
    """The `search_text` of the element with these stored properties.

    None for a link without text of its own: it is found by its predicate's definition, and an index entry for
    every link would only repeat that.
    """
    attributes, _ = fields_json(properties)
    space = properties["space"]
    if "predicate" not in properties:
        return concept_text(space, properties["type"], properties["name"], attributes)
    if not any(True for value in attributes.values() for _ in strings(value)):
        return None
    return proposition_text(space, properties["predicate"], attributes)


def concept_text(space: str, type_name: str, name: str, attributes: Mapping[str, Json]) -> str:
    """The `search_text` of concept `{type: type_name, name}` in `space`: blank-separated index terms."""
    prefix = terms.space_prefix(space)
    aliases = list(islice(strings(attributes.get(ALIASES)), MAX_ALIASES))
    others = [attributes[key] for key in sorted(attributes) if key != ALIASES]
    found = [terms.whole(prefix, terms.KIND, type_name), terms.whole(prefix, terms.NAME, tokens.exact(name))]
    found += [terms.whole(prefix, terms.ALIAS, tokens.exact(alias)) for alias in aliases]
    return _written(prefix, found, [name, *aliases], others)


def proposition_text(space: str, predicate: str, attributes: Mapping[str, Json]) -> str:
    """The `search_text` of a link under `predicate` in `space`: blank-separated index terms."""
    prefix = terms.space_prefix(space)
    found = [terms.whole(prefix, terms.KIND, predicate)]
    found.append(terms.whole(prefix, terms.NAME, tokens.exact(predicate)))
    return _written(prefix, found, [predicate], [attributes[key] for key in sorted(attributes)])


def strings(value: Json) -> Iterator[str]:
    """Every string inside `value`, object keys apart; objects are read in the order of their keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key in sorted(value):
            yield from strings(value[key])
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from strings(item)


def _written(prefix: str, found: list[str], heads: list[str], values: Iterable[Json]) -> str:
    head = list(islice(_terms(heads), MAX_READ))
    body = islice(_terms(chain.from_iterable(map(strings, values))), MAX_READ)
    found += terms.marked(prefix, terms.HEAD, dict.fromkeys(head[:MAX_TERMS]))
    found += terms.marked(prefix, terms.WORD, _bounded(chain(head, body)))
    return " ".join(found)


def _terms(texts: Iterable[str]) -> Iterator[str]:
    return chain.from_iterable(map(tokens.terms, texts))


def _bounded(words: Iterable[str]) -> Iterator[str]:
    seen: dict[str, int] = {}
    for word in words:
        times = seen.get(word, 0)
        if times < MAX_REPEATS and (times or len(seen) < MAX_TERMS):
            seen[word] = times + 1
            yield word
