"""``sagahall play``"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from sagahall.api.match.v1 import match_pb2
from sagahall.client.addresses import Addresses, answers
from sagahall.client.bots import Table, play_with_bots
from sagahall.client.client import Client
from sagahall.client.commands.games import check_seats, choose_variant
from sagahall.client.commands.options import Json
from sagahall.client.identity import connect
from sagahall.client.output import emit, program, say, show
from sagahall.client.playing import seen_in
from sagahall.client.problems import Problem
from sagahall.client.progress import progress
from sagahall.client.words import STANDING_COLUMNS, names_of, standing_rows, standings_title

PATIENCE_SECONDS = 120.0
SPECTATOR = "spectator"


class Strategy(Enum):
    """How bots choose their moves."""

    ADVISE = "advise"
    RANDOM = "random"


Game = Annotated[str, typer.Option("--game", metavar="GAME", help="The game.")]
Variant = Annotated[str, typer.Option("--variant", metavar="VARIANT", help="Its variant; the game's first if empty.")]
Seats = Annotated[int, typer.Option("--seats", min=1, metavar="N", help="How many bots play.")]
How = Annotated[Strategy, typer.Option("--strategy", help="How they choose: as the game advises, or any listed move.")]


def play(
    *,
    game: Game = "elfenland",
    variant: Variant = "",
    seats: Seats = 2,
    strategy: How = Strategy.ADVISE,
    as_json: Json = False,
) -> None:
    """Let bots play one whole match, each a process of its own that uses the public API only.

    They play on the backend that runs; where nothing answers, on one that is started for them in a temporary folder,
    which is kept.
    """
    table = Table(game, variant, seats, strategy.value)
    with _backend(Addresses.from_environment().rules, quiet=as_json) as home:
        match = asyncio.run(_play(table, quiet=as_json))
        if not match.HasField("outcome"):
            raise Problem(f"match {match.match} was taken out of play at version {match.version}; the logs say why")
        if as_json:
            emit(match)
        else:
            _show(match, home)


def _show(match: match_pb2.Match, home: Path | None) -> None:
    title = standings_title(match.outcome, match.version)
    show(STANDING_COLUMNS, standing_rows(match.outcome, names_of(match.players)), title)
    me = program(home)
    if home is not None:
        say(f"its backend stops now; start it again with:  cd {home} && {me} up")
    say(f"replay it:  {me} replay {match.match} --views")


@contextmanager
def _backend(address: str, *, quiet: bool) -> Iterator[Path | None]:
    """The backend that answers at the address, else a temporary one, whose folder is yielded."""
    if answers(address):
        yield None
        return
    from sagahall.client.stack.temporary import temporary_backend  # noqa: PLC0415  # it needs more than this command

    if not quiet:
        say(f"nothing answers at {address}; starting a backend for this match")
    with temporary_backend() as home:
        yield home


async def _play(table: Table, *, quiet: bool) -> match_pb2.Match:
    async with connect(SPECTATOR, patience=PATIENCE_SECONDS) as client:
        check_seats(table.game, choose_variant(await client.list_games(), table.game, table.variant), table.seats)
        return await play_with_bots(table, lambda match: _follow(client, match, quiet=quiet))


async def _follow(client: Client, match: str, *, quiet: bool) -> match_pb2.Match:
    """Tells how the match goes, unless quiet, until it is over."""
    now = await client.get_match(match)
    with nullcontext(_say_nothing) if quiet else progress(now) as tell:
        async for message in client.watch(match, after_version=now.version, include_matches=True):
            now = seen_in(message) or now
            tell(now)
    return now


def _say_nothing(_now: match_pb2.Match) -> None:
    return
