"""Arguments and options that commands share."""

from __future__ import annotations

import shlex
from typing import Annotated

import typer

from sagahall.client.commands.completing import match_ids
from sagahall.client.output import note, program

HIGHEST_SEAT = 2**31 - 1
HIGHEST_VERSION = 2**63 - 1
"""What the fields of requests have room for."""

MatchId = Annotated[str, typer.Argument(metavar="MATCH", help="The match.", autocompletion=match_ids)]
Player = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="NAME",
        help="Who you are; else the token in SAGAHALL_TOKEN says so, else it is your login name.",
    ),
]
Seat = Annotated[
    int | None,
    typer.Option("--seat", min=0, max=HIGHEST_SEAT, metavar="N", help="Your seat, if you have several in the match."),
]
Json = Annotated[
    bool, typer.Option("--json", help="Print JSON, one object per line, as protobuf spells what the API says.")
]
Page = Annotated[str, typer.Option("--page", metavar="TOKEN", help="The next page, as the one before tells it.")]
Views = Annotated[bool, typer.Option("--views", help="Print the board after each change.")]


def pasted(*command: str, **options: str | int | None) -> str:
    """A line that people paste: the command and those of its options that are given."""
    given = [part for name, value in options.items() if value not in (None, "") for part in (f"--{name}", str(value))]
    return f"{program()} {shlex.join([*command, *given])}"


def tell_more(*command: str, **options: str | int | None) -> None:
    """Tells how to go on with the next page."""
    note(f"more:  {pasted(*command, **options)}")
