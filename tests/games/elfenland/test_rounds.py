"""Setting up, dealing, and how rounds follow one another."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.elfenland.tables import (
    DRAGON,
    EDITIONS,
    PIG,
    dice,
    events_of,
    fold,
    in_phase,
    played,
    started,
    unstarted,
    with_seat,
)

from sagahall.games.elfenboard.facts import HOME_TOWNS
from sagahall.games.elfenboard.moves import CardsDealt
from sagahall.games.elfenland.game import ELFENLAND
from sagahall.games.elfenland.moves import EndMove
from sagahall.games.elfenland.state import Phase, State
from sagahall.games.kernel import InvalidOption, Setting

SEATS = range(2, 7)


# Setting up


@pytest.mark.parametrize("variant", EDITIONS)
@pytest.mark.parametrize("seats", SEATS)
def test_everybody_starts_in_the_capital_with_eight_cards_and_an_obstacle(variant: str, seats: int) -> None:
    state = started(variant, seats)
    assert len(state.seats) == seats
    for one in state.seats:
        assert (one.boot, one.visited, len(one.hand), one.obstacle) == ("elvenhold", (), 8, True)
    assert len(state.deck) == 72 - 8 * seats


def test_home_towns_are_the_rule_in_moon_and_an_option_in_amigo() -> None:
    assert all(one.home is None for one in started("amigo").seats)
    for state in (started("moon", 6), started("amigo", 6, home_town=True)):
        homes = [one.home for one in state.seats]
        assert len(set(homes)) == 6
        assert sorted([*map(str, homes), *state.homes]) == sorted(HOME_TOWNS)
    with pytest.raises(InvalidOption, match="home_town"):
        started("moon", home_town=True)


def test_the_first_player_is_drawn_or_is_seat_0() -> None:
    variant = ELFENLAND.variant("amigo")
    drawn = set()
    for seed in range(40):
        state = ELFENLAND.initial("amigo", variant.resolve({}), 4)
        drawn.add(fold(state, ELFENLAND.setup(state, dice(seed))).first)
    assert drawn == {0, 1, 2, 3}
    assert started("amigo", 4).first == 0


@pytest.mark.parametrize("seats", SEATS)
def test_two_players_follow_the_same_rules_as_six(seats: int) -> None:
    """C17."""
    state = started("amigo", seats)
    assert (len(state.open_counters), len(state.pile), state.rules.rounds) == (5, 48 - 5 - seats, 4)


# Dealing


def after_the_round(variant: str, *hands: int, **options: Setting) -> tuple[State, tuple[CardsDealt, ...]]:
    """The second round of a match whose seats kept so many cards, and what was dealt for it."""
    state = in_phase(unstarted(variant, len(hands), **options), Phase.MOVING, turn=len(hands) - 1)
    deck = state.deck
    for seat, number in enumerate(hands):
        state = with_seat(state, seat, hand=deck[:number], todo=int(seat == len(hands) - 1))
        deck = deck[number:]
    state = replace(state, deck=deck[:20], discard=deck[20:])
    events = events_of(state, len(hands) - 1, EndMove())
    return fold(state, events), tuple(event for event in events if isinstance(event, CardsDealt))


def test_amigo_fills_hands_up_to_eight_and_moon_deals_eight_more() -> None:
    amigo, dealt = after_the_round("amigo", 0, 3, 4)
    assert [len(one.hand) for one in amigo.seats] == [8, 8, 8]
    assert {event.seat: event.count for event in dealt} == {0: 8, 1: 5, 2: 4}
    moon, dealt = after_the_round("moon", 0, 3, 4)
    assert [len(one.hand) for one in moon.seats] == [8, 11, 12]
    assert {event.count for event in dealt} == {8}


def test_cards_that_were_kept_stay_in_the_hand() -> None:
    """C24."""
    state = with_seat(in_phase(unstarted("amigo"), Phase.MOVING, turn=1), 0, hand=(DRAGON,) * 4, todo=0)
    state = with_seat(state, 1, hand=(PIG,))
    deck = tuple(card for card in state.deck if card is not DRAGON)
    after = played(replace(state, deck=deck), 1, EndMove())
    assert after.seats[0].hand.count(DRAGON) == 4


def test_with_six_players_who_kept_four_cards_each_moon_deals_the_last_card() -> None:
    """C12."""
    state, _ = after_the_round("moon", 4, 4, 4, 4, 4, 4)
    assert [len(one.hand) for one in state.seats] == [12] * 6
    assert state.deck == ()


@pytest.mark.parametrize("variant", EDITIONS)
def test_what_was_played_is_shuffled_into_the_draw_pile(variant: str) -> None:
    state, _ = after_the_round(variant, 2, 2)
    assert state.discard == ()
    assert len(state.deck) + sum(len(one.hand) for one in state.seats) == 72


def test_the_first_player_passes_to_the_left() -> None:
    state, _ = after_the_round("amigo", 1, 1, 1)
    assert (state.round, state.first, state.turn) == (2, 1, 1)
