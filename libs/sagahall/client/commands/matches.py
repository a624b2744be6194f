"""``sagahall matches``"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Annotated

import typer

from sagahall.api.projection.v1 import projection_pb2
from sagahall.client.commands.completing import game_names
from sagahall.client.commands.options import Json, Page, Player, tell_more
from sagahall.client.identity import connect
from sagahall.client.output import console, emit, say, show
from sagahall.client.words import local_time, names_of

WIDE = 100
"""From how many columns on a match has one line."""


class Status(Enum):
    """Where a match stands."""

    RUNNING = "running"
    FINISHED = "finished"
    PARKED = "parked"


Of = Annotated[str, typer.Option("--player", metavar="NAME", help="Only matches of this player.")]
Game = Annotated[
    str, typer.Option("--game", metavar="GAME", help="Only matches of this game.", autocompletion=game_names)
]
InStatus = Annotated[Status | None, typer.Option("--status", help="Only matches that stand so.")]
Limit = Annotated[int, typer.Option("--limit", min=1, max=500, metavar="N", help="How many matches to list at once.")]


async def matches(
    *,
    of: Of = "",
    game: Game = "",
    status: InStatus = None,
    limit: Limit = 20,
    page: Page = "",
    player: Player = None,
    as_json: Json = False,
) -> None:
    """List matches and how they came out.

    Newest first.
    """
    wanted = projection_pb2.MatchStatus.Value(f"MATCH_STATUS_{status.name if status else 'UNSPECIFIED'}")
    async with connect(player) as client:
        found = await client.match_page(player=of, game=game, status=wanted, page_size=limit, page_token=page)
    if as_json:
        for summary in found.matches:
            emit(summary)
    elif found.matches:
        _show(found.matches)
    else:
        say("no such matches; play one with `sagahall play`")
    if found.next_page_token:
        stands = status.value if status else ""
        filters = {"player": of, "game": game, "status": stands}
        tell_more("matches", **filters, limit=str(limit), page=found.next_page_token, **{"as": player})


def _show(summaries: Iterable[projection_pb2.MatchSummary]) -> None:
    if console.width >= WIDE:
        rows = map(_row, summaries)
        show(("match", "game", "variant", "players", "status", "changed"), rows)
    else:
        show(("match", "players", "status"), map(_stacked, summaries))


def _row(summary: projection_pb2.MatchSummary) -> tuple[str, ...]:
    status, changed = _state(summary)
    return summary.match, summary.game, summary.variant, ", ".join(_players(summary)), status, changed


def _stacked(summary: projection_pb2.MatchSummary) -> tuple[str, ...]:
    return (
        f"{summary.match}\n{summary.game}\n{summary.variant}",
        "\n".join(_players(summary)),
        "\n".join(_state(summary)),
    )


def _state(summary: projection_pb2.MatchSummary) -> tuple[str, str]:
    """How it stands, and since when."""
    status = projection_pb2.MatchStatus.Name(summary.status).removeprefix("MATCH_STATUS_").lower()
    return status, f"{local_time(summary.update_time):%Y-%m-%d %H:%M}"


def _players(summary: projection_pb2.MatchSummary) -> Sequence[str]:
    """Who plays; of a match that is over, the places and scores as well, best first."""
    names = names_of(summary.players)
    if not summary.HasField("outcome"):
        return names
    return [f"{one.rank}. {names[one.seat]} {one.score}" for one in summary.outcome.standings]
