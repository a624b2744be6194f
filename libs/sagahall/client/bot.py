"""A bot that plays one match: ``python -m sagahall.client.bot --game elfenland --seats 2``.

It is a client like any other. Who it is says SAGAHALL_TOKEN, where the services are the SAGAHALL_*_ADDRESS. On stdout
it tells, as one JSON object per line, its match once it has one, and the outcome.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys

from sagahall.client.addresses import Addresses
from sagahall.client.client import Client
from sagahall.client.errors import ClientError
from sagahall.client.output import emit
from sagahall.client.playing import find_match, play_match
from sagahall.client.problems import explain
from sagahall.client.strategies import STRATEGIES

PATIENCE_SECONDS = 120.0
"""How long a service may be away before the bot gives up."""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m sagahall.client.bot", description="Plays one match.")
    parser.add_argument("--game", default="elfenland", help="the game to wait for")
    parser.add_argument("--variant", default="", help="its variant; the game's first if left out")
    parser.add_argument("--seats", type=int, help="with how many seats to play; any number if left out")
    parser.add_argument("--strategy", choices=STRATEGIES, default="advise", help="how to choose moves")
    parser.add_argument("--match", help="go on with this match instead of waiting for one")
    parser.add_argument("--seat", type=int, help="the seat in that match, for a player who has several")
    return parser.parse_args()


async def _play(arguments: argparse.Namespace) -> None:
    token = os.environ["SAGAHALL_TOKEN"]
    async with Client(Addresses.from_environment(), token, patience=PATIENCE_SECONDS) as client:
        match, seat = arguments.match, arguments.seat
        if match is None:
            seat_counts = [arguments.seats] if arguments.seats else []
            ticket = await find_match(client, arguments.game, variant=arguments.variant, seat_counts=seat_counts)
            match, seat = ticket.match, ticket.seat
        emit({"match": match, "seat": seat})
        emit((await play_match(client, match, STRATEGIES[arguments.strategy], seat=seat)).outcome)


async def _until_told_to_stop(arguments: argparse.Namespace) -> None:
    task = asyncio.ensure_future(_play(arguments))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    await task


def main() -> None:
    """Plays, and exits with 0 when the match is over. What went wrong is a line on stderr, and exit code 1."""
    arguments = _arguments()
    if "SAGAHALL_TOKEN" not in os.environ:
        sys.exit("SAGAHALL_TOKEN must be set")
    try:
        asyncio.run(_until_told_to_stop(arguments))
    except ClientError as error:
        sys.exit(explain(error))
    except asyncio.CancelledError:
        sys.exit("stopped before the match was over")


if __name__ == "__main__":
    main()
