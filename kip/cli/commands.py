"""`kip`: the command line, put together."""

from __future__ import annotations

import logging
from typing import Annotated

import typer

import kip

from . import brain, db, space
from .beliefs import beliefs
from .believe import believe
from .capsules import import_files
from .demo import demo
from .doctor import doctor
from .explain import explain
from .export import export
from .mcp import mcp
from .query import query
from .recall import recall
from .reembed import reembed
from .remember import remember
from .retract import retract
from .run import run
from .serve import serve
from .shell import shell
from .why import why

app = typer.Typer(
    help="A memory that AI agents can query, question and take back: KIP in, Neo4j underneath.",
    epilog="Exit codes: 0 done, 1 KIP error, 2 wrong usage, 3 no server.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command()(demo)
app.command()(query)
app.command()(run)
app.command()(shell)
app.command("import")(import_files)
app.command()(export)
app.command()(remember)
app.command()(recall)
app.command()(believe)
app.command()(retract)
app.command()(beliefs)
app.command()(why)
app.command()(explain)
app.command()(doctor)
app.command()(reembed)
app.command()(mcp)
app.command()(serve)
app.add_typer(brain.app, name="brain")
app.add_typer(space.app, name="space")
app.add_typer(db.app, name="db")


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"kip-engine {kip.__version__}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Say the version and exit.")
]


@app.callback()
def options(version: Version = False) -> None:
    """Options of `kip` itself."""
    # The driver logs what it retries; whoever is at a terminal is told by the error, if it comes to one.
    logging.getLogger("neo4j").addHandler(logging.NullHandler())
