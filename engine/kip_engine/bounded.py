"""Answers that fit: what can be read in pages is cut at a row, with a cursor; the rest is refused whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from kip_grammar import ast
from kip_grammar.errors import KipError

from .answers import Answer
from .arguments import limit_value
from .execute import Setting, execute
from .statements import PAGE_LIMIT, PAGED, Prepared
from .storage.steps import Program

ATTEMPTS = 8
LEAST_BYTES = 512
# No row is shorter in JSON than this, so more of them than fit by it are never read.
ROW_BYTES = 4


def share(reply_bytes: int | None, commands: int) -> int | None:
    """The bytes that each command of a batch may answer."""
    return None if reply_bytes is None else max(LEAST_BYTES, reply_bytes // commands)


def execute_bounded(prepared: Prepared, parameters: Mapping[str, Any], setting: Setting) -> Program[Answer]:
    """Run a prepared command; what it reads keeps within `setting.limits.reply_bytes`.

    Writes are run as they are: what they did can't be taken back because it is long to tell.  Raises what
    executing raises, and KIP_4002 for an answer that is too large and can't be cut.
    """
    most = setting.limits.reply_bytes
    if most is None or setting.dry_run or isinstance(prepared.statement, ast.WRITES):
        return (yield from execute(prepared, parameters, setting))
    if isinstance(prepared.statement, PAGED):
        return (yield from _in_pages(prepared, prepared.statement, parameters, setting, most))
    answer = yield from execute(prepared, parameters, setting)
    if (size := reply_size(answer)) > most:
        raise _too_large(size, most)
    return answer


def reply_size(answer: Answer) -> int:
    """The bytes of an answer as compact JSON."""
    text = json.dumps(answer.to_dict(), ensure_ascii=False, separators=(",", ":"))
    return len(text.encode("utf-8", "surrogatepass"))


def _in_pages(
    prepared: Prepared,
    statement: ast.Find | ast.DescribeTypes | ast.Export,
    parameters: Mapping[str, Any],
    setting: Setting,
    most: int,
) -> Program[Answer]:
    prepared.check_parameters(parameters)
    asked = limit_value(statement.limit, parameters, prepared.text)
    limit = min(asked or most, max(1, most // ROW_BYTES), setting.limits.rows)
    for _ in range(ATTEMPTS):
        answer = yield from execute(prepared.paged, {**parameters, PAGE_LIMIT: limit}, setting)
        size = reply_size(answer)
        if size <= most:
            return answer
        rows = _rows(statement, answer.result)
        if rows <= 1:
            break
        limit = max(1, min(rows - 1, rows * most * 9 // (size * 10)))
    raise _too_large(size, most)


def _rows(statement: ast.Find | ast.DescribeTypes | ast.Export, result: Any) -> int:
    """How many rows an answer has; 1 for one that has none to cut at."""
    if isinstance(statement, ast.Export):
        return int(result["concepts"] + result["propositions"])
    if isinstance(statement, ast.Find) and len(statement.expressions) > 1:
        result = result[0]
    return len(result) if isinstance(result, list) else 1


def _too_large(size: int, most: int) -> KipError:
    return KipError(
        "KIP_4002",
        f"The answer takes {size} bytes, and at most {most} can be sent back.",
        hint="Ask for less: a small LIMIT, or single fields (?x.name) instead of whole elements.",
    )
