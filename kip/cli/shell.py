"""`kip shell`: KIP, line by line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from kip_grammar.brackets import unclosed

from . import options
from .connecting import Server, connected
from .exits import USAGE
from .responses import tell_one
from .show.console import console, on_one_line

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

    from kip import Client

LEAVE = ("exit", "quit")
HELP = """\
Type a statement of KIP; it runs when its brackets are closed, or after an empty line.

  FIND(?x.name) WHERE { ?x {type: "Person"} } LIMIT 10     ask by pattern
  SEARCH CONCEPT "words" LIMIT 5                           ask by words
  DESCRIBE PRIMER                                          who and what the memory is about
  DESCRIBE CONCEPT TYPES, DESCRIBE PROPOSITION TYPES       what can be asked for
  UPSERT {…}, UPDATE …, MERGE …, DELETE …                  write
  EXPORT …                                                 show a part as a capsule

  help                                                     this
  exit, quit, Ctrl-D                                       leave; Ctrl-C drops what is being typed"""


def shell(
    readonly: options.Readonly = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Talk KIP; a command runs as soon as its brackets are closed."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        typer.echo("kip shell needs a terminal; `kip run -` runs what comes through a pipe.", err=True)
        raise typer.Exit(USAGE)
    with connected(Server(uri, user, password), space, reads=readonly) as client:
        console().print(greeting(client.space))
        converse(client, make_prompt(), readonly)


def greeting(space: str) -> Text:
    """What a conversation begins with."""
    return Text.assemble(
        "KIP in the space ", (on_one_line(space), "bold"), ". `help` says what to type; end with Ctrl-D."
    )


def make_prompt() -> PromptSession[str]:
    """A prompt with history, where Enter goes on to a new line while brackets are open."""
    from platformdirs import user_data_path
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import get_app
    from prompt_toolkit.filters import Condition
    from prompt_toolkit.history import FileHistory

    folder: Path = user_data_path("kip-engine", appauthor=False, ensure_exists=True)
    return PromptSession(
        "kip> ",
        history=FileHistory(str(folder / "shell-history")),
        multiline=Condition(lambda: goes_on(get_app().current_buffer.text)),
        prompt_continuation="...> ",
    )


def goes_on(text: str) -> bool:
    """Whether a command isn't complete yet: a bracket is open, or FIND still lacks its WHERE."""
    if text.endswith("\n") and not text.split("\n")[-2].strip():
        return False  # an empty line ends whatever there is
    if unclosed(text, len(text)):
        return True
    return text.lstrip().startswith("FIND") and "WHERE" not in text


def converse(client: Client, prompt: PromptSession[str], readonly: bool = False) -> None:
    """Read commands and run them until the user leaves."""
    while True:
        try:
            text = prompt.prompt().strip()
        except KeyboardInterrupt:
            continue  # Ctrl-C drops the command being typed
        except EOFError:
            return
        if text in LEAVE:
            return
        if text in ("help", "?"):
            console().print(Text(HELP))
        elif text:
            _run(client, text, readonly)


def _run(client: Client, text: str, readonly: bool) -> None:
    from kip_engine.requests import Command

    execute = client.execute_kip_readonly if readonly else client.execute_kip
    try:
        tell_one(Command(text, {}), execute({"command": text}))
    except KeyboardInterrupt:
        typer.echo("Interrupted.", err=True)
