from __future__ import annotations

import asyncio

import grpc
from tests.rules.conftest import Player, Players, creation, submission

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.elfenland.v1 import elfenland_pb2
from sagahall.api.match.v1 import games_pb2, match_pb2
from sagahall.api.parley.v1 import parley_pb2
from sagahall.chassis.refusals import refusal_of

PASS = games_pb2.Move(parley=parley_pb2.Move())
PASS.parley.__getattribute__("pass").SetInParent()


async def talking(player: Players, match: str) -> int:
    """Plays until the sealed cards are revealed: the version at which one seat alone has to act."""
    for name in ("ann", "bob"):
        await player(name).play_first(match)
    current = await player("ann").get(match)
    assert len(current.to_act) == 1
    return current.version


async def test_the_same_request_gives_the_same_answer_and_changes_nothing(player: Players, match: str) -> None:
    """B06: idempotency is keyed by match and request id, whatever version the caller expects."""
    ann = player("ann")
    move = (await ann.legal(match)).moves[0].move

    first = await ann.submit(match, move, 1, request_id="the-id")
    again = await ann.submit(match, move, 1, request_id="the-id")
    later = await ann.submit(match, move, 2, request_id="the-id")

    assert first == again == later
    assert (await ann.get(match)).version == first.version == 2


async def test_the_same_request_id_for_another_move_is_refused(player: Players, match: str) -> None:
    """B06: a reused id with another payload is an error, not a replay."""
    ann = player("ann")
    moves = (await ann.legal(match)).moves
    await ann.submit(match, moves[0].move, 1, request_id="the-id")

    code, refusal = await ann.refused("SubmitMove", submission(match, moves[1].move, 1, request_id="the-id"))

    assert (code, refusal.reason) == (grpc.StatusCode.ALREADY_EXISTS, Reason.REASON_REQUEST_ID_REUSED)
    assert (await ann.get(match)).version == 2


async def test_in_a_simultaneous_phase_both_are_accepted_in_either_order(player: Players, matchmaker: Player) -> None:
    """B01: others' sealed choices do not make a choice stale."""
    ann, bob = player("ann"), player("bob")
    for order in [(ann, bob), (bob, ann)]:
        match = (await matchmaker.call("CreateMatch", creation(["ann", "bob"]))).match.match
        for who in order:
            move = (await who.legal(match)).moves[0].move
            await who.submit(match, move, 1)
        assert (await ann.get(match)).version == 3


async def test_of_two_moves_for_one_choice_exactly_one_is_accepted(player: Players, match: str) -> None:
    """B01: the other is refused as stale, with the current version."""
    version = await talking(player, match)
    actor = player(("ann", "bob")[(await player("ann").get(match)).to_act[0]])
    moves = (await actor.legal(match)).moves

    async def attempt(index: int) -> int | grpc.aio.AioRpcError:
        try:
            return (await actor.submit(match, moves[index % len(moves)].move, version)).version
        except grpc.aio.AioRpcError as error:
            return error

    results = await asyncio.gather(*(attempt(index) for index in range(20)))

    accepted = [result for result in results if isinstance(result, int)]
    refused = [result for result in results if not isinstance(result, int)]
    assert accepted == [version + 1]
    for error in refused:
        refusal = refusal_of(error)
        assert refusal is not None
        assert (error.code(), refusal.reason) == (grpc.StatusCode.ABORTED, Reason.REASON_STALE_VERSION)
        assert refusal.version >= version + 1


async def test_a_finished_match_takes_no_moves(player: Players) -> None:
    ann = player("ann")
    match = (await ann.call("CreateMatch", creation(["ann"]))).match.match
    while (current := await ann.get(match)).to_act:
        last = (await ann.legal(match)).moves[0].move
        await ann.submit(match, last, current.version)

    code, refusal = await ann.refused("SubmitMove", submission(match, last, current.version))

    assert (code, refusal.reason) == (grpc.StatusCode.FAILED_PRECONDITION, Reason.REASON_MATCH_OVER)
    assert not (await ann.legal(match)).moves


async def test_a_move_of_another_game_is_malformed(player: Players, match: str) -> None:
    move = games_pb2.Move(elfenland=elfenland_pb2.Move(end_move=elfenland_pb2.EndMove()))

    code, refusal = await player("ann").refused("SubmitMove", submission(match, move, 1))

    assert (code, refusal.reason) == (grpc.StatusCode.INVALID_ARGUMENT, Reason.REASON_MALFORMED)
    assert [(one.field, one.detail) for one in refusal.fields] == [
        ("move", "this is a match of parley, not of elfenland")
    ]


async def test_everything_wrong_with_a_request_is_said_at_once(player: Players) -> None:
    request = match_pb2.SubmitMoveRequest(match="", seat=-1, request_id="", expected_version=-1)

    _, refusal = await player("ann").refused("SubmitMove", request)

    assert [violation.field for violation in refusal.fields] == ["match", "seat", "request_id", "expected_version"]
