"""Whoever asks about a match cannot tell whether it has retired."""

from __future__ import annotations

from collections.abc import Callable

from redis.asyncio import Redis
from tests.projection.archiving import append
from tests.projection.playing import match_named
from tests.projection.playing import play as recorded
from tests.projection.serving import client_of
from tests.retirement.hall import (
    STAY,
    Answers,
    ask,
    has_retired,
    play,
    projection_at,
    projection_requests,
    rules_at,
    rules_requests,
)

from sagahall.api.match.v1 import match_pb2
from sagahall.chassis.settings import Settings
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog

MOST_BYTES = 300


async def test_every_call_is_answered_as_before_to_the_byte(
    hall_settings: Settings, token: Callable[[str], str], redis: Redis, keys: Keys
) -> None:
    """By a service that knew the match before, and by one that never saw it."""
    async with rules_at(hall_settings, token) as player:
        played = await play(player, "one")
        rules, projection = rules_requests(played), projection_requests(played)
        async with projection_at(hall_settings, token, STAY) as reader:
            before, read_before = await ask(player, rules), await ask(reader, projection)
        async with projection_at(hall_settings, token) as reader:
            await has_retired(redis, keys, played.match)
            assert await ask(player, rules) == before
            assert await ask(reader, projection) == read_before
            async with rules_at(hall_settings, token) as stranger:
                assert await ask(stranger, rules) == before
    _means_something(before)
    _means_something(read_before)


def _means_something(answers: Answers) -> None:
    assert all(answers.values())
    assert b"UNAVAILABLE" not in {answer[0] for answer in answers.values()}
    assert b"INTERNAL" not in {answer[0] for answer in answers.values()}


async def test_lists_are_the_same_when_they_are_made_anew_after_the_retirement(
    hall_settings: Settings, token: Callable[[str], str], redis: Redis, keys: Keys
) -> None:
    async with rules_at(hall_settings, token) as player:
        played = await play(player, "one")
    async with projection_at(hall_settings, token) as reader:
        await has_retired(redis, keys, played.match)
        before = await ask(reader, projection_requests(played))
        async with client_of(hall_settings, token) as operator:
            await operator.rebuild()
        assert await ask(reader, projection_requests(played)) == before


async def test_no_second_match_of_the_same_id_begins_and_other_matches_do(
    hall_settings: Settings, token: Callable[[str], str], redis: Redis, keys: Keys
) -> None:
    async with rules_at(hall_settings, token) as player, projection_at(hall_settings, token):
        played = await play(player, "one")
        await has_retired(redis, keys, played.match)
        again = (await player("ann").call("CreateMatch", played.created)).match
        assert (again.match, again.version, again.HasField("outcome")) == (played.match, played.version, True)
        assert (await player("ann").call("CreateMatch", _another(played.created))).match.version == 1


async def test_the_only_key_that_stays_of_a_match_is_small_and_empty(
    hall_settings: Settings, token: Callable[[str], str], redis: Redis, keys: Keys
) -> None:
    async with rules_at(hall_settings, token) as player, projection_at(hall_settings, token):
        played = await play(player, "one")
        going = (await player("ann").call("CreateMatch", _another(played.created))).match.match
        await has_retired(redis, keys, played.match)
    names = {key.decode() async for key in redis.scan_iter(f"{keys.prefix}:*", count=10_000)}
    streams = {keys.match(played.match), keys.match(going)}
    shared = {name for name in names - streams if name.endswith((":feed", ":deadlines"))}
    assert names == streams | shared
    assert [await redis.xlen(keys.match(one)) for one in (played.match, going)] == [0, 1]
    assert (await redis.memory_usage(keys.match(played.match), samples=0) or 0) in range(1, MOST_BYTES)
    for name in shared:
        if name.endswith(":deadlines"):
            assert played.match.encode() not in await redis.zrange(name, 0, -1)


def _another(created: match_pb2.CreateMatchRequest) -> match_pb2.CreateMatchRequest:
    other = match_pb2.CreateMatchRequest()
    other.CopyFrom(created)
    other.request_id = "another"
    return other


async def test_a_match_that_ended_less_than_a_day_ago_and_one_that_goes_on_stay_in_the_log(
    hall_settings: Settings, token: Callable[[str], str], redis: Redis, keys: Keys
) -> None:
    """A day is what an installation gets that sets nothing else."""
    day = Settings.model_fields["retire_seconds"].default
    assert day == STAY
    log = EventLog(redis, keys)
    async with rules_at(hall_settings, token) as player, projection_at(hall_settings, token, day) as reader:
        young = await play(player, "young")
        going = (await player("ann").call("CreateMatch", _another(young.created))).match.match
        await ask(reader, projection_requests(young))
        await append(log, recorded("old"))
        await has_retired(redis, keys, match_named("old"))
    assert [await log.head(match) for match in (young.match, going)] == [young.version, 1]
