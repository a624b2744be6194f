"""``sagahall matches``"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from enum import Enum
from typing import Annotated

import typer

from sagahall.api.projection.v1 import projection_pb2
from sagahall.client.commands.options import Json, Player
from sagahall.client.identity import connect
from sagahall.client.output import emit, show
from sagahall.client.words import local_time, names_of


class Status(Enum):
    """Where a match stands."""

    RUNNING = "running"
    FINISHED = "finished"
    PARKED = "parked"


Of = Annotated[str, typer.Option("--player", metavar="NAME", help="Only matches of this player.")]
Game = Annotated[str, typer.Option("--game", metavar="GAME", help="Only matches of this game.")]
InStatus = Annotated[Status | None, typer.Option("--status", help="Only matches that stand so.")]
Limit = Annotated[int, typer.Option("--limit", min=1, max=500, help="How many matches to list.")]


async def matches(
    *,
    of: Of = "",
    game: Game = "",
    status: InStatus = None,
    limit: Limit = 20,
    player: Player = None,
    as_json: Json = False,
) -> None:
    """List matches, newest first."""
    wanted = projection_pb2.MatchStatus.Value(f"MATCH_STATUS_{status.name if status else 'UNSPECIFIED'}")
    async with connect(player) as client:
        listed = client.list_matches(player=of, game=game, status=wanted, page_size=limit)
        found = await _first(limit, listed)
    if as_json:
        for summary in found:
            emit(summary)
    else:
        show(("match", "game", "variant", "players", "version", "status", "changed"), map(_row, found))


async def _first(
    limit: int, listed: AsyncGenerator[projection_pb2.MatchSummary, None]
) -> list[projection_pb2.MatchSummary]:
    found = []
    async with aclosing(listed) as summaries:
        async for summary in summaries:
            found.append(summary)
            if len(found) == limit:
                break
    return found


def _row(summary: projection_pb2.MatchSummary) -> tuple[object, ...]:
    status = projection_pb2.MatchStatus.Name(summary.status).removeprefix("MATCH_STATUS_").lower()
    players = ", ".join(names_of(summary.players))
    changed = f"{local_time(summary.update_time):%Y-%m-%d %H:%M:%S}"
    return summary.match, summary.game, summary.variant, players, summary.version, status, changed
