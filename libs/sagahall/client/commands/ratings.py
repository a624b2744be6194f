"""``sagahall ratings``"""

from __future__ import annotations

from typing import Annotated

import typer

from sagahall.api.projection.v1 import projection_pb2
from sagahall.client.commands.completing import game_names
from sagahall.client.commands.options import Json, Page, Player, tell_more
from sagahall.client.identity import connect
from sagahall.client.output import emit, say, show

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game.", autocompletion=game_names)]
Of = Annotated[str, typer.Option("--player", metavar="NAME", help="Only the rating of this player.")]
Limit = Annotated[int, typer.Option("--limit", min=1, max=500, metavar="N", help="How many players to list at once.")]


async def ratings(
    *,
    game: Game,
    of: Of = "",
    limit: Limit = 20,
    page: Page = "",
    player: Player = None,
    as_json: Json = False,
) -> None:
    """List how good the players of a game are.

    Best first. Rated are matches with others.
    """
    async with connect(player) as client:
        found = await client.rating_page(game, player=of, page_size=limit, page_token=page)
    if as_json:
        for rating in found.ratings:
            emit(rating)
    elif found.ratings:
        show(("player", "rating", "matches"), map(_row, found.ratings))
    else:
        say("no such ratings; they come from matches with others, once those are over")
    if found.next_page_token:
        tell_more("ratings", game, player=of, limit=str(limit), page=found.next_page_token, **{"as": player})


def _row(rating: projection_pb2.Rating) -> tuple[object, ...]:
    return rating.player, f"{rating.rating}{' provisional' if rating.provisional else ''}", rating.matches
