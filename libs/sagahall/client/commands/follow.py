"""``sagahall watch`` and ``sagahall replay``: a match change by change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from sagahall.api.match.v1 import match_pb2
from sagahall.client.commands.board import match_at
from sagahall.client.commands.options import HIGHEST_VERSION, Json, MatchId, Player, Seat, Views, pasted
from sagahall.client.commands.showing import show_board, show_frame
from sagahall.client.identity import connect
from sagahall.client.interrupts import on_interrupt
from sagahall.client.output import emit, say, show
from sagahall.client.problems import Problem
from sagahall.client.words import STANDING_COLUMNS, names_of, standing_rows, standings_title

PATIENCE_SECONDS = 120.0
"""How long a watch goes on trying while the service is away."""

After = Annotated[
    int, typer.Option("--after", min=0, max=HIGHEST_VERSION, metavar="VERSION", help="Begin after this version.")
]
From = Annotated[int, typer.Option("--from", min=1, max=HIGHEST_VERSION, metavar="VERSION", help="The first version.")]
To = Annotated[
    int, typer.Option("--to", min=0, max=HIGHEST_VERSION, metavar="VERSION", help="The last version; 0 for the newest.")
]


async def watch(
    *,
    match: MatchId,
    after: After = 0,
    views: Views = False,
    seat: Seat = None,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Follow a match live until it is over.

    What has been played already comes first.
    """
    async with connect(player) as client:
        names = names_of((await client.get_match(match, seat=seat)).players)
    last = after
    again = ["watch", match, *["--views"] * views, *["--json"] * as_json]
    async with connect(player, patience=PATIENCE_SECONDS) as client:
        with on_interrupt(lambda: f"follow it again:  {pasted(*again, after=last, seat=seat, **{'as': player})}"):
            async for message in client.watch(match, seat=seat, after_version=after, include_matches=views):
                last = message.update.version or last
                if as_json:
                    emit(message)
                elif message.HasField("update"):
                    _print(message.update, names, views, player)


async def replay(
    *,
    match: MatchId,
    first: From = 1,
    last: To = 0,
    views: Views = False,
    seat: Seat = None,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Show what has been played, as you may see it."""
    async with connect(player) as client:
        names = names_of((await match_at(client, match, 1, seat)).players)
        frames = client.replay(match, seat=seat, from_version=first, to_version=last, include_matches=views)
        shown = 0
        async for frame in frames:
            shown += 1
            if as_json:
                emit(frame)
            else:
                _print(frame, names, views, player)
    if not shown:
        raise Problem(f"match {match} has not reached version {first}")


def _print(frame: match_pb2.Frame, names: Sequence[str], views: bool, player: str | None) -> None:
    show_frame(frame, names)
    if views:
        say("")
        show_board(frame.match_after, player)
        say("")
    if frame.HasField("outcome"):
        show(STANDING_COLUMNS, standing_rows(frame.outcome, names), standings_title(frame.outcome, frame.version))
