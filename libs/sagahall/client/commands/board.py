"""``sagahall board``"""

from __future__ import annotations

from contextlib import aclosing
from pathlib import Path
from typing import Annotated

import typer

from sagahall.api.match.v1 import match_pb2
from sagahall.client.boards import board_svg
from sagahall.client.client import Client
from sagahall.client.commands.options import Json, MatchId, Player, Seat
from sagahall.client.commands.showing import show_board
from sagahall.client.identity import connect
from sagahall.client.output import emit
from sagahall.client.problems import Problem

Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE.svg", help="Write a picture instead of text.")
]
Version = Annotated[
    int | None, typer.Option("--version", min=1, metavar="VERSION", help="As it stood then; else as it is now.")
]


async def board(
    *,
    match: MatchId,
    output: Output = None,
    version: Version = None,
    seat: Seat = None,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Draw the board as you may see it."""
    if output is not None and output.suffix != ".svg":
        raise Problem(f"a picture is SVG: write it to a file that ends in .svg, not to {output}", exit_code=2)
    async with connect(player) as client:
        seen = await client.get_match(match, seat=seat)
        if version is not None:
            if version > seen.version:
                raise Problem(f"match {match} is at version {seen.version}, not yet at {version}")
            seen = await match_at(client, match, version, seat)
    if output is not None:
        _write(output, board_svg(seen))
    elif as_json:
        emit(seen)
    else:
        show_board(seen, player)


async def match_at(client: Client, match: str, version: int, seat: int | None) -> match_pb2.Match:
    """The match as it stood at a version that it has reached."""
    frames = client.replay(
        match, seat=seat, from_version=version, to_version=version, include_matches=True, min_version=version
    )
    async with aclosing(frames):
        return (await anext(frames)).match_after


def _write(path: Path, picture: str) -> None:
    try:
        path.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise Problem(f"cannot write {path}: {error.strerror}", exit_code=2) from error
