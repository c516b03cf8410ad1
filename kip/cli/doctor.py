"""`kip doctor`: is everything in its place?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from . import options
from .brain.rebuilding import rebuild_brain
from .connecting import Server, existing, no_memory
from .exits import KIP_ERROR, failures_told, in_json, print_json
from .show.console import console, on_one_line
from .show.errors import show_error

if TYPE_CHECKING:
    from kip_engine.doctor import Finding

All = Annotated[bool, typer.Option("--all", help="Examine every memory of the database.")]
RebuildBrain = Annotated[
    bool,
    typer.Option(
        "--rebuild-brain",
        help="Fold the brain's log anew instead, and mend what is stored where it differs.",
    ),
]


def doctor(
    every: All = False,
    rebuild: RebuildBrain = False,
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Check the server and what must hold in the graph.

    Reads only, repairs nothing, and exits with 1 if something is broken.  Of a memory that doesn't exist yet
    only the server is checked.
    """
    server = Server(uri, user, password)
    if rebuild:
        rebuild_brain(server, space, as_json)
        return
    missing = not every and space not in existing(server, as_json)
    from kip.client import examine

    with failures_told(as_json):
        findings = examine(None if every else space, uri, auth=server.auth)
    if missing:  # examining a memory must not be what makes it
        findings = [finding for finding in findings if finding.space is None]
    # That `default` isn't there yet is nothing bad; any other name was meant to be there.
    error = no_memory(space).to_dict() if missing and space != options.DEFAULT_SPACE else None
    ok = error is None and all(finding.ok for finding in findings)
    if in_json(as_json):
        told = {"ok": ok, "findings": [finding.to_dict() for finding in findings]}
        print_json(told if error is None else {**told, "error": error})
    else:
        _tell(findings)
    if missing:
        _tell_missing(space, error)
    if not ok:
        raise typer.Exit(KIP_ERROR)


def _tell_missing(space: str, error: dict[str, Any] | None) -> None:
    if error is None:
        typer.echo(f"The memory {space!r} doesn't exist yet: its first use makes it.", err=True)
    else:
        show_error(error)


def _tell(findings: list[Finding]) -> None:
    out = console()
    place: object = findings
    for finding in findings:
        if finding.space != place:
            place = finding.space
            out.print(Text("Database" if place is None else f"\nSpace {on_one_line(str(place))}", "bold"))
        out.print(_line(finding), soft_wrap=True)
    broken = sum(not finding.ok for finding in findings)
    out.print()
    out.print(
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
        (", ".join(map(on_one_line, finding.sample)) + more, "yellow"),
        (f"  [{finding.check}]", "dim"),
    )
