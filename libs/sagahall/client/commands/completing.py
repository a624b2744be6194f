"""What the shell offers for an argument that has been begun: nothing where no backend answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from sagahall.api.projection.v1.projection_pb2 import MatchSummary
from sagahall.client.addresses import Addresses, answers
from sagahall.client.client import Client
from sagahall.client.errors import ClientError
from sagahall.client.identity import connect
from sagahall.client.problems import Problem
from sagahall.client.words import names_of

Found = TypeVar("Found")
MATCHES = 50
"""How many matches, the newest, are looked through."""


def match_ids(incomplete: str) -> list[tuple[str, str]]:
    """The ids of matches that begin so, and what the matches are."""
    found = _ask(Addresses.from_environment().projection, _matches)
    return [
        (one.match, f"{one.game}: {', '.join(names_of(one.players))}")
        for one in found
        if one.match.startswith(incomplete)
    ]


def game_names(incomplete: str) -> list[tuple[str, str]]:
    """The names of games that begin so, and their titles."""
    found = _ask(Addresses.from_environment().rules, Client.list_games)
    return [(game.name, game.title) for game in found if game.name.startswith(incomplete)]


def _ask(address: str, question: Callable[[Client], Awaitable[Sequence[Found]]]) -> Sequence[Found]:
    async def ask() -> Sequence[Found]:
        async with connect(None) as client:
            return await question(client)

    if answers(address):
        # Whoever has begun a line is not told in the middle of it what is wrong.
        with suppress(ClientError, Problem):
            return asyncio.run(ask())
    return ()


async def _matches(client: Client) -> Sequence[MatchSummary]:
    return (await client.match_page(page_size=MATCHES)).matches
