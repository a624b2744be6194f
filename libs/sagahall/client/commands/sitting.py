"""A person at a table: what happens is told, and what is typed is played."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import aclosing

from sagahall.api.match.v1 import match_pb2
from sagahall.client.client import Client
from sagahall.client.commands.legal import show_listing
from sagahall.client.commands.move import NUMBER, numbered, read_move
from sagahall.client.commands.showing import show_board, show_frame
from sagahall.client.errors import Refused
from sagahall.client.lines import Lines
from sagahall.client.output import say
from sagahall.client.playing import OVERTAKEN, seen_in
from sagahall.client.problems import Problem, explain
from sagahall.client.words import names_of

HELP = (
    "a number plays that move, JSON fills in a form; "
    "l lists the moves, b draws the board, ? tells this, q leaves the terminal"
)
NOTHING = "you have nothing to play now; the others are to move"

Messages = AsyncGenerator[match_pb2.WatchMatchResponse, None]


class Sitting:
    """One seat of one match, played at this terminal."""

    def __init__(self, client: Client, now: match_pb2.Match) -> None:
        self._client = client
        self._now = now
        self._names = names_of(now.players)
        self._listing: match_pb2.ListLegalMovesResponse | None = None
        """What the person was shown last and has not answered yet."""
        self._moved = 0
        """The version that the person's last move made."""

    async def play(self) -> match_pb2.Match:
        """Plays until the match is over or the person leaves, and returns it as it was seen last.

        A line that is typed counts at once. What comes through a pipe waits until there is something to choose.
        """
        say(f"{', '.join(self._names)} play {self._now.game} ({self._now.variant}), match {self._now.match}")
        await self._ask()
        watch = self._client.watch(
            self._now.match, seat=self._now.seat, after_version=self._now.version, include_matches=True
        )
        async with aclosing(watch) as messages:
            await self._until_left(messages, Lines())
        return self._now

    async def _until_left(self, messages: Messages, lines: Lines) -> None:
        news, line = asyncio.ensure_future(_next(messages)), asyncio.ensure_future(lines.next())
        try:
            while True:
                listens = sys.stdin.isatty() or self._listing is not None
                awaited: set[asyncio.Future[object]] = {news, line} if listens else {news}  # type: ignore[arg-type]
                await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
                if news.done():
                    if (message := news.result()) is None:
                        return
                    await self._tell(message)
                    news = asyncio.ensure_future(_next(messages))
                elif (typed := line.result()) is None or typed.strip() == "q":
                    return
                else:
                    await self._answer(typed.strip())
                    line = asyncio.ensure_future(lines.next())
        finally:
            news.cancel()
            line.cancel()
            await asyncio.wait([news, line])

    async def _tell(self, message: match_pb2.WatchMatchResponse) -> None:
        seen = seen_in(message)
        if message.HasField("update"):
            show_frame(message.update, self._names)
        if seen is None or seen.version <= self._now.version:
            return
        arose, self._now = seen.since != self._now.since or self._listing is None, seen
        # A view from before the own last move asks for nothing any more.
        if arose and seen.version >= self._moved:
            await self._ask()

    async def _ask(self) -> None:
        """Shows the board and what can be played, if it is the seat's turn."""
        self._listing = None
        if self._now.seat in self._now.to_act:
            self._draw()
            await self._list()
            say(HELP)

    def _draw(self) -> None:
        show_board(self._now, self._now.players[self._now.seat].player)

    async def _list(self) -> None:
        listing = await self._client.legal_moves(self._now.match, seat=self._now.seat)
        if listing.moves or listing.forms:
            show_listing(listing)
            self._listing = listing
        else:
            say(NOTHING)

    async def _answer(self, typed: str) -> None:
        match typed:
            case "":
                return
            case "l":
                await self._list()
            case "b":
                self._draw()
            case "?" | "h" | "help":
                say(HELP)
            case _:
                await self._move(typed)

    async def _move(self, typed: str) -> None:
        listing = self._listing
        if listing is None:
            say(f"{NOTHING}; l lists what can be played out of turn")
            return
        try:
            move = numbered(listing, int(typed)) if NUMBER.fullmatch(typed) else read_move(self._now.game, typed)
            made = await self._client.submit_move(
                self._now.match, move, expected_version=listing.version, seat=self._now.seat
            )
            self._moved, self._listing = made.version, None
        except Problem as problem:
            say(f"{problem}; {HELP}")
        except Refused as error:
            say(explain(error, self._now.match))
            if error.reason in OVERTAKEN:
                await self._list()


async def _next(messages: Messages) -> match_pb2.WatchMatchResponse | None:
    return await anext(messages, None)
