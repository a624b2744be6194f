"""Whoever asks about a match cannot tell whether it has retired."""

from __future__ import annotations

from collections.abc import Callable

from redis.asyncio import Redis
from tests.projection.serving import client_of, projection_service
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
        other = match_pb2.CreateMatchRequest()
        other.CopyFrom(played.created)
        other.request_id = "two"
        assert (await player("ann").call("CreateMatch", other)).match.version == 1


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
    default = Settings.model_fields["retire_seconds"].default
    assert default == STAY
    async with rules_at(hall_settings, token) as player:
        young, going = await play(player, "young"), (await player("ann").call("CreateMatch", _another_one())).match
        async with projection_at(hall_settings, token, default) as reader:
            await ask(reader, projection_requests(young))
        async with projection_service(hall_settings, token):
            pass
        old = await play(player, "old")
        async with projection_at(hall_settings, token):
            await has_retired(redis, keys, old.match)
            await has_retired(redis, keys, young.match)
        assert await redis.xlen(keys.match(going.match)) == 1


def _another_one() -> match_pb2.CreateMatchRequest:
    return match_pb2.CreateMatchRequest(game="parley", request_id="going", players=["ann"] * 3)
