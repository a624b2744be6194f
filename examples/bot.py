"""A bot of your own, for every game: change `choose` and it plays your way.

    . .venv/bin/activate
    export SAGAHALL_TOKEN=$(sagahall token robin)
    python examples/bot.py elfenland 2

The first line is for the environment that `make up` has made; any other will do that has the package sagahall. The bot
waits for others who want to play the same game, so start another one under another name; then it plays one match to its
end.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import signal
import sys

from sagahall.api.match.v1.games_pb2 import Move
from sagahall.api.match.v1.match_pb2 import ListLegalMovesResponse, Match
from sagahall.client import Addresses, Client, ClientError, find_match, play_match

log = logging.getLogger("bot")


def choose(match: Match, listing: ListLegalMovesResponse) -> Move:
    """Any listed move. `match.view` is the table as you see it, a typed message of the game."""
    legal = random.choice(listing.moves)  # noqa: S311  # nobody's money is at stake
    log.info("version %d: %s", match.version, legal.label)
    return legal.move


async def main(token: str, game: str, seats: int) -> None:
    """Finds a match, plays it, and tells how it came out."""
    async with Client(Addresses.from_environment(), token) as client:
        log.info("waiting for others who play %s with %d seats", game, seats)
        ticket = await find_match(client, game, seat_counts=[seats])
        log.info("match %s, seat %d", ticket.match, ticket.seat)
        match = await play_match(client, ticket.match, choose, seat=ticket.seat)
    for standing in match.outcome.standings:
        log.info("%d. %s, score %d", standing.rank, match.players[standing.seat].player, standing.score)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        arguments = os.environ["SAGAHALL_TOKEN"], sys.argv[1], int(sys.argv[2])
    except (KeyError, IndexError, ValueError):
        sys.exit("usage: SAGAHALL_TOKEN=$(sagahall token NAME) python examples/bot.py GAME SEATS")
    try:
        asyncio.run(main(*arguments))
    except ClientError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:  # by then the ticket is taken back
        sys.exit("stopped")
