"""A watcher that has stopped reading costs little, harms nobody, is cut off in the end, and can go on where it was."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterable
from typing import Any

import grpc
import pytest
from tests.chassis.matches import refusal
from tests.connections.conftest import SMALL_WINDOW, At
from tests.connections.hubs import CAPACITY
from tests.eventlog.waiting import until
from tests.projection.archiving import append
from tests.projection.playing import play
from tests.rules.conftest import Player
from tests.rules.test_watch import next_update, until_caught_up

import sagahall.rules.__main__ as rules_main
from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1 import match_pb2
from sagahall.chassis import gate
from sagahall.chassis.server import serving
from sagahall.chassis.settings import Settings
from sagahall.eventlog.hub import Hub
from sagahall.eventlog.log import EventLog
from sagahall.match.frames import frame_message

TABLE = ("ann", "bob", "cem", "dan")
STEPS = play("long", TABLE, "elfenroads")[:300]
MATCH = STEPS[0].match.match
BEGUN = 50
"""How many versions there are when the watchers begin."""


@pytest.fixture
async def address(hubs: list[Hub], rules_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """Where a service answers that gives up a watcher after two seconds."""
    monkeypatch.setattr(gate, "LONGEST_WRITE_SECONDS", 2.0)
    async with serving("rules", rules_main.API, rules_main.start, rules_settings) as service:
        yield f"127.0.0.1:{service.port}"


@pytest.fixture
async def ann(at: At, address: str) -> AsyncIterator[Player]:
    """The player who will stop reading."""
    async with at("ann", address, *SMALL_WINDOW) as ann:
        yield ann


@pytest.fixture
async def bob(at: At, address: str) -> AsyncIterator[Player]:
    async with at("bob", address) as bob:
        yield bob


def updates(messages: Iterable[match_pb2.WatchMatchResponse]) -> list[match_pb2.Frame]:
    return [message.update for message in messages if message.HasField("update")]


async def read(watch: Any, frames: list[match_pb2.Frame]) -> None:
    """Adds what a watch tells until it ends."""
    async for message in watch:
        frames += updates([message])


async def test_a_watcher_that_stops_reading_is_cut_off_and_the_others_notice_nothing(
    hubs: list[Hub], log: EventLog, ann: Player, bob: Player
) -> None:
    """B59: what the service holds for it is bounded, and free again once it is cut off."""
    await append(log, STEPS[:BEGUN])
    stuck, other = (player.watch(MATCH, include_matches=True) for player in (ann, bob))
    seen, followed = updates(await until_caught_up(stuck)), updates(await until_caught_up(other))
    (subscriptions,) = map(list, hubs[0]._watchers.values())
    assert len(subscriptions) == 2

    held = 0
    for step in STEPS[BEGUN:]:
        await append(log, [step])
        await bob.get(MATCH)
        followed.append(await next_update(other))
        held = max(held, *(len(one._queue) for one in subscriptions))
    assert held == CAPACITY
    assert followed == [frame_message(step, 1, with_match=True) for step in STEPS]

    await until(lambda: hubs[0].watchers == 1)
    code, refused = await refusal(read(stuck, seen))
    assert (code, refused.reason) == (grpc.StatusCode.UNAVAILABLE, Reason.REASON_UNAVAILABLE)
    assert refused.detail == "the stream was not read for 2 s; resume after the last message"
    assert len(seen) < len(STEPS)

    seen += updates(await until_caught_up(ann.watch(MATCH, seen[-1].version, include_matches=True)))
    assert seen == [frame_message(step, 0, with_match=True) for step in STEPS]


async def test_a_watcher_that_is_cut_off_is_present_no_more_and_may_vanish_without_a_word(
    hubs: list[Hub], log: EventLog, ann: Player, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    """B51, B59: others are told that it is gone, and its end is no error for operators."""
    await append(log, STEPS)
    other = bob.watch(MATCH, len(STEPS))
    stuck = ann.watch(MATCH, include_matches=True)
    seats = (list(message.presence.seats) async for message in other if message.HasField("presence"))
    while await anext(seats) != [0, 1]:
        pass
    while await anext(seats) != [1]:
        pass
    assert hubs[0].watchers == 1
    stuck.cancel()
    await bob.get(MATCH)
    assert [line for line in caplog.records if line.levelno >= logging.ERROR] == []
