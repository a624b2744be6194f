"""GetReplay over real sockets."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
from tests.conftest import SERVICE_KEY
from tests.eventlog.server import Server
from tests.processes import free_port
from tests.projection.archiving import append
from tests.projection.playing import PARTITIONS, match_named, play, whisper
from tests.projection.serving import Client, Replay, client_of, projection_service, refusal

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1.match_pb2 import Frame
from sagahall.api.parley.v1 import parley_pb2
from sagahall.api.projection.v1.projection_pb2 import GetReplayRequest
from sagahall.chassis.server import serving
from sagahall.chassis.settings import Settings
from sagahall.chassis.tokens import mint_service_token
from sagahall.eventlog.connect import client
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.games.kernel import Seat
from sagahall.games.parley.moves import Offer
from sagahall.internal.log.v1.record_pb2 import Record
from sagahall.match.frames import frame_message
from sagahall.match.match import Step
from sagahall.projection.__main__ import API, start

TABLE = ("ann", "bob", "cem")


def whole(name: str, version: int, **fields: object) -> GetReplayRequest:
    """Asks for a match up to a version that it is known to have."""
    return GetReplayRequest(match=match_named(name), min_version=version, **fields)  # type: ignore[arg-type]


def live(steps: list[Step], viewer: Seat | None) -> list[Frame]:
    """What the viewer was shown while the match was played."""
    return [frame_message(step, viewer, with_match=True) for step in steps]


@pytest.mark.parametrize("game", ["parley", "elfenland"])
async def test_every_viewer_is_shown_again_what_was_shown_live_at_each_version(
    service: Client, log: EventLog, game: str
) -> None:
    """B21: frames and views, from each seat and from none."""
    steps = play("one", TABLE, game)
    await append(log, steps)

    for player, viewer in (("ann", 0), ("bob", 1), ("cem", 2), ("eve", None)):
        shown = await service.replay(player, whole("one", len(steps), include_matches=True))
        assert shown == live(steps, viewer)


async def test_a_running_match_is_replayed_as_far_as_it_has_come(service: Client, log: EventLog) -> None:
    """B21: between any two versions, also of a match that goes on."""
    steps = play("one", TABLE)
    for version, step in enumerate(steps, 1):
        await append(log, [step])
        shown = await service.replay("ann", whole("one", version, from_version=version - 1, include_matches=True))
        assert shown == live(steps[:version], 0)[max(version - 2, 0) :]


async def test_any_range_of_versions_can_be_asked_for(service: Client, log: EventLog) -> None:
    steps = play("one", TABLE)
    await append(log, steps)

    for first, last in ((0, 0), (1, 1), (3, 7), (5, 0), (0, 4), (7, 9999), (9999, 0)):
        shown = await service.replay("ann", whole("one", len(steps), from_version=first, to_version=last))
        wanted = range(max(first, 1), min(last or len(steps), len(steps)) + 1)
        assert [frame.version for frame in shown] == list(wanted)
        assert shown == [frame_message(steps[version - 1], 0) for version in wanted]


WHISPERED = "whispers-3"
"""The name of a match in which there are whispers."""


@pytest.mark.parametrize("missing", [0, 1])
async def test_what_one_seat_may_know_reaches_no_other_in_a_replay(
    service: Client, log: EventLog, missing: int
) -> None:
    """B11, B12, B13, B78: whispers, hands, sealed cards, the dice; of a finished match and of one that goes on."""
    steps = play(WHISPERED, TABLE)
    steps = steps[: len(steps) - missing]
    await append(log, steps)
    whispers = {(step.record.actor.seat, step.move.to) for step in steps if isinstance(step.move, Offer)}
    assert whispers

    for player, viewer in (("ann", 0), ("bob", 1), ("cem", 2), ("eve", None)):
        frames = await service.replay(player, whole(WHISPERED, len(steps), include_matches=True))
        said = b"".join(frame.SerializeToString() for frame in frames)
        for parties in whispers:
            assert (whisper(*parties).encode() in said) == (viewer in parties)
        assert (steps[0].match.dice_secret in said) == (not missing)
        for frame in frames:
            assert frame.HasField("move") == (frame.HasField("seat") and frame.seat == viewer)
            for event in frame.events:
                check_hidden(event.parley, viewer)


def check_hidden(event: parley_pb2.Event, viewer: Seat | None) -> None:
    match event.WhichOneof("kind"):
        case "buried":
            assert not event.buried.HasField("card")
        case "dealt":
            assert len(event.dealt.cards) == (event.dealt.count if event.dealt.seat == viewer else 0)
        case "sealed":
            assert event.sealed.HasField("card") == (event.sealed.seat == viewer)


async def test_a_match_is_replayed_after_redis_was_emptied(
    server: Server, settings: Settings, keys: Keys, token: Callable[[str], str]
) -> None:
    """The archive alone is enough."""
    steps = play("one", TABLE)
    settings = settings.model_copy(update={"redis_url": server.url, "partitions": PARTITIONS})
    async with projection_service(settings, token) as service, client(server.url) as redis:
        await append(EventLog(redis, keys), steps)
        before = await service.replay("ann", whole("one", len(steps), include_matches=True))
        await redis.flushall()
        assert await service.replay("ann", whole("one", len(steps), include_matches=True)) == before
        server.kill()
        assert await service.replay("ann", whole("one", len(steps), include_matches=True)) == before == live(steps, 0)


async def test_one_who_has_just_moved_can_wait_for_his_move(service: Client, log: EventLog) -> None:
    """B81: the version that the move made is in the replay, whether it is archived by then or not."""
    for step in play("one", TABLE):
        await append(log, [step])
        version = step.record.version
        (frame,) = await service.replay("ann", whole("one", version, from_version=version))
        assert frame == frame_message(step, 0)


async def test_a_wait_begins_before_the_match_is_archived_and_ends_with_the_move(
    service: Client, log: EventLog
) -> None:
    """B81: several who wait, for several versions."""
    steps = play("one", TABLE)
    await append(log, steps[:1])
    waiting = [asyncio.create_task(service.replay("ann", whole("one", version))) for version in (2, 5, 5, len(steps))]
    await append(log, steps[1:])

    for frames, version in zip(await asyncio.gather(*waiting), (2, 5, 5, len(steps)), strict=True):
        assert len(frames) >= version


async def test_a_wait_in_vain_ends_within_its_deadline_and_says_how_far_the_archive_is(
    service: Client, log: EventLog
) -> None:
    """B81: never an older answer, but a typed UNAVAILABLE."""
    await append(log, play("one", TABLE)[:3])
    await service.replay("ann", whole("one", 3))

    started = time.monotonic()
    refused = await refusal(service.replay("ann", whole("one", 4), seconds=2.0))

    assert 1.0 < time.monotonic() - started < 2.0
    assert (refused.reason, refused.version) == (Reason.REASON_UNAVAILABLE, 3)


async def test_a_match_that_does_not_exist_is_not_waited_for(service: Client) -> None:
    for match in (match_named("nobody plays this"), "p99-aaaaaaaaaaaaaaaa", "nonsense"):
        for min_version in (0, 5):
            started = time.monotonic()
            refused = await refusal(service.replay("ann", GetReplayRequest(match=match, min_version=min_version)))
            assert refused.reason == Reason.REASON_MATCH_NOT_FOUND
            assert time.monotonic() - started < 2


MALFORMED: list[tuple[dict[str, Any], list[str]]] = [
    ({"match": ""}, ["match"]),
    ({"match": "no/match"}, ["match"]),
    ({"from_version": -1}, ["from_version"]),
    ({"to_version": -(2**63)}, ["to_version"]),
    ({"min_version": -1}, ["min_version"]),
    ({"seat": -1}, ["seat"]),
    ({"from_version": 5, "to_version": 4}, ["to_version"]),
    ({"match": "", "seat": -3, "min_version": -1}, ["match", "seat", "min_version"]),
]


async def test_a_malformed_request_is_refused_with_the_paths_of_its_fields(service: Client) -> None:
    for fields, paths in MALFORMED:
        asked = GetReplayRequest(**({"match": match_named("one")} | fields))
        refused = await refusal(service.replay("ann", asked))
        assert refused.reason == Reason.REASON_MALFORMED
        assert [one.field for one in refused.fields] == paths


async def test_nobody_looks_from_a_seat_of_somebody_else(service: Client, log: EventLog) -> None:
    """The seat comes from the credentials; a service is a spectator even if it bears a player's name."""
    steps = play("one", ("ann", "bob", "ann"))
    await append(log, steps)
    version = len(steps)

    for player, seat in (("ann", 1), ("bob", 0), ("bob", 7), ("eve", 0)):
        refused = await refusal(service.replay(player, whole("one", version, seat=seat)))
        assert refused.reason == Reason.REASON_NOT_YOUR_SEAT
        refused = await refusal(service.replay(player, whole("one", version, seat=seat, from_version=version + 9)))
        assert refused.reason == Reason.REASON_NOT_YOUR_SEAT

    ambiguous = await refusal(service.replay("ann", whole("one", version)))
    assert (ambiguous.reason, ambiguous.fields[0].field) == (Reason.REASON_MALFORMED, "seat")
    assert await service.replay("ann", whole("one", version, seat=2, include_matches=True)) == live(steps, 2)

    as_service = Client(service.channel, lambda name: mint_service_token(SERVICE_KEY, name, 60))
    assert await as_service.replay("bob", whole("one", version, include_matches=True)) == live(steps, None)


async def test_a_record_that_the_rules_cannot_read_ends_the_replay_after_what_can_be_read(
    service: Client, log: EventLog
) -> None:
    """B35: everything before it is shown, and an operator is called; other matches are not touched."""
    steps = play("one", TABLE)
    await append(log, steps[:5])
    broken = Record.FromString(steps[5].stored)
    broken.moved.events[0].Clear()
    await log.append(match_named("one"), 6, broken.SerializeToString(deterministic=True), None)
    await append(log, play("two", TABLE))

    frames: list[Frame] = []

    async def read() -> None:
        async for answer in service.replaying("ann", whole("one", 6)):
            frames.append(answer.frame)  # noqa: PERF401  # what came before the error counts

    refused = await refusal(read())
    assert (refused.reason, refused.version) == (Reason.REASON_MATCH_PARKED, 5)
    assert frames == [frame_message(step, 0) for step in steps[:5]]
    assert await service.replay("ann", whole("two", 1))


async def test_replays_leave_the_service_free_for_others(service: Client, log: EventLog) -> None:
    """While many long replays are folded, other calls are answered."""
    steps = play("long", TABLE, "elfenland")
    await append(log, steps)
    await service.replay("ann", whole("long", len(steps)))
    replays = [
        asyncio.create_task(service.replay("ann", whole("long", 1, include_matches=True), seconds=60))
        for _ in range(20)
    ]

    answered = 0
    while not all(replay.done() for replay in replays):
        await service.health()
        answered += 1

    assert all(len(replay.result()) == len(steps) for replay in replays)
    assert answered > 10


async def test_a_reader_that_stops_reading_holds_nothing_up(service: Client, log: EventLog) -> None:
    """Frames are made as they are taken."""
    steps = play("long", TABLE, "elfenland")
    await append(log, steps)
    lazy = service.replaying("ann", whole("long", len(steps), include_matches=True))
    first = await anext(aiter(lazy))

    assert len(await service.replay("bob", whole("long", len(steps), include_matches=True))) == len(steps)

    assert [first, *[answer async for answer in lazy]][-1].frame == live(steps, 0)[-1]


async def test_a_stopping_service_ends_a_replay_with_unavailable(
    projection_settings: Settings, token: Callable[[str], str], log: EventLog
) -> None:
    """One that waits for a version, and one whose reader does not read."""
    steps = play("long", TABLE, "elfenland")
    await append(log, steps)
    settings = projection_settings.model_copy(update={"projection_port": free_port()})
    async with client_of(settings, token) as service:
        async with serving("projection", API, start, settings):
            await service.becomes("SERVING")
            waiting = service.replaying("ann", whole("long", len(steps) + 1), seconds=60)
            lazy = service.replaying("bob", whole("long", len(steps), include_matches=True), seconds=60)
            await anext(aiter(lazy))

        for call in (waiting, lazy):
            assert (await refusal(drained(call))).reason == Reason.REASON_UNAVAILABLE


async def drained(call: Replay) -> None:
    async for _ in call:
        pass
