from __future__ import annotations

import grpc
from tests.rules.conftest import Player, Players, creation, new_id, submission

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1 import match_pb2


def resignation(match: str, *, seat: int | None = None, request_id: str = "") -> match_pb2.ResignRequest:
    return match_pb2.ResignRequest(match=match, seat=seat, request_id=request_id or new_id())


async def test_a_match_of_two_ends_when_one_resigns_and_the_result_says_how(player: Players, match: str) -> None:
    """B73: nobody is held hostage, and how it ended is recorded."""
    answer = await player("ann").call("Resign", resignation(match))
    finished = await player("bob").get(match)

    assert answer.frame.change == match_pb2.CHANGE_LEFT
    assert (answer.version, finished.version) == (2, 2)
    assert finished.outcome.ending == "all_left"
    assert [(standing.seat, standing.rank) for standing in finished.outcome.standings] == [(1, 1), (0, 2)]
    assert [(one.seat, one.reason) for one in finished.departures] == [(0, match_pb2.DEPARTURE_REASON_RESIGNED)]


async def test_a_match_of_three_goes_on_without_the_one_who_resigned(player: Players, matchmaker: Player) -> None:
    match = (await matchmaker.call("CreateMatch", creation(["ann", "bob", "cid"]))).match.match

    await player("bob").call("Resign", resignation(match))
    while (current := await player("ann").get(match)).to_act:
        assert 1 not in current.to_act
        await player(("ann", "bob", "cid")[current.to_act[0]]).play_first(match)

    assert current.outcome.ending == "last_round"
    assert current.outcome.standings[-1].seat == 1


async def test_the_same_resignation_is_carried_out_once(player: Players, matchmaker: Player) -> None:
    match = (await matchmaker.call("CreateMatch", creation(["ann", "bob", "cid"]))).match.match
    request = resignation(match)

    first, second = [await player("bob").call("Resign", request) for _ in range(2)]

    assert first == second
    assert (await player("ann").get(match)).version == 2


async def test_who_has_left_neither_moves_nor_leaves_again_but_may_look_on(player: Players, matchmaker: Player) -> None:
    match = (await matchmaker.call("CreateMatch", creation(["ann", "bob", "cid"]))).match.match
    move = (await player("bob").legal(match)).moves[0].move
    await player("bob").call("Resign", resignation(match))

    for method, request in [("SubmitMove", submission(match, move, 2)), ("Resign", resignation(match))]:
        code, refusal = await player("bob").refused(method, request)
        assert (code, refusal.rule) == (grpc.StatusCode.FAILED_PRECONDITION, "has-left")
    assert not (await player("bob").legal(match)).moves
    assert (await player("bob").get(match)).seat == 1


async def test_nobody_resigns_for_somebody_else(player: Players, match: str) -> None:
    for name, seat in (("eve", None), ("bob", 0)):
        code, refusal = await player(name).refused("Resign", resignation(match, seat=seat))
        assert (code, refusal.reason) == (grpc.StatusCode.PERMISSION_DENIED, Reason.REASON_NOT_YOUR_SEAT)


async def test_a_finished_match_cannot_be_left(player: Players, match: str) -> None:
    await player("ann").call("Resign", resignation(match))

    _, refusal = await player("bob").refused("Resign", resignation(match))

    assert refusal.reason == Reason.REASON_MATCH_OVER
