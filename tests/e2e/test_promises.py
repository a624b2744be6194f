"""What the README says that the author of a client may count on, called as any client would call it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from tests.stack import Connect, token

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1 import match_pb2, match_pb2_grpc
from sagahall.api.matchmaking.v1 import matchmaking_pb2, matchmaking_pb2_grpc
from sagahall.api.projection.v1 import projection_pb2, projection_pb2_grpc
from sagahall.chassis.refusals import STATUS, refusal_of
from sagahall.client import Client, new_request_id
from sagahall.client.stack.ports import SERVICES
from sagahall.client.stack.stack import Stack

ANN = "ann"
STUBS = {
    "rules": match_pb2_grpc.MatchServiceStub,
    "matchmaking": matchmaking_pb2_grpc.MatchmakingServiceStub,
    "projection": projection_pb2_grpc.ProjectionServiceStub,
}


@pytest.fixture
async def ann(player: Connect) -> AsyncIterator[Client]:
    async with player(ANN) as client:
        yield client


async def refused(stack: Stack, service: str, method: str, request: Any) -> grpc.aio.AioRpcError:
    """How a call of ann's ends that is refused; streams and single answers alike."""
    async with grpc.aio.insecure_channel(stack.parts[service].address) as channel:
        call = getattr(STUBS[service](channel), method)(
            request, metadata=(("authorization", f"Bearer {token(stack, ANN)}"),)
        )
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            _ = [answer async for answer in call] if hasattr(call, "__aiter__") else await call
    return caught.value


async def test_a_move_that_is_sent_again_gives_the_same_answer_and_nothing_happens_twice(ann: Client) -> None:
    match, request_id = await ann.create_match("parley", [ANN]), new_request_id()
    move = (await ann.legal_moves(match.match)).moves[0].move
    answers = [await ann.submit_move(match.match, move, expected_version=1, request_id=request_id) for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert (await ann.get_match(match.match)).version == 2


async def test_a_stale_choice_is_aborted_with_the_present_version(ann: Client, stack: Stack) -> None:
    match = (await ann.create_match("parley", [ANN])).match
    move = (await ann.legal_moves(match)).moves[0].move
    await ann.submit_move(match, move, expected_version=1)
    late = match_pb2.SubmitMoveRequest(match=match, request_id=new_request_id(), expected_version=1, move=move)
    error = await refused(stack, "rules", "SubmitMove", late)
    refusal = refusal_of(error)
    assert refusal is not None
    assert (error.code(), refusal.reason, refusal.version) == (
        grpc.StatusCode.ABORTED,
        Reason.REASON_STALE_VERSION,
        2,
    )


async def test_what_others_do_in_secret_makes_no_choice_stale(ann: Client) -> None:
    match = (await ann.create_match("parley", [ANN] * 3)).match
    moves = [(await ann.legal_moves(match, seat=seat)).moves[0].move for seat in range(3)]
    made = [await ann.submit_move(match, moves[seat], expected_version=1, seat=seat) for seat in range(3)]
    assert [one.version for one in made] == [2, 3, 4]


async def test_watches_and_replays_start_at_any_version(ann: Client) -> None:
    match = (await ann.create_match("parley", [ANN])).match
    while (listing := await ann.legal_moves(match)).moves:
        await ann.submit_move(match, listing.moves[0].move, expected_version=listing.version)
    last = listing.version
    for version in range(1, last + 1):
        watch = ann.watch(match, after_version=version - 1)
        watched = [message.update async for message in watch if message.HasField("update")]
        replayed = [frame async for frame in ann.replay(match, from_version=version, min_version=last)]
        assert watched == replayed
        assert [frame.version for frame in watched] == list(range(version, last + 1))


@pytest.mark.parametrize(
    ("service", "method", "message", "reason"),
    [
        ("rules", "GetMatch", match_pb2.GetMatchRequest(match="nowhere"), Reason.REASON_MATCH_NOT_FOUND),
        ("rules", "SubmitMove", match_pb2.SubmitMoveRequest(), Reason.REASON_MALFORMED),
        ("rules", "WatchMatch", match_pb2.WatchMatchRequest(match="nowhere"), Reason.REASON_MATCH_NOT_FOUND),
        ("matchmaking", "CreateTicket", matchmaking_pb2.CreateTicketRequest(), Reason.REASON_MALFORMED),
        ("matchmaking", "WatchTicket", matchmaking_pb2.WatchTicketRequest(ticket="x"), Reason.REASON_TICKET_NOT_FOUND),
        ("projection", "GetReplay", projection_pb2.GetReplayRequest(seat=-1), Reason.REASON_MALFORMED),
        ("projection", "ListMatches", projection_pb2.ListMatchesRequest(page_size=-1), Reason.REASON_MALFORMED),
    ],
)
async def test_every_refusal_says_why_in_its_details(
    stack: Stack, service: str, method: str, message: Any, reason: Reason.ValueType
) -> None:
    error = await refused(stack, service, method, message)
    refusal = refusal_of(error)
    assert refusal is not None
    assert (refusal.reason, error.code()) == (reason, STATUS[reason])
    assert bool(refusal.fields) == (reason == Reason.REASON_MALFORMED)


async def test_a_field_that_nobody_knows_is_refused_by_what_changes_something_and_ignored_by_what_reads(
    ann: Client, stack: Stack
) -> None:
    unknown = b"\xa2\x06\x01x"  # field 100
    match = (await ann.create_match("parley", [ANN])).match
    create = match_pb2.CreateMatchRequest.FromString(
        match_pb2.CreateMatchRequest(request_id=new_request_id(), game="parley", players=[ANN]).SerializeToString()
        + unknown
    )
    refusal = refusal_of(await refused(stack, "rules", "CreateMatch", create))
    assert refusal is not None
    assert refusal.reason == Reason.REASON_MALFORMED
    read = match_pb2.GetMatchRequest.FromString(match_pb2.GetMatchRequest(match=match).SerializeToString() + unknown)
    async with grpc.aio.insecure_channel(stack.parts["rules"].address) as channel:
        metadata = (("authorization", f"Bearer {token(stack, ANN)}"),)
        answer = await match_pb2_grpc.MatchServiceStub(channel).GetMatch(read, metadata=metadata)
    assert answer.match.match == match


def test_every_other_reason_than_unavailable_asks_for_something_else() -> None:
    again = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.RESOURCE_EXHAUSTED}
    assert {reason for reason, code in STATUS.items() if code in again} == {
        Reason.REASON_UNAVAILABLE,
        Reason.REASON_RESOURCE_EXHAUSTED,
    }
    assert grpc.StatusCode.INTERNAL not in STATUS.values()


@pytest.mark.parametrize("service", SERVICES)
async def test_the_services_tell_their_protos(stack: Stack, service: str) -> None:
    async with grpc.aio.insecure_channel(stack.parts[service].address) as channel:
        ask = reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo
        call = ask(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))
        (answer,) = [one async for one in call]
    named = [one.name for one in answer.list_services_response.service]
    assert any(name.startswith("sagahall.api.") for name in named)
