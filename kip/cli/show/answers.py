"""The answer to each kind of statement as something to print."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from kip_grammar import ast

from .console import harmless, on_one_line
from .tables import make_table
from .values import element_text, outline, title

IDS_SHOWN = 10


def show_answer(statement: ast.Statement, text: str, response: Mapping[str, Any]) -> RenderableType:
    """The successful `response` to `statement`, which was parsed from `text`."""
    if isinstance(statement, ast.Find):
        return _find(statement, text, response["result"])
    return _SHOWN.get(type(statement), _outlined)(response["result"])


def more(cursor: str) -> Text:
    """How to go on from `cursor`."""
    return Text.assemble(
        ("There is more: add ", "dim"), "CURSOR :cursor", (" and ", "dim"), f"--param cursor={cursor}"
    )


def _find(find: ast.Find, text: str, result: Any) -> RenderableType:
    titles = [text[expression.span.start : expression.span.end] for expression in find.expressions]
    rows = list(_rows(find, result))
    if not rows:
        return Text("Nothing matches.", "dim")
    return Group(make_table(titles, rows), _count(len(rows), "row"))


def _rows(find: ast.Find, result: Any) -> Iterator[tuple[Any, ...]]:
    """The rows of a columnar result, whose single column or lone aggregates stand without a list around."""
    single = len(find.expressions) == 1
    if all(isinstance(expression, ast.Aggregate) for expression in find.expressions):
        yield (result,) if single else tuple(result)
    else:
        yield from zip(*([result] if single else result), strict=True)


def _count(number: int, what: str) -> Text:
    return Text(counted(number, what), "dim")


def counted(number: int, what: str) -> str:
    """`1 row`, `2 rows`."""
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def _upsert(result: Any) -> RenderableType:
    concepts, links = result["upsert_concept_nodes"], result["upsert_proposition_links"]
    done = (
        f"{counted(result['blocks'], 'statement')}: "
        f"{counted(len(concepts), 'concept')}, {counted(len(links), 'link')}"
    )
    ids = "\n".join([*concepts, *links][:IDS_SHOWN])
    rest = len(concepts) + len(links) - IDS_SHOWN
    shown = [Text.assemble(("✓ ", "green"), done)] + ([Text(ids, "dim")] if ids else [])
    return Group(*shown, *([Text(f"and {rest:,} more", "dim")] if rest > 0 else []))


def _hits(result: Any) -> RenderableType:
    if not result:
        return Text("Nothing found.", "dim")
    rows = ((hit["metadata"]["_score"], hit) for hit in result)
    return Group(make_table(["score", "hit"], rows), _count(len(result), "hit"))


def _names(result: Any) -> RenderableType:
    return Group(*(Text(on_one_line(name)) for name in result))


def _domains(result: Any) -> RenderableType:
    rows = ((domain["name"], domain["attributes"].get("description")) for domain in result)
    return make_table(["domain", "description"], rows)


def _definition(result: Any) -> RenderableType:
    attributes = dict(result["attributes"])
    schema = attributes.pop("instance_schema", None)
    shown: list[RenderableType] = [element_text({**result, "attributes": attributes})]
    if isinstance(schema, Mapping) and schema:
        shown.append(_schema(schema))
    return Group(*shown)


def _schema(schema: Mapping[str, Any]) -> RenderableType:
    columns = ("type", "is_required", "description")
    known = ((key, rule) for key, rule in schema.items() if isinstance(rule, Mapping))
    rows = ([key, *(rule.get(column, "") for column in columns)] for key, rule in known)
    return make_table(["attribute", "type", "required", "description"], rows)


def _primer(result: Any) -> RenderableType:
    identity = result["identity"]
    domains = result["domain_map"]
    rows = [
        (
            domain["name"],
            domain["members"],
            ", ".join(on_one_line(concept["name"]) for concept in domain["key_concepts"]),
        )
        for domain in domains
    ]
    shown: list[RenderableType] = []
    if identity:
        shown += [title(identity), *map(Text, outline(_known(identity["attributes"]), "  "))]
    return Group(*shown, make_table(["domain", "members", "key concepts"], rows))


def _known(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in attributes.items() if value is not None}


def _capsule(result: Any) -> RenderableType:
    return Text(harmless(result["capsule"]))


def _outlined(result: Any) -> RenderableType:
    return Text("\n".join(outline(result)))


_SHOWN: dict[type, Callable[[Any], RenderableType]] = {
    ast.UpsertScript: _upsert,
    ast.Search: _hits,
    ast.DescribePrimer: _primer,
    ast.DescribeDomains: _domains,
    ast.DescribeTypes: _names,
    ast.DescribeType: _definition,
    ast.Export: _capsule,
}
