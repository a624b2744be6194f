"""Who is let in, over real sockets."""

from __future__ import annotations

from collections.abc import Callable

from tests.chassis.matches import bearer, client, matches

from sagahall.api.match.v1.match_pb2 import GetMatchRequest, GetMatchResponse, Match
from sagahall.chassis.auth import caller
from sagahall.chassis.settings import Settings


async def whoami(request: GetMatchRequest) -> GetMatchResponse:
    return GetMatchResponse(match=Match(game=caller().player, variant=str(caller().is_service)))


async def test_a_player_is_known_by_the_name_in_the_token(settings: Settings, token: Callable[[str], str]) -> None:
    async with matches(settings, whoami) as service, client(service) as stub:
        response = await stub.GetMatch(GetMatchRequest(), metadata=bearer(token("nora")))
    assert response.match.game == "nora"
    assert response.match.variant == "False"
