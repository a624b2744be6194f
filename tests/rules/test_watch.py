from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest
from tests.rules.conftest import Player, Players, creation

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1 import match_pb2
from sagahall.chassis.refusals import refusal_of


async def until_caught_up(watch: Any) -> list[match_pb2.WatchMatchResponse]:
    messages = []
    async for message in watch:
        messages.append(message)
        if message.HasField("caught_up"):
            return messages
    raise AssertionError("the stream ended before it caught up")


async def next_update(watch: Any) -> match_pb2.Frame:
    async for message in watch:
        if message.HasField("update"):
            frame: match_pb2.Frame = message.update
            return frame
    raise AssertionError("the stream ended")


async def play_to_the_end(players: dict[int, Player], match: str) -> None:
    while seats := (await players[0].get(match)).to_act:
        await players[seats[0]].play_first(match)


async def test_a_watch_begins_with_the_history_then_says_that_it_caught_up(player: Players, match: str) -> None:
    await player("ann").play_first(match)

    messages = await until_caught_up(player("bob").watch(match))

    assert [message.update.version for message in messages if message.HasField("update")] == [1, 2]
    assert messages[-1].caught_up.match == await player("bob").get(match)


async def test_a_watch_goes_on_after_the_version_that_is_known(player: Players, match: str) -> None:
    await player("ann").play_first(match)

    messages = await until_caught_up(player("bob").watch(match, after_version=1))

    assert [message.update.version for message in messages if message.HasField("update")] == [2]


async def test_a_move_arrives_live_with_only_what_the_viewer_may_see(player: Players, match: str) -> None:
    watches = {name: player(name).watch(match, after_version=1, include_matches=True) for name in ("ann", "bob", "eve")}
    for watch in watches.values():
        await until_caught_up(watch)

    await player("ann").play_first(match)
    frames = {name: await next_update(watch) for name, watch in watches.items()}

    assert frames["ann"].HasField("move")
    assert frames["ann"].events[0].parley.sealed.HasField("card")
    for name in ("bob", "eve"):
        assert not frames[name].HasField("move")
        assert not frames[name].events[0].parley.sealed.HasField("card")
        assert frames[name].match_after == await player(name).get(match)


async def test_a_watch_ends_with_the_match(player: Players, match: str) -> None:
    watch = player("eve").watch(match)
    playing = asyncio.create_task(play_to_the_end({0: player("ann"), 1: player("bob")}, match))

    versions = [message.update.version async for message in watch if message.HasField("update")]
    await playing

    assert versions == list(range(1, len(versions) + 1))
    finished = await player("eve").get(match)
    assert (len(versions), finished.outcome.ending) == (finished.version, "last_round")


async def test_a_finished_match_can_be_watched_from_the_beginning(player: Players) -> None:
    ann = player("ann")
    match = (await ann.call("CreateMatch", creation(["ann"]))).match.match
    await play_to_the_end({0: ann}, match)

    watch = ann.watch(match)
    messages = await until_caught_up(watch)

    finished = messages[-1].caught_up.match
    assert finished.outcome.ending
    assert sum(message.HasField("update") for message in messages) == finished.version
    assert [message async for message in watch] == []


async def test_who_else_watches_is_told_as_a_whole(player: Players, match: str) -> None:
    ann = player("ann").watch(match)
    await until_caught_up(ann)
    bob = player("bob").watch(match)
    await until_caught_up(bob)

    seen: list[list[int]] = []
    async for message in ann:
        if message.HasField("presence"):
            seen.append(list(message.presence.seats))
        if seen and seen[-1] == [0, 1]:
            bob.cancel()
        if len(seen) > 1 and seen[-1] == [0]:
            break

    assert seen[-2:] == [[0, 1], [0]]


async def test_a_watch_from_a_version_that_is_not_there_yet_is_refused(player: Players, match: str) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await until_caught_up(player("ann").watch(match, after_version=7))

    refusal = refusal_of(caught.value)
    assert refusal is not None
    assert (refusal.reason, refusal.version) == (Reason.REASON_VERSION_AHEAD, 1)
