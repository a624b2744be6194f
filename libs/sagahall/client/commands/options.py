"""Arguments and options that commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from sagahall.client.commands.completing import match_ids

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
    int | None, typer.Option("--seat", min=0, metavar="N", help="Your seat, if you have several in the match.")
]
Json = Annotated[
    bool, typer.Option("--json", help="Print JSON, one object per line, as protobuf spells what the API says.")
]
Views = Annotated[bool, typer.Option("--views", help="Print the board after each change.")]
