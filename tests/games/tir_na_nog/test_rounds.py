"""Setting up, the upkeep and the five rounds (specification, sections 4 and 6.6)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.games.tir_na_nog.tables import (
    TOP,
    dice,
    events_of,
    fold,
    full_grid,
    listed,
    place,
    played,
    refusal,
    started,
    table,
    unstarted,
    with_seat,
)

from sagahall.games.kernel import InvalidOption, Seat
from sagahall.games.tir_na_nog.deck import draw
from sagahall.games.tir_na_nog.facts import CARDS, FACES
from sagahall.games.tir_na_nog.game import TIR_NA_NOG
from sagahall.games.tir_na_nog.moves import (
    Discard,
    DiscardChosen,
    HandsTrimmed,
    MatchScored,
    OtherworldDealt,
    PlayCard,
    RoundEnded,
    UpkeepDiscard,
)
from sagahall.games.tir_na_nog.saga import ROWS
from sagahall.games.tir_na_nog.state import State, Step

# Setting up


@pytest.mark.parametrize(("seats", "cells"), [(2, 8), (3, 12), (4, 15), (5, 18)])
def test_everybody_is_dealt_five_cards_and_the_otherworld_is_full(seats: int, cells: int) -> None:
    state = started(seats)
    assert [len(player.hand) for player in state.players] == [5] * seats
    assert [lying.cell for lying in state.otherworld] == list(state.grid.cells)
    assert len(state.deck) == 96 - 5 * seats - cells
    assert (state.round, state.bards, state.discards) == (1, (), ())
    assert TIR_NA_NOG.to_act(state) == (state.first,)


def test_the_first_player_is_drawn() -> None:
    empty = unstarted(5)
    drawn = {fold(empty, TIR_NA_NOG.setup(empty, dice(seed))).first for seed in range(40)}
    assert drawn == set(range(5))


def test_faces_are_drawn_or_those_of_a_first_game_or_chosen() -> None:
    assert started(2).faces == ("T1A", "M1A", "B1A")
    assert started(2, middle="M4B").faces == ("T1A", "M4B", "B1A")
    assert started(2, geis="random", top="T2A", middle="M3B", bottom="B4A").faces == ("T2A", "M3B", "B4A")
    empty = unstarted(2, geis="random", bottom="B2B")
    drawn = [fold(empty, TIR_NA_NOG.setup(empty, dice(seed))).faces for seed in range(60)]
    assert [len(set(column)) for column in zip(*drawn, strict=True)] == [8, 8, 1]
    assert all(FACES[face].row is row for faces in drawn for face, row in zip(faces, ROWS, strict=True))


def test_only_solo_play_has_a_difficulty() -> None:
    with pytest.raises(InvalidOption, match="difficulty"):
        TIR_NA_NOG.variant("standard").resolve({"difficulty": "dire"})
    assert TIR_NA_NOG.variant("solo").resolve({})["difficulty"] == "grim"


# The upkeep


def trimming(*hands: tuple[str, ...], round_: int = 1, first: Seat = 0) -> State:
    state = table(len(hands), round=round_, first=first, turn=first, step=Step.TRIM_HANDS)
    for seat, hand in enumerate(hands):
        state = with_seat(state, seat, hand=hand)
    return replace(state, otherworld=full_grid(state, "Y01a", "Y02a"), discards=("Y12a",), used=("B07b",))


HANDS = (("R01a", "R02a"), ("G01a", "G02a"), ("B01a", "B02a"))


def test_all_choose_their_discard_at_the_same_time_in_any_order() -> None:
    state = trimming(*HANDS)
    assert TIR_NA_NOG.to_act(state) == (0, 1, 2)
    assert listed(state, 1) == (UpkeepDiscard("G01a"), UpkeepDiscard("G02a"))
    assert events_of(state, 1, UpkeepDiscard("G02a")) == (DiscardChosen(1, "G02a"),)
    state = played(state, 1, UpkeepDiscard("G02a"))
    assert TIR_NA_NOG.to_act(state) == (0, 2)
    assert refusal(state, 1, UpkeepDiscard("G01a")) == "not-your-turn"
    assert refusal(state, 0, UpkeepDiscard("G01a")) == "card-not-in-hand"


def test_the_discards_are_revealed_together_in_the_order_of_seats() -> None:
    state = trimming(*HANDS)
    state = played(played(state, 2, UpkeepDiscard("B01a")), 0, UpkeepDiscard("R02a"))
    _, trimmed, ended, dealt = events_of(state, 1, UpkeepDiscard("G02a"))
    assert trimmed == HandsTrimmed((Discard(0, "R02a"), Discard(1, "G02a"), Discard(2, "B01a")))
    assert ended == RoundEnded(1, 1)
    assert isinstance(dealt, OtherworldDealt)
    after = played(state, 1, UpkeepDiscard("G02a"))
    assert [player.hand for player in after.players] == [("R01a",), ("G01a",), ("B02a",)]
    assert after.discards == ("Y12a", "R02a", "G02a", "B01a", "Y01a", "Y02a")


def test_a_new_round_has_a_new_grid_a_new_first_player_and_fresh_permits() -> None:
    """Specification, section 13, example 18: after B, C is the first player."""
    state = trimming(*HANDS, first=1)
    for seat in range(3):
        state = played(state, seat, listed(state, seat)[0])
    assert (state.round, state.first, state.step, state.used) == (2, 2, Step.PLACE_BARD, ())
    assert len(state.otherworld) == 12
    assert TIR_NA_NOG.to_act(state) == (2,)


def test_a_choice_of_another_does_not_disturb_who_still_chooses() -> None:
    chosen = DiscardChosen(1, "G02a")
    assert not TIR_NA_NOG.disturbs(chosen, 0)
    assert TIR_NA_NOG.disturbs(chosen, 1)


def test_the_last_card_of_the_last_round_is_discarded_by_itself() -> None:
    """Specification, section 13, example 20."""
    state = table(2, round=5, step=Step.PLAY_CARD)
    state = with_seat(with_seat(state, 0, hand=("R01a", "R02a")), 1, hand=("G01a",))
    _, trimmed, ended, final = events_of(state, 0, PlayCard("R02a", place(TOP, 1)))
    assert trimmed == HandsTrimmed((Discard(0, "R01a"), Discard(1, "G01a")))
    assert ended == RoundEnded(5, 1)
    assert isinstance(final, MatchScored)
    after = played(state, 0, PlayCard("R02a", place(TOP, 1)))
    assert [player.hand for player in after.players] == [(), ()]
    assert after.otherworld == state.otherworld


# The deck


def test_the_discard_pile_is_shuffled_in_when_the_deck_runs_out_in_the_middle_of_a_deal() -> None:
    """Three cards are in the deck: all of them are dealt before any of the discards."""
    state = table(2, step=Step.TRIM_HANDS, round=4)
    deck, cards = ("R12a", "R12b", "G12a"), [card for card in CARDS if card not in ("R12a", "R12b", "G12a")]
    state = with_seat(with_seat(state, 0, hand=tuple(cards[:2])), 1, hand=tuple(cards[2:4]))
    state = replace(state, discards=tuple(cards[4:]))
    assert state.deck == deck
    state = played(state, 0, UpkeepDiscard(cards[0]))
    *_, dealt = events_of(state, 1, UpkeepDiscard(cards[2]))
    assert isinstance(dealt, OtherworldDealt)
    assert dealt.reshuffled
    assert {lying.card for lying in dealt.cards[:3]} == set(deck)
    after = played(state, 1, UpkeepDiscard(cards[2]))
    assert after.discards == ()
    assert len(after.deck) == 96 - 2 - 8


def test_a_deck_that_just_suffices_is_not_reshuffled() -> None:
    state = table(2)
    cards = tuple(CARDS)
    state = replace(state, discards=cards[8:])
    assert draw(state, 8, "deal", dice())[1] is False
    assert set(draw(state, 8, "deal", dice())[0]) == set(cards[:8])
    assert draw(state, 9, "deal", dice())[1] is True
    none_left = with_seat(replace(state, discards=()), 0, hand=cards[8:])
    assert len(draw(none_left, 9, "deal", dice())[0]) == 8


# Whole matches


def every_state(seats: int, seed: int) -> Iterator[State]:
    rng = random.Random(seed)
    state = started(seats, seed=seed, geis="random")
    draws = 1000 * seed
    while to_act := TIR_NA_NOG.to_act(state):
        yield state
        seat, draws = rng.choice(to_act), draws + 1
        state = played(state, seat, rng.choice(listed(state, seat)), seed=draws)
    yield state


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_card_is_lost_or_doubled_and_no_supply_overdrawn(seats: int) -> None:
    for state in every_state(seats, seed=seats):
        lying = [*state.discards, *(lying.card for lying in state.otherworld), *state.deck]
        for player in state.players:
            lying += [*player.hand, *(card.card for card in player.saga)]
        assert sorted(lying) == sorted(CARDS)
        view = TIR_NA_NOG.view(state, None)
        assert min(tokens.count for tokens in view.colour_tokens) >= 0
        assert min(tokens.count for tokens in view.value_tokens) >= 0
        assert view.deck_count == len(state.deck)


def test_hands_through_a_match() -> None:
    """Specification, section 13, example 20: 5, after a take 6, after the play 5; after the upkeeps 4, 3, 2, 1."""
    seen: dict[int, set[tuple[Step, int]]] = {}
    for state in every_state(3, seed=1):
        for seat in TIR_NA_NOG.to_act(state):
            seen.setdefault(state.round, set()).add((state.step, len(state.players[seat].hand)))
    for round_, steps in seen.items():
        hand = 6 - round_
        assert {number for step, number in steps if step in (Step.PLACE_BARD, Step.TAKE_CARD)} == {hand}
        assert {number for step, number in steps if step is Step.PLAY_CARD} == {hand + 1}
        assert {number for step, number in steps if step is Step.TRIM_HANDS} == ({hand} if round_ < 5 else set())


def test_each_adds_three_cards_a_round_but_for_forced_discards() -> None:
    for seed in range(3):
        *_, last = every_state(4, seed)
        assert last.round == 5
        assert all(len(player.saga) <= 15 and player.hand == () for player in last.players)
        assert last.bards == ()
