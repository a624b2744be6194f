"""``sagahall play``"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from enum import Enum
from functools import partial
from typing import Annotated

import typer

from sagahall.api.match.v1 import match_pb2
from sagahall.client.addresses import Addresses, answers
from sagahall.client.bots import Table, play_with_bots, playing, returning_bots, waiting_bots
from sagahall.client.client import Client
from sagahall.client.commands.completing import game_names, match_ids
from sagahall.client.commands.games import check_seats, choose_variant
from sagahall.client.commands.options import Json, pasted
from sagahall.client.commands.sitting import Sitting
from sagahall.client.identity import connect
from sagahall.client.interrupts import on_interrupt
from sagahall.client.output import emit, program, say, show
from sagahall.client.playing import find_match, seen_in
from sagahall.client.problems import Problem
from sagahall.client.progress import progress
from sagahall.client.words import STANDING_COLUMNS, names_of, standing_rows, standings_title

Back = Callable[[match_pb2.Match], str]
"""What a person is told who comes away from a match."""

PATIENCE_SECONDS = 120.0
SPECTATOR = "spectator"


class Strategy(Enum):
    """How bots choose their moves."""

    ADVISE = "advise"
    RANDOM = "random"


Game = Annotated[str, typer.Option("--game", metavar="GAME", help="The game.", autocompletion=game_names)]
Variant = Annotated[str, typer.Option("--variant", metavar="VARIANT", help="Its variant; the game's first if empty.")]
Seats = Annotated[int, typer.Option("--seats", min=1, metavar="N", help="How many seats the table has.")]
How = Annotated[Strategy, typer.Option("--strategy", help="How bots choose: as the game advises, or any listed move.")]
Me = Annotated[str | None, typer.Option("--me", metavar="NAME", help="Play a seat yourself, under this name.")]
Code = Annotated[
    str, typer.Option("--code", metavar="CODE", help="Play with those who give the same code, not against bots.")
]
Resume = Annotated[
    str | None,
    typer.Option("--match", metavar="MATCH", help="Go on with a match that you have left.", autocompletion=match_ids),
]


def play(
    *,
    game: Game = "elfenland",
    variant: Variant = "",
    seats: Seats = 2,
    strategy: How = Strategy.ADVISE,
    me: Me = None,
    code: Code = "",
    match: Resume = None,
    as_json: Json = False,
) -> None:
    """Let bots play a match, or play against them or with your friends.

    Each bot is a process of its own that uses the public API only. They play on the backend that runs; where nothing
    answers, on one that is started for them and keeps what it has in .sagahall, as `sagahall up` does.
    """
    if me is None and match is not None:
        raise Problem("--match goes on with a match that you play: say who you are with --me NAME", exit_code=2)
    if me is None and code:
        raise Problem("--code is for a seat that you play: say who you are with --me NAME", exit_code=2)
    if me is not None and as_json:
        raise Problem("with --me you play at the terminal, which --json is not for", exit_code=2)
    table = Table(game, variant, seats, strategy.value)
    with _backend(Addresses.from_environment().rules, quiet=as_json) as own:
        back = partial(_way_back, me=me, own=own)
        if me is None:
            ended = asyncio.run(_play(table, back, quiet=as_json))
        else:
            ended = asyncio.run(_sit_down(table, me, code, match, back))
        if as_json and ended.HasField("outcome"):
            emit(ended)
        else:
            _explain_end(ended, back, parked=me is None)


def _explain_end(match: match_pb2.Match, back: Back, *, parked: bool) -> None:
    if match.HasField("outcome"):
        title = standings_title(match.outcome, match.version)
        show(STANDING_COLUMNS, standing_rows(match.outcome, names_of(match.players)), title)
    elif parked:
        raise Problem(f"match {match.match} was taken out of play at version {match.version}; the logs say why")
    say(back(match))


def _way_back(match: match_pb2.Match, *, me: str | None, own: bool) -> str:
    """How to see more of a match, or to go on with it."""
    lines = [f"its backend stops now; to see more of it, start it again:  {program()} up"] if own else []
    if match.HasField("outcome") or me is None:
        lines.append(f"replay it:  {program()} replay {match.match} --views")
    else:
        lines.append(f"go on with it:  {program()} play --me {me} --match {match.match}")
    return "\n".join(lines)


@contextmanager
def _backend(address: str, *, quiet: bool) -> Iterator[bool]:
    """The backend that answers at the address, else one of this command's own; says whether it is."""
    if answers(address):
        yield False
        return
    from sagahall.client.stack.own import own_or_awaited  # noqa: PLC0415  # it needs more than this command

    if not quiet:
        say(f"nothing answers at {address}; starting a backend for this match")
    with own_or_awaited(address) as own:
        yield own


async def _play(table: Table, back: Back, *, quiet: bool) -> match_pb2.Match:
    async with connect(SPECTATOR, patience=PATIENCE_SECONDS) as client:
        await _check(client, table)
        return await play_with_bots(table, lambda match: _follow(client, match, back, quiet=quiet))


async def _check(client: Client, table: Table) -> None:
    check_seats(table.game, choose_variant(await client.list_games(), table.game, table.variant), table.seats)


async def _sit_down(table: Table, me: str, code: str, match: str | None, back: Back) -> match_pb2.Match:
    """Lets a person play, and returns the match as they have seen it last."""
    async with connect(me, patience=PATIENCE_SECONDS) as client:
        now = await client.get_match(match) if match else None
        if now is None:
            await _check(client, table)
        elif not now.HasField("seat"):
            raise Problem(f"{me} plays no seat of match {now.match}; follow it with `{program()} watch {now.match}`")
        missing = 0 if code else table.seats - 1
        bots = returning_bots(now, table.strategy) if now else waiting_bots(table, missing)
        async with playing(bots):
            try:
                now = now or await _new_match(client, table, code)
                with on_interrupt(lambda: back(now)):
                    return await Sitting(client, now).play()
            finally:
                for bot in bots:
                    bot.leave()


async def _new_match(client: Client, table: Table, code: str) -> match_pb2.Match:
    if code:
        others = pasted("play", me="NAME", game=table.game, variant=table.variant, seats=table.seats, code=code)
        say(f"waiting for the others; each of them types:  {others}")
    ticket = await find_match(client, table.game, variant=table.variant, seat_counts=[table.seats], code=code)
    return await client.get_match(ticket.match)


async def _follow(client: Client, match: str, back: Back, *, quiet: bool) -> match_pb2.Match:
    """Tells how the match goes, unless quiet, until it is over."""
    now = await client.get_match(match)
    with on_interrupt(lambda: back(now)), nullcontext(_say_nothing) if quiet else progress(now) as tell:
        async for message in client.watch(match, after_version=now.version, include_matches=True):
            now = seen_in(message) or now
            tell(now)
    return now


def _say_nothing(_now: match_pb2.Match) -> None:
    return
