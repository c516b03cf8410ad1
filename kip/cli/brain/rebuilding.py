"""`kip doctor --rebuild-brain`: the brain's state anew, from its log."""

from __future__ import annotations

import typer
from rich.text import Text

from ..connecting import Server, connected
from ..exits import KIP_ERROR, in_json, print_json
from ..show.console import console, on_one_line

TIMEOUT_SECONDS = 600.0


def rebuild_brain(server: Server, space: str, as_json: bool) -> None:
    """Fold the logs of all namespaces of a memory; exit with 1 if something had to be mended."""
    with connected(server, space, as_json, reads=True, timeout=TIMEOUT_SECONDS) as client:
        rebuilt = client.brain.rebuild()
    if in_json(as_json):
        print_json([each.to_dict() for each in rebuilt])
    else:
        for each in rebuilt:
            told = f"{each.rows:,} rows, {each.profiles:,} profiles, {each.entities:,} entity posteriors"
            console().print(_line(each.namespace, told, each.differences), soft_wrap=True)
        if not rebuilt:
            typer.echo("The brain was never used in this memory.")
    if any(each.differences for each in rebuilt):
        raise typer.Exit(KIP_ERROR)


def _line(namespace: str, told: str, differences: tuple[str, ...]) -> Text:
    head = Text.assemble((on_one_line(namespace), "bold"), f": {told}.  ")
    if not differences:
        return head.append("The state is what the log says.", "green")
    head.append("Mended:", "bold red")
    for sentence in differences:
        head.append(f"\n  {on_one_line(sentence)}", "yellow")
    return head
