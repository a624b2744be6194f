"""Watching and playing through breaks: nothing is lost, nothing comes twice."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import aclosing

from tests.stack import SAGAHALL, Connect, environment

from sagahall.api.match.v1 import match_pb2
from sagahall.client import Client, play_match
from sagahall.client.stack.stack import Stack
from sagahall.client.strategies import at_random

ANN = "ann"


async def step(client: Client, match: str) -> match_pb2.Match:
    """Makes any move for whoever has to act, and returns the match before it."""
    seat = (await client.get_match(match, seat=0)).to_act[0]
    now = await client.get_match(match, seat=seat)
    listing = await client.legal_moves(match, seat=seat)
    await client.submit_move(match, at_random(now, listing), expected_version=listing.version, seat=seat)
    return now


async def test_a_watch_resumes_after_a_kill_with_every_version_once(stack: Stack, player: Connect) -> None:
    """B04: the connection breaks and the service restarts; the versions are contiguous and the last state is right."""
    async with player(ANN) as client, player("carol") as watcher:
        match = (await client.create_match("parley", [ANN] * 3)).match
        frames: list[match_pb2.Frame] = []
        begun = asyncio.Event()

        async def watch() -> None:
            async for message in watcher.watch(match, include_matches=True):
                if message.HasField("update"):
                    frames.append(message.update)
                    begun.set()

        watching = asyncio.ensure_future(watch())
        await begun.wait()
        await step(client, match)
        stack.kill("rules")
        await asyncio.to_thread(stack.restart, "rules")
        while (await client.get_match(match, seat=0)).to_act:
            await step(client, match)
        await watching
        spectator = await watcher.get_match(match)
    assert [frame.version for frame in frames] == list(range(1, spectator.version + 1))
    assert frames[-1].outcome == spectator.outcome
    assert frames[-1].match_after == spectator


async def test_the_watch_of_the_terminal_says_that_it_tries_again_and_resumes(stack: Stack, player: Connect) -> None:
    async with player(ANN) as client:
        match = (await client.create_match("parley", [ANN] * 2)).match
        watching = await asyncio.create_subprocess_exec(
            *[*SAGAHALL, "watch", match, "--as", "carol", "--json"],
            env={**os.environ, **environment(stack)},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        assert watching.stdout is not None
        assert watching.stderr is not None
        first = await watching.stdout.readline()
        stack.kill("rules")
        away = await watching.stderr.readline()
        await asyncio.to_thread(stack.restart, "rules")
        while (await client.get_match(match, seat=0)).to_act:
            await step(client, match)
        version = (await client.get_match(match, seat=0)).version
        told, said = await watching.communicate()
    messages = [json.loads(line) for line in (first + told).splitlines()]
    assert [int(one["update"]["version"]) for one in messages if "update" in one] == list(range(1, version + 1))
    assert (watching.returncode, away) == (0, b"the backend does not answer; trying again\n")
    assert said == b"the backend answers again\n"


async def test_an_outage_that_a_call_outlasts_is_told_once(stack: Stack, player: Connect) -> None:
    told: list[bool] = []
    again = asyncio.Event()

    def tell(away: bool) -> None:
        told.append(away)
        again.set()

    async with player(ANN, tell_outage=tell) as client:
        await client.list_games()
        stack.kill("rules")
        call = asyncio.ensure_future(client.list_games())
        await again.wait()
        await asyncio.to_thread(stack.restart, "rules")
        await call
        await client.list_games()
    assert told == [True, False]


async def test_whoever_stops_watching_is_no_longer_present(player: Connect) -> None:
    """B51: a watch that is left is closed at once, and others are told so."""
    async with player(ANN) as client, player("carol") as carol:
        match = (await client.create_match("parley", [ANN] * 2)).match
        async with aclosing(carol.watch(match)) as messages:
            seats = (list(message.presence.seats) async for message in messages if message.HasField("presence"))
            async with aclosing(client.watch(match, seat=1)) as own:
                await anext(own)
                while await anext(seats) != [1]:
                    pass
            while await anext(seats) != []:
                pass


async def test_several_seats_play_one_match_to_its_end(player: Connect) -> None:
    async with player(ANN) as client:
        match = (await client.create_match("parley", [ANN] * 3)).match
        ends = await asyncio.gather(*[play_match(client, match, at_random, seat=seat) for seat in range(3)])
        again = await play_match(client, match, at_random, seat=1)
    assert [end.seat for end in ends] == [0, 1, 2]
    assert {standing.seat for standing in ends[0].outcome.standings} == {0, 1, 2}
    assert again == ends[1]
