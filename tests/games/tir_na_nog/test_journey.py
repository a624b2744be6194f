"""Where and when bards may be placed (specification, sections 5 and 6.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.tir_na_nog.tables import bards, dice, listed, played, refusal, saga, started, with_seat

from sagahall.games.kernel import Seat
from sagahall.games.tir_na_nog.game import TIR_NA_NOG
from sagahall.games.tir_na_nog.moves import PlaceBard, TakeCard
from sagahall.games.tir_na_nog.otherworld import Cell, SpotKind
from sagahall.games.tir_na_nog.state import State, Step


def journey(*told: str, seats: int = 2, **standing: str) -> State:
    """Seat 0 is to place a bard, with those cards in its saga."""
    state = replace(started(seats), first=0, turn=0, bards=bards(**standing))
    cards = saga("R2:" + " R2:".join(told)) if told else ()
    return with_seat(state, 0, saga=cards)


def permit(state: State, at: int = 0) -> str:
    return state.players[0].saga[at].card


def test_the_spots_of_a_fresh_ring() -> None:
    """Specification, section 13, example 17."""
    state = journey()
    gaps = ["h:1:1", "v:1:1", "h:1:2", "v:1:3", "v:2:1", "v:2:3", "h:3:1", "h:3:2"]
    assert list(listed(state, 0)) == [PlaceBard(spot) for spot in gaps]
    for spot in ("e:1:2:s", "e:1:1:n", "x:1:1", "v:1:2", "h:2:1"):
        assert refusal(state, 0, PlaceBard(spot)) == "spot-forbidden"
    assert refusal(journey(b="h:1:1"), 0, PlaceBard("h:1:1")) == "spot-occupied"


@pytest.mark.parametrize(
    "spot", ["", "h:1:3", "h:0:1", "v:3:1", "x:1:3", "e:2:2:n", "e:1:1:s", "e:1:1", "q:1:1", "h:1"]
)
def test_a_spot_that_the_otherworld_has_not_is_unknown(spot: str) -> None:
    assert refusal(journey(), 0, PlaceBard(spot)) == "spot-unknown"


@pytest.mark.parametrize("spot", ["v:1:2", "h:2:1", "h:2:2", "v:2:2"])
def test_no_permit_opens_the_gaps_at_the_empty_centre(spot: str) -> None:
    state = journey("shared_path", "crossroads", "borderland")
    for at in range(3):
        assert refusal(state, 0, PlaceBard(spot, permit(state, at))) == "spot-forbidden"


def test_only_the_ring_has_gaps_that_nobody_may_use() -> None:
    assert [len(started(seats).grid.of_kind(SpotKind.HOLE)) for seats in range(2, 6)] == [4, 0, 0, 0]


def order(state: State) -> list[Seat]:
    """Who places bards, until the Saga begins."""
    seats = []
    while state.step is Step.PLACE_BARD:
        (seat,) = TIR_NA_NOG.to_act(state)
        seats.append(seat)
        state = played(state, seat, listed(state, seat)[0])
    return seats


def test_bards_are_placed_one_by_one_clockwise_from_the_first_player() -> None:
    """Specification, section 13, example 18."""
    state = replace(started(3), first=1, turn=1)
    assert order(state) == [1, 2, 0, 1, 2, 0, 1, 2, 0]


def test_nobody_can_place_out_of_turn_or_pass() -> None:
    state = journey()
    assert refusal(state, 1, PlaceBard("h:1:1")) == "not-your-turn"
    assert refusal(state, 0, TakeCard("h:1:1", Cell(1, 1))) == "wrong-step"


# Permits


def test_a_free_gap_needs_no_permit() -> None:
    state = journey("shared_path")
    assert refusal(state, 0, PlaceBard("h:1:1", permit(state))) == "permit-not-needed"


def test_shared_path_lets_a_bard_join_a_gap_with_exactly_one() -> None:
    state = journey("shared_path", b="h:1:1", a="v:1:1")
    card = permit(state)
    assert set(listed(state, 0)) >= {PlaceBard("h:1:1", card), PlaceBard("v:1:1", card)}
    assert refusal(state, 0, PlaceBard("h:1:1")) == "spot-occupied"
    after = played(state, 0, PlaceBard("h:1:1", card))
    assert [bard.seat for bard in after.bards if bard.spot == "h:1:1"] == [1, 0]
    full = journey("shared_path", b="h:1:1 h:1:1")
    assert refusal(full, 0, PlaceBard("h:1:1", permit(full))) == "spot-occupied"


def test_crossroads_lets_a_bard_stand_where_corners_meet() -> None:
    state = journey("crossroads", a="x:1:2")
    card = permit(state)
    assert [move for move in listed(state, 0) if isinstance(move, PlaceBard) and move.permit] == [
        PlaceBard(spot, card) for spot in ("x:1:1", "x:2:1", "x:2:2")
    ]
    assert refusal(state, 0, PlaceBard("x:1:2", card)) == "spot-occupied"


def test_a_crossing_of_the_ring_touches_three_cards() -> None:
    """Specification, section 12, case 12."""
    state = started(2)
    assert [lying.cell for lying in state.touched("x:1:1")] == [Cell(1, 1), Cell(1, 2), Cell(2, 1)]
    assert len(started(3).touched("x:1:1")) == 4


def test_borderland_lets_a_bard_stand_on_an_outer_or_inner_edge() -> None:
    state = journey("borderland")
    permitted = [move.spot for move in listed(state, 0) if isinstance(move, PlaceBard) and move.permit]
    assert len(permitted) == 16
    assert "e:1:2:s" in permitted
    after = played(state, 0, PlaceBard("e:1:2:s", permit(state)))
    assert [lying.cell for lying in after.touched("e:1:2:s")] == [Cell(1, 2)]


def test_a_permit_is_a_card_of_that_kind_in_the_own_saga() -> None:
    state = journey("crossroads", b="h:1:1")
    other = with_seat(state, 1, saga=saga("R2:borderland"))
    for wrong in (permit(state), other.players[1].saga[0].card, "R01a", "nothing"):
        assert refusal(other, 0, PlaceBard("e:1:1:n", wrong)) == "permit-wrong"
    assert refusal(state, 0, PlaceBard("h:1:1", permit(state))) == "permit-wrong"


def test_each_card_permits_once_each_journey() -> None:
    state = journey("crossroads", "crossroads")
    first, second = sorted((permit(state, 0), permit(state, 1)))
    assert PlaceBard("x:1:1", first) in listed(state, 0)
    assert TIR_NA_NOG.is_open(PlaceBard("x:1:1", second))
    used = replace(played(state, 0, PlaceBard("x:1:1", first)), turn=0)
    assert refusal(used, 0, PlaceBard("x:2:1", first)) == "permit-used"
    assert PlaceBard("x:2:1", second) in listed(used, 0)
    both = replace(played(used, 0, PlaceBard("x:2:1", second)), turn=0)
    assert not any(isinstance(move, PlaceBard) and move.permit for move in listed(both, 0))


def test_the_form_of_a_permit_names_the_cards_and_spots() -> None:
    state = journey("crossroads", "crossroads")
    (form,) = TIR_NA_NOG.forms(state, 0)
    assert form.kind == "place_bard"
    assert form.fields[0].choices == ("x:1:1", "x:1:2", "x:2:1", "x:2:2")
    assert form.fields[1].choices == tuple(sorted((permit(state, 0), permit(state, 1))))
    assert TIR_NA_NOG.forms(journey(), 0) == ()


def test_the_default_is_a_free_gap_without_a_permit() -> None:
    state = journey("crossroads", "borderland", b="h:1:1 h:1:2 v:1:1", a="h:3:1 h:3:2")
    for seed in range(20):
        move = TIR_NA_NOG.default_move(state, 0, dice(seed))
        assert isinstance(move, PlaceBard)
        assert move.permit is None
