"""Nothing is lost and nothing is said wrongly, whoever dies and whoever is away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from redis.asyncio import Redis
from tests.retirement.hall import answer, ask, has_retired, play, projection_at, rules_at, rules_requests
from tests.rules.conftest import Player, creation, new_id

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1 import match_pb2
from sagahall.chassis.settings import Settings
from sagahall.eventlog.keys import Keys, match_id


async def test_without_the_projection_service_only_matches_that_have_retired_are_unavailable(
    hall_settings: Settings, token: Callable[[str], str], redis: Redis, keys: Keys
) -> None:
    """A creation that would start such a match again is refused, too; what nobody ever created is not there."""
    async with rules_at(hall_settings, token) as player:
        played, going = await play(player, "one"), await begin(player("ann"))
        async with projection_at(hall_settings, token):
            await has_retired(redis, keys, played.match)
            before = await ask(player, rules_requests(played))
        answers = await ask(player, rules_requests(played))
        assert {answer[0] for answer in answers.values()} == {b"UNAVAILABLE"}

        unknown = match_pb2.GetMatchRequest(match=match_id("nobody", "nothing", 8))
        _, refusal = await player("ann").refused("GetMatch", unknown)
        assert refusal.reason == Reason.REASON_MATCH_NOT_FOUND
        assert (await player("ann").play_first(going, seat=0)).version == 2
        assert await begin(player("ann"))

        async with projection_at(hall_settings, token):
            await until_available(player("ann"), played.match)
            assert await ask(player, rules_requests(played)) == before


async def begin(player: Player) -> str:
    created: match_pb2.CreateMatchResponse = await player.call("CreateMatch", creation(["ann"] * 3, new_id()))
    return created.match.match


async def until_available(player: Player, match: str) -> None:
    """Returns once the rules service has found the projection service again."""
    request = match_pb2.GetMatchRequest(match=match, seat=0)
    async with asyncio.timeout(30):
        while (await answer(player, "GetMatch", request))[0] == b"UNAVAILABLE":
            await asyncio.sleep(0.02)
