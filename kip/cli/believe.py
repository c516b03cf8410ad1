"""`kip believe`: evidence for or against a claim."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from kip_grammar.errors import KipError

from . import options
from .connecting import Server, connected
from .exits import failures_told, in_json, print_json
from .inputs import check_file, read_text
from .show.beliefs import as_data, why_tree
from .show.console import console

NEAREST = 100
"""Beliefs whose claims are read, to say what the evidence cites."""

Claim = Annotated[
    str,
    typer.Argument(metavar="CLAIM", help="What is claimed, or the id of a KIP element.", show_default=False),
]
Source = Annotated[
    str | None, typer.Option(metavar="ID", help="What the evidence comes from.", show_default=False)
]
Tier = Annotated[
    str,
    typer.Option(
        help="How it was come by: model_assertion, executable, simulation, held_out_truth, real_measurement."
    ),
]
Against = Annotated[bool, typer.Option("--against", help="The evidence contradicts the claim.")]
Weight = Annotated[float, typer.Option(help="How much of it there is, from 0 up.")]
SourceText = Annotated[
    str | None,
    typer.Option(metavar="TEXT", help="Makes the source, which says this.", show_default=False),
]
EvidenceFile = Annotated[
    Path | None,
    typer.Option(
        "--evidence",
        metavar="FILE|-",
        callback=lambda file: None if file is None else check_file(file),
        help="The evidence as JSON, one piece or a list, instead of the options above.",
        show_default=False,
    ),
]


def believe(
    claim: Claim,
    source: Source = None,
    tier: Tier = "model_assertion",
    against: Against = False,
    weight: Weight = 1.0,
    source_text: SourceText = None,
    evidence_file: EvidenceFile = None,
    scope: options.Scope = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Take in evidence for or against a claim, and say how far it is believed now.

    kip believe 'Water boils at 100 °C' --source log-7 --tier real_measurement
    """
    evidence = None if evidence_file is None else _from_file(evidence_file, as_json)
    if evidence is not None and (source is not None or source_text is not None):
        raise typer.BadParameter("the file says what the sources are.", param_hint="--evidence")
    with connected(Server(uri, user, password), space, as_json) as client:
        if source_text is not None:
            source = client.beliefs.put_source(source, text=source_text, scope=scope)
        if evidence is None:
            direction = "-" if against else "+"
            evidence = {"source_id": source or "", "tier": tier, "direction": direction, "weight": weight}
        belief = client.beliefs.assimilate(claim, evidence, scope=scope)
        if in_json(as_json):
            print_json(as_data(belief))
        else:
            explained = client.beliefs.explain(belief.id, scope=scope, most=NEAREST)
            console().print(why_tree(explained, depth=1))


def _from_file(file: Path, as_json: bool) -> Any:
    text = read_text(file, as_json)
    with failures_told(as_json):
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise KipError(
                "KIP_2003", f"The evidence is no JSON: {error}.", hint="See kip believe -h."
            ) from error
