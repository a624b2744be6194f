"""Who is let in, over real sockets."""

from __future__ import annotations

import hmac
import json
import time
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Callable

import grpc
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tests.chassis.matches import bearer, client, matches, refusal
from tests.conftest import SERVICE_KEY

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1.match_pb2 import (
    CaughtUp,
    GetMatchRequest,
    GetMatchResponse,
    Match,
    WatchMatchRequest,
    WatchMatchResponse,
)
from sagahall.api.match.v1.match_pb2_grpc import MatchServiceStub
from sagahall.chassis.auth import caller, connect
from sagahall.chassis.logging import traceparent
from sagahall.chassis.settings import Settings
from sagahall.chassis.tokens import LEEWAY_SECONDS, mint_player_token, mint_service_token

TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def me() -> Match:
    """The caller, in fields of a match that are as good as any."""
    return Match(match=caller().player, game=str(caller().is_service), variant=traceparent())


async def get_me(request: GetMatchRequest) -> GetMatchResponse:
    return GetMatchResponse(match=me())


async def watch_me(request: WatchMatchRequest) -> AsyncIterator[WatchMatchResponse]:
    yield WatchMatchResponse(caught_up=CaughtUp(match=me()))


async def test_a_player_is_who_the_token_names(settings: Settings, token: Callable[[str], str]) -> None:
    async with matches(settings, get_me, watch_me) as service, client(service) as stub:
        got = await stub.GetMatch(GetMatchRequest(), metadata=bearer(token("nora")))
        watched = [seen async for seen in stub.WatchMatch(WatchMatchRequest(), metadata=bearer(token("omar")))]
    assert got.match == Match(match="nora", game="False")
    assert [seen.caught_up.match.match for seen in watched] == ["omar"]


async def test_callers_on_one_connection_are_never_mixed_up(settings: Settings, token: Callable[[str], str]) -> None:
    """B82: identity comes from the credentials of each call alone."""
    players = ["nora", "omar"] * 100
    async with matches(settings, get_me) as service, client(service) as stub:
        calls = [stub.GetMatch(GetMatchRequest(), metadata=bearer(token(player))) for player in players]
        assert [(await call).match.match for call in calls] == players


async def test_a_service_calls_another_with_a_token_and_the_trace_of_the_call_it_works_on(
    settings: Settings, token: Callable[[str], str]
) -> None:
    async with matches(settings, get_me, watch_me) as rules:
        channel = connect(f"127.0.0.1:{rules.port}", "matchmaking", settings)

        async def forward(request: GetMatchRequest) -> GetMatchResponse:
            got = await MatchServiceStub(channel).GetMatch(request)
            async for seen in MatchServiceStub(channel).WatchMatch(WatchMatchRequest()):
                assert seen.caught_up.match == got.match
            return GetMatchResponse(match=got.match)

        async with matches(settings, forward) as service, client(service) as stub, channel:
            metadata = (*bearer(token("nora")), ("traceparent", TRACE))
            got = await stub.GetMatch(GetMatchRequest(), metadata=metadata)
    assert got.match == Match(match="matchmaking", game="True", variant=TRACE)


async def test_a_trace_that_is_none_is_dropped(settings: Settings, token: Callable[[str], str]) -> None:
    async with matches(settings, get_me) as service, client(service) as stub:
        metadata = (*bearer(token("nora")), ("traceparent", f"{TRACE} and more"))
        assert not (await stub.GetMatch(GetMatchRequest(), metadata=metadata)).match.variant


def claims(**changes: object) -> dict[str, object]:
    now = int(time.time())
    whole = {"sub": "nora", "iss": "sagahall", "aud": "sagahall", "iat": now, "exp": now + 60, **changes}
    return {name: value for name, value in whole.items() if value is not None}


def by_hand(header: dict[str, object], signature: Callable[[bytes], bytes], **changes: object) -> str:
    """A token that no library would make."""
    signed = b".".join(_encoded(json.dumps(part).encode()) for part in (header, claims(**changes)))
    return b".".join((signed, _encoded(signature(signed)))).decode()


def _encoded(part: bytes) -> bytes:
    return urlsafe_b64encode(part).rstrip(b"=")


def signed_with_the_public_key(settings: Settings, audience: str) -> str:
    """The attack that confuses algorithms: what everybody may know, used as the secret of HS256."""
    public = settings.player_public_key.read_bytes()
    return by_hand({"alg": "HS256"}, lambda signed: hmac.digest(public, signed, "sha256"), aud=audience)


Bad = Callable[[Ed25519PrivateKey, Settings], str]
BAD_TOKENS: dict[str, Bad] = {
    "expired": lambda key, _: jwt.encode(claims(exp=int(time.time()) - LEEWAY_SECONDS - 1), key, "EdDSA"),
    "of the future": lambda key, _: jwt.encode(claims(iat=int(time.time()) + LEEWAY_SECONDS + 60), key, "EdDSA"),
    "without an end": lambda key, _: jwt.encode(claims(exp=None), key, "EdDSA"),
    "without a name": lambda key, _: jwt.encode(claims(sub=None), key, "EdDSA"),
    "with a bad name": lambda key, _: jwt.encode(claims(sub="nora\n"), key, "EdDSA"),
    "for another audience": lambda key, _: jwt.encode(claims(aud="sagahall-service"), key, "EdDSA"),
    "by another issuer": lambda key, _: jwt.encode(claims(iss="elsewhere"), key, "EdDSA"),
    "forged with another key": lambda _, __: mint_player_token(Ed25519PrivateKey.generate(), "nora", 60),
    "changed after signing": lambda key, _: mint_player_token(key, "nora", 60)[:-6] + "AAAAAA",
    "unsigned": lambda _, __: by_hand({"alg": "none"}, lambda _: b""),
    "unsigned, though it says otherwise": lambda _, __: by_hand({"alg": "EdDSA"}, lambda _: b""),
    "with an algorithm that is none": lambda _, __: by_hand({"alg": ["EdDSA"]}, lambda _: b""),
    "with no algorithm": lambda _, __: by_hand({}, lambda _: b""),
    "signed with the public key": lambda _, settings: signed_with_the_public_key(settings, "sagahall"),
    "signed with the public key, for services": lambda _, settings: signed_with_the_public_key(
        settings, "sagahall-service"
    ),
    "of a player, with the services' key": lambda _, __: jwt.encode(claims(), SERVICE_KEY, "HS256"),
    "of a service, with another key": lambda _, __: mint_service_token("x" * 40, "rules", 60),
    "of a service, with a stronger hash": lambda _, __: jwt.encode(
        claims(aud="sagahall-service"), SERVICE_KEY * 2, "HS512"
    ),
    "not a token": lambda _, __: "nora",
}


@pytest.mark.parametrize("bad", BAD_TOKENS.values(), ids=BAD_TOKENS)
async def test_a_bad_token_is_refused(bad: Bad, settings: Settings, player_key: Ed25519PrivateKey) -> None:
    async with matches(settings, get_me, watch_me) as service, client(service) as stub:
        metadata = bearer(bad(player_key, settings))
        code, refused = await refusal(stub.GetMatch(GetMatchRequest(), metadata=metadata))
        stream_code, _ = await refusal(anext(aiter(stub.WatchMatch(WatchMatchRequest(), metadata=metadata))))
    assert code == stream_code == grpc.StatusCode.UNAUTHENTICATED
    assert refused.reason == Reason.REASON_UNAUTHENTICATED


@pytest.mark.parametrize("metadata", [(), (("authorization", "nora"),), (("authorization", "Basic bm9yYQ=="),)])
async def test_a_call_without_a_token_is_refused(metadata: tuple[tuple[str, str], ...], settings: Settings) -> None:
    async with matches(settings, get_me) as service, client(service) as stub:
        code, refused = await refusal(stub.GetMatch(GetMatchRequest(), metadata=metadata))
    assert code == grpc.StatusCode.UNAUTHENTICATED
    assert refused.detail == "the call carries no authorization: Bearer <token>"


async def test_a_call_with_two_tokens_is_refused(settings: Settings, token: Callable[[str], str]) -> None:
    """Nobody has to guess which of them counts."""
    async with matches(settings, get_me) as service, client(service) as stub:
        metadata = tuple(("authorization", f"Bearer {token(name)}") for name in ("nora", "olaf"))
        code, refused = await refusal(stub.GetMatch(GetMatchRequest(), metadata=metadata))
    assert code == grpc.StatusCode.UNAUTHENTICATED
    assert refused.detail == "the call carries more than one authorization"


async def test_a_remembered_token_is_refused_once_it_has_expired(
    settings: Settings, player_key: Ed25519PrivateKey
) -> None:
    async with matches(settings, get_me) as service, client(service) as stub:
        # Whole seconds: it is good for two or three, the start of the service not included.
        expires = int(time.time()) - LEEWAY_SECONDS + 3
        good_for_a_moment = bearer(jwt.encode(claims(exp=expires), player_key, "EdDSA"))
        answers = 0

        async def until_refused() -> None:
            nonlocal answers
            while await stub.GetMatch(GetMatchRequest(), metadata=good_for_a_moment):
                answers += 1

        code, refused = await refusal(until_refused())
    assert answers > 1
    assert code == grpc.StatusCode.UNAUTHENTICATED
    assert refused.detail == "the token has expired"
