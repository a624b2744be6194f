"""What a service says to one seat, searched for what only another may know."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.rules.conftest import Player, Players, creation, submission
from tests.rules.test_watch import until_caught_up

from sagahall.api.match.v1 import games_pb2, match_pb2
from sagahall.api.parley.v1 import parley_pb2
from sagahall.chassis.settings import Settings
from sagahall.eventlog.connect import connect
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.internal.log.v1.record_pb2 import Record

MARKER = "marker-7c1f0e"


@pytest.fixture
async def log(rules_settings: Settings) -> AsyncIterator[EventLog]:
    redis = await connect(rules_settings.redis_url)
    yield EventLog(redis, Keys(rules_settings.prefix))
    await redis.aclose()


async def everything_said_to(player: Player, match: str, seats: range) -> bytes:
    """All that a player can get out of the service about a match, refusals included."""
    said: list[Any] = [await player.get(match)]
    said += await until_caught_up(player.watch(match, include_matches=True))
    for seat in seats:
        move = games_pb2.Move(parley=parley_pb2.Move(withdraw=parley_pb2.Withdraw()))
        for method, request in [
            ("GetMatch", match_pb2.GetMatchRequest(match=match, seat=seat)),
            ("ListLegalMoves", match_pb2.ListLegalMovesRequest(match=match, seat=seat)),
            ("SubmitMove", submission(match, move, 1, seat=seat)),
        ]:
            try:
                said.append(await player.call(method, request))
            except Exception as error:
                said.append(str(error))
    return b"".join(one.encode() if isinstance(one, str) else one.SerializeToString() for one in said)


@pytest.fixture
async def whispered(player: Players, matchmaker: Player) -> str:
    """A match of three in which ann has whispered the marker to bob."""
    match: str = (await matchmaker.call("CreateMatch", creation(["ann", "bob", "cid"]))).match.match
    for name in ("ann", "bob", "cid"):
        await player(name).play_first(match)
    version = (await player("ann").get(match)).version
    offer = parley_pb2.Offer(to=1, coins=1, wish=parley_pb2.Wish(any_card=parley_pb2.AnyCard()), note=MARKER)
    await player("ann").submit(match, games_pb2.Move(parley=parley_pb2.Move(offer=offer)), version)
    return match


async def test_a_whisper_reaches_its_two_parties_and_nobody_else(
    player: Players, whispered: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """B11: a marker in a hidden item turns up in no reply, stream item, refusal or log line of anybody else."""
    for name in ("ann", "bob"):
        assert MARKER.encode() in await everything_said_to(player(name), whispered, range(0))
    for name in ("cid", "eve"):
        assert MARKER.encode() not in await everything_said_to(player(name), whispered, range(3))

    logged = capfd.readouterr()
    assert MARKER not in logged.out + logged.err


async def test_the_dice_secret_and_the_deal_stay_in_the_log_while_the_match_is_played(
    player: Players, whispered: str, log: EventLog
) -> None:
    """B12: set-up events are redacted as all others, and the secret of all draws never leaves the server."""
    record = Record.FromString((await log.read(whispered, count=1))[0].record)
    dealt = [event.parley.dealt for event in record.created.events if event.parley.WhichOneof("kind") == "dealt"]

    for seat, name in enumerate(["ann", "bob", "cid", "eve"]):
        assert record.created.dice_secret not in await everything_said_to(player(name), whispered, range(3))
        first = (await until_caught_up(player(name).watch(whispered)))[0:2]
        frame = next(message.update for message in first if message.HasField("update"))
        shown = [event.parley.dealt for event in frame.events if event.parley.WhichOneof("kind") == "dealt"]
        assert [bool(one.cards) for one in shown] == [one.seat == seat for one in dealt]
        assert [one.count for one in shown] == [len(one.cards) for one in dealt]
        buried = [event.parley.buried for event in frame.events if event.parley.WhichOneof("kind") == "buried"]
        assert not any(one.HasField("card") for one in buried)


async def test_others_learn_that_a_card_was_sealed_but_not_which(player: Players, whispered: str) -> None:
    """B13: a move's arguments are shown to the seat that made it; the others get its redacted events."""
    messages = await until_caught_up(player("bob").watch(whispered))
    frame = next(message.update for message in messages if message.update.version == 2)

    assert frame.seat == 0
    assert not frame.HasField("move")
    assert [event.parley.WhichOneof("kind") for event in frame.events] == ["sealed"]
    assert not frame.events[0].parley.sealed.HasField("card")
