"""``sagahall resign``"""

from __future__ import annotations

from sagahall.client.commands.options import Json, MatchId, Player, Seat
from sagahall.client.identity import connect
from sagahall.client.output import emit, say
from sagahall.client.words import event_words, names_of


async def resign(*, match: MatchId, seat: Seat = None, player: Player = None, as_json: Json = False) -> None:
    """Leave a match for good.

    The others go on without you, or it ends.
    """
    async with connect(player) as client:
        made = await client.resign(match, seat=seat)
        if as_json:
            emit(made)
            return
        names = names_of((await client.get_match(match, seat=seat)).players)
    say("\n".join(event_words(event, names) for event in made.frame.events))
    say(f"you have left {match}, which is at version {made.version} now")
