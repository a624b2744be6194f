from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import grpc
import pytest
from tests.rules.conftest import Player, Players, creation
from tests.rules.test_watch import next_update, until_caught_up

from sagahall.api.common.v1 import common_pb2
from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1 import match_pb2, match_pb2_grpc
from sagahall.chassis.refusals import refusal_of
from sagahall.chassis.server import serving
from sagahall.chassis.settings import Settings
from sagahall.eventlog.connect import client
from sagahall.eventlog.keys import Keys, match_id
from sagahall.eventlog.log import EventLog
from sagahall.games.registry import GAMES
from sagahall.match import change
from sagahall.match.change import Cause
from sagahall.match.clocks import Consequence, PerMove, TimeControl
from sagahall.match.match import Match, fold
from sagahall.rules.__main__ import API, start
from sagahall.rules.core import now

LIMIT = 1000
EARLY = (1000, 60, 30, 20, 10, 5, 3, 2, 1, 0, -1, -10)
"""By how many milliseconds the moves of a race come before the deadline."""
SECOND = common_pb2.TimeControl(per_move=common_pb2.PerMove(limit_ms=LIMIT))


def controlled(limit: int, consequence: common_pb2.Consequence.ValueType) -> common_pb2.TimeControl:
    return common_pb2.TimeControl(per_move=common_pb2.PerMove(limit_ms=limit), consequence=consequence)


class Ledger:
    """The log behind the service: matches can be put into it whose deadlines are anywhere, and read as they are."""

    def __init__(self, log: EventLog) -> None:
        self._log = log

    async def begin(self, name: str, due_in: int, players: tuple[str, ...] = ("ann", "bob")) -> str:
        """A match of parley whose seats have so many milliseconds left."""
        game, variant = GAMES["parley"], GAMES["parley"].variants[0]
        made = change.create(
            game,
            match=match_id("test", name, 64),
            variant=variant.name,
            options=variant.resolve({}),
            players=players,
            secret=bytes(32),
            cause=Cause(player="test", request_id=name, now=now() + due_in - LIMIT),
            time_control=TimeControl(PerMove(LIMIT), Consequence.LEAVE),
        )
        await self._log.append(made.record.match, 1, made.stored, made.match.deadlines[0][0])
        return made.record.match

    async def match(self, match: str) -> Match:
        found = fold(GAMES, [entry.record for entry in await self._log.read(match)])
        assert found is not None
        return found

    async def changes(self, match: str) -> list[str | None]:
        from sagahall.internal.log.v1.record_pb2 import Record  # noqa: PLC0415

        return [Record.FromString(entry.record).WhichOneof("change") for entry in await self._log.read(match)]


@pytest.fixture
async def ledger(rules_settings: Settings) -> AsyncIterator[Ledger]:
    async with client(rules_settings.redis_url) as redis:
        yield Ledger(EventLog(redis, Keys(rules_settings.prefix)))


async def test_a_view_shows_whose_deadline_falls_when_and_what_happens_then(matchmaker: Player) -> None:
    """B74: the deadline is absolute and remaining, and names seat and consequence."""
    created = await matchmaker.call("CreateMatch", creation(["ann", "bob"], time_control=SECOND))

    match = created.match
    assert match.time_control.per_move.limit_ms == LIMIT
    assert [deadline.seat for deadline in match.deadlines] == [0, 1]
    for deadline in match.deadlines:
        assert deadline.time.ToMilliseconds() == match.create_time.ToMilliseconds() + LIMIT
        assert 0 < deadline.remaining_ms <= LIMIT
        assert deadline.consequence == common_pb2.CONSEQUENCE_LEAVE


async def test_a_match_without_a_time_control_has_no_deadline(player: Players, match: str) -> None:
    assert not (await player("ann").get(match)).deadlines


async def test_a_seat_that_stays_silent_leaves_at_its_deadline_and_not_before(
    player: Players, matchmaker: Player
) -> None:
    """B73, B74: watchers are told; the timed-out change lies at or after the deadline that was shown."""
    created = (await matchmaker.call("CreateMatch", creation(["ann", "bob"], time_control=SECOND))).match
    await player("ann").play_first(created.match)
    watch = player("eve").watch(created.match, after_version=2)
    await until_caught_up(watch)

    frame = await next_update(watch)

    assert (frame.change, frame.seat) == (match_pb2.CHANGE_TIMED_OUT, 1)
    assert frame.time.ToMilliseconds() >= created.deadlines[1].time.ToMilliseconds()
    finished = await player("ann").get(created.match)
    assert [(one.seat, one.reason) for one in finished.departures] == [(1, match_pb2.DEPARTURE_REASON_TIMED_OUT)]
    assert finished.outcome.standings[0].seat == 0
    assert not finished.deadlines


async def test_a_seat_may_instead_have_its_default_move_made(player: Players, matchmaker: Player) -> None:
    control = controlled(LIMIT, common_pb2.CONSEQUENCE_DEFAULT_MOVE)
    match = (await matchmaker.call("CreateMatch", creation(["ann", "bob"], time_control=control))).match.match
    await player("ann").play_first(match)
    own, others = player("bob").watch(match, after_version=2), player("eve").watch(match, after_version=2)

    shown, redacted = await next_update(own), await next_update(others)

    assert (shown.change, shown.seat) == (match_pb2.CHANGE_TIMED_OUT, 1)
    assert shown.HasField("move")
    assert not redacted.HasField("move")
    assert not (await player("ann").get(match)).departures


async def test_a_deadline_that_fell_while_nothing_ran_is_carried_out_once_after_the_start(
    rules_settings: Settings, ledger: Ledger
) -> None:
    """B55: deadlines live in the log."""
    match = await ledger.begin("asleep", due_in=-500, players=("ann", "bob", "cid"))

    async with AsyncExitStack() as stack:
        for _ in range(2):
            await stack.enter_async_context(serving("rules", API, start, rules_settings))
        async with asyncio.timeout(10):
            while (await ledger.match(match)).outcome is None:
                await asyncio.sleep(0.05)

    assert await ledger.changes(match) == ["created", "timed_out", "timed_out"]


@pytest.fixture
async def two_replicas(rules_settings: Settings, token: Callable[[str], str]) -> AsyncIterator[list[Player]]:
    metadata = (("authorization", f"Bearer {token('ann')}"),)
    async with AsyncExitStack() as stack:
        players = []
        for _ in range(2):
            service = await stack.enter_async_context(serving("rules", API, start, rules_settings))
            channel = await stack.enter_async_context(grpc.aio.insecure_channel(f"127.0.0.1:{service.port}"))
            players.append(Player("ann", match_pb2_grpc.MatchServiceStub(channel), metadata))
        yield players


async def test_a_move_at_the_moment_of_the_deadline_wins_or_loses_as_a_whole(
    two_replicas: list[Player], ledger: Ledger
) -> None:
    """B54, B55: exactly one of move and time-out is in the log, and the player is told which."""

    async def duel(round_number: int) -> str:
        match = await ledger.begin(f"duel-{round_number}", due_in=2000, players=("ann",))
        replica = two_replicas[round_number % 2]
        listed = await replica.legal(match)
        due = (await ledger.match(match)).deadlines[0][0]
        early = EARLY[round_number % len(EARLY)]
        await asyncio.sleep(max(due - now() - early, 0) / 1000)
        try:
            await replica.submit(match, listed.moves[0].move, 1)
        except grpc.aio.AioRpcError as error:
            refusal = refusal_of(error)
            assert refusal is not None
            assert refusal.reason == Reason.REASON_MATCH_OVER
            expected = "timed_out"
        else:
            expected = "moved"
        assert (await ledger.changes(match))[1] == expected
        return expected

    results = await asyncio.gather(*(duel(number) for number in range(3 * len(EARLY))))

    assert set(results) == {"moved", "timed_out"}
