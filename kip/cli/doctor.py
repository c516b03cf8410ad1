"""`kip doctor`: is everything in its place?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from . import options
from .connecting import Server
from .exits import KIP_ERROR, failures_told, in_json, print_json
from .space import existing

if TYPE_CHECKING:
    from kip_engine.doctor import Finding

All = Annotated[bool, typer.Option("--all", help="Examine every memory of the database.")]


def doctor(
    every: All = False,
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Check the server and what must hold in the graph.

    Reads only, repairs nothing, and exits with 1 if something is broken.
    """
    server = Server(uri, user, password)
    _check_exists(server, None if every else space, as_json)
    from kip.client import examine

    with failures_told(as_json):
        findings = examine(None if every else space, uri, auth=server.auth)
    ok = all(finding.ok for finding in findings)
    if in_json(as_json):
        print_json({"ok": ok, "findings": [finding.to_dict() for finding in findings]})
    else:
        _tell(findings)
    if not ok:
        raise typer.Exit(KIP_ERROR)


def _check_exists(server: Server, space: str | None, as_json: bool) -> None:
    """Examining a memory must not be what makes it."""
    names = existing(server, as_json)
    if space is not None and space not in names:
        raise typer.BadParameter(
            f"there is no memory {space!r}; `kip space list` names them.", param_hint="--space"
        )


def _tell(findings: list[Finding]) -> None:
    console = Console()
    place: object = findings
    for finding in findings:
        if finding.space != place:
            place = finding.space
            console.print(Text("Database" if place is None else f"\nSpace {place}", "bold"))
        console.print(_line(finding), soft_wrap=True)
    broken = sum(not finding.ok for finding in findings)
    console.print()
    console.print(
        Text(f"{broken} of {len(findings)} checks found something.", "red") if broken else _sound(findings)
    )


def _sound(findings: list[Finding]) -> Text:
    return Text(f"All {len(findings)} checks passed.", "green")


def _line(finding: Finding) -> Text:
    if finding.ok:
        return Text.assemble(("  ✓ ", "green"), finding.says)
    more = ", …" if finding.count > len(finding.sample) else ""
    return Text.assemble(
        ("  ✗ ", "bold red"),
        (finding.says, "bold"),
        f"  Not so for {finding.count:,}: ",
        (", ".join(finding.sample) + more, "yellow"),
        (f"  [{finding.check}]", "dim"),
    )
