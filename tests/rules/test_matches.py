from __future__ import annotations

import hashlib

import grpc
from tests.rules.conftest import Player, Players, creation

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1 import match_pb2


async def test_the_catalogue_lists_the_games_with_their_variants_and_options(player: Players) -> None:
    answer = await player("ann").call("ListGames", match_pb2.ListGamesRequest())

    assert [game.name for game in answer.games] == ["parley"]
    variant = answer.games[0].variants[0]
    assert (variant.min_seats, variant.max_seats) == (1, 4)
    assert all(option.summary and option.default_value.WhichOneof("value") for option in variant.options)


async def test_a_match_is_played_to_its_end_from_the_listings_alone(player: Players, match: str) -> None:
    seats = [player("ann"), player("bob")]

    while (current := await seats[0].get(match)).to_act:
        played = await seats[current.to_act[0]].play_first(match)
        assert played.version == current.version + 1

    assert current.outcome.ending == "last_round"
    assert sorted(standing.seat for standing in current.outcome.standings) == [0, 1]
    assert hashlib.sha256(current.dice_secret).digest() == current.dice_commitment


async def test_the_secret_of_the_dice_is_not_shown_while_the_match_is_played(player: Players, match: str) -> None:
    current = await player("ann").get(match)

    assert current.dice_commitment
    assert not current.dice_secret


async def test_a_seat_sees_its_own_hand_and_a_spectator_none(player: Players, match: str) -> None:
    ann, eve = await player("ann").get(match), await player("eve").get(match)

    assert ann.seat == 0
    assert not eve.HasField("seat")
    assert ann.view.parley.hand
    assert not eve.view.parley.hand


async def test_a_created_match_is_in_the_log_before_the_call_returns(player: Players, matchmaker: Player) -> None:
    """B58: there is no phase in which a match exists only in memory."""
    created = await matchmaker.call("CreateMatch", creation(["ann", "bob"]))

    assert (await player("ann").get(created.match.match)).version == 1


async def test_the_same_request_creates_the_match_once(matchmaker: Player) -> None:
    request = creation(["ann", "bob"])

    first, second = [await matchmaker.call("CreateMatch", request) for _ in range(2)]

    assert first == second


async def test_two_callers_may_use_the_same_request_id(player: Players) -> None:
    matches = [
        (await player(name).call("CreateMatch", creation([name], "the-id"))).match.match for name in ("ann", "bob")
    ]

    assert len(set(matches)) == 2


async def test_a_player_starts_a_match_only_in_which_he_takes_all_seats(player: Players) -> None:
    created = await player("ann").call("CreateMatch", creation(["ann", "ann"]))
    code, refusal = await player("ann").refused("CreateMatch", creation(["ann", "bob"]))

    assert created.match.seat == 0
    assert (code, refusal.reason) == (grpc.StatusCode.PERMISSION_DENIED, Reason.REASON_NOT_ALLOWED)


async def test_a_player_of_several_seats_names_the_one_he_means(player: Players) -> None:
    ann = player("ann")
    match = (await ann.call("CreateMatch", creation(["ann", "ann"]))).match.match

    code, refusal = await ann.refused("GetMatch", match_pb2.GetMatchRequest(match=match))

    assert code is grpc.StatusCode.INVALID_ARGUMENT
    assert [field.field for field in refusal.fields] == ["seat"]
    assert (await ann.get(match, seat=1)).seat == 1
    await ann.play_first(match, seat=1)
