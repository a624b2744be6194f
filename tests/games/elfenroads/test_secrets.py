"""What is hidden: hands but for cards taken openly, hidden items, home towns, the deck and the pile."""

from __future__ import annotations

from dataclasses import replace

from tests.games.elfenroads.tables import (
    DRAGON,
    PIG,
    RAFT,
    TROLL,
    dice,
    events_of,
    in_phase,
    played,
    started,
    unstarted,
    with_seat,
)

from sagahall.games.elfenboard.moves import CardsDealt, HomeDealt
from sagahall.games.elfenroads.game import ELFENROADS
from sagahall.games.elfenroads.moves import CardDrawn, DrawCard, ItemsDrawn, ItemsKept, KeepItems, ShowItem, TakeCard
from sagahall.games.elfenroads.state import Item, Phase
from sagahall.match.redaction import hidden_fields


def test_a_seat_sees_its_own_hand_home_and_items_and_of_others_the_numbers() -> None:
    state = started(3, home_town=True)
    state = played(state, 0, ShowItem(state.seats[0].drawn[0]))
    for viewer in (0, 1, 2, None):
        for seat, (seen, held) in enumerate(zip(ELFENROADS.view(state, viewer).seats, state.seats, strict=True)):
            own = seat == viewer
            assert seen.hand == (held.hand if own else ())
            assert seen.home == (held.home if own else None)
            assert seen.hidden_items == (held.hidden_items if own else ())
            assert seen.drawn == (held.drawn if own else ())
            assert (seen.hand_count, seen.hidden_count, seen.gold) == (5, 1 if seat == 0 else 2, 12)


def test_what_was_dealt_drawn_and_kept_hidden_is_seen_by_its_seat_only() -> None:
    hidden = [
        CardsDealt(0, 2, (PIG, DRAGON)),
        CardDrawn(0, PIG),
        ItemsDrawn(0, 2, (Item.GOLD, Item.DRAGON)),
        ItemsKept(0, (Item.GOLD,), 1, (Item.DRAGON,)),
        HomeDealt(0, "virst"),
    ]
    assert [hidden_fields(event, 0) for event in hidden] == [frozenset()] * 5
    for viewer in (1, None):
        assert [hidden_fields(event, viewer) for event in hidden] == [
            {"cards"}, {"card"}, {"items"}, {"hidden_items"}, {"town"},
        ]  # fmt: skip


def test_items_kept_hidden_stay_hidden() -> None:
    state = with_seat(in_phase(Phase.KEEPING, 3), 0, open_items=(Item.GOLD,), hidden_items=(Item.DRAGON, Item.UNICORN))
    after = played(state, 0, KeepItems((), (Item.DRAGON, Item.UNICORN)))
    seen = ELFENROADS.view(after, 1).seats[0]
    assert (seen.open_items, seen.hidden_count, seen.hidden_items) == ((), 2, ())


def test_resampling_draws_again_exactly_what_the_viewer_must_not_know() -> None:
    state = started(4, home_town=True)
    state = played(state, 0, ShowItem(state.seats[0].drawn[0]))
    for viewer in (0, None):
        others = [seat for seat in range(4) if seat != viewer]
        again = [ELFENROADS.resample(state, viewer, dice(seed)) for seed in range(30)]
        assert all(ELFENROADS.view(other, viewer) == ELFENROADS.view(state, viewer) for other in again)
        for seat in others:
            assert len({other.seats[seat].hand for other in again}) > 1
            assert len({other.seats[seat].drawn + other.seats[seat].hidden_items for other in again}) > 1
            assert len({other.seats[seat].home for other in again}) > 1
        assert len({other.deck for other in again}) > 1
        assert len({other.pile for other in again}) > 1
        assert {other.deck_gold for other in again} == {7}


def test_cards_that_all_saw_a_seat_take_are_not_drawn_again() -> None:
    state = with_seat(in_phase(Phase.DRAWING, deck=(PIG,) * 5 + (TROLL,) * 5), 0, hand=(DRAGON,), todo=3)
    state = played(state, 0, TakeCard(RAFT))
    again = [ELFENROADS.resample(state, 1, dice(seed)) for seed in range(30)]
    assert all(RAFT in other.seats[0].hand for other in again)
    assert {DRAGON in other.seats[0].hand for other in again} == {True, False}


def test_home_towns_that_were_revealed_are_not_drawn_again() -> None:
    state = replace(started(3, home_town=True), phase=Phase.OVER, ending="last_round")
    again = ELFENROADS.resample(state, 0, dice(1))
    assert [one.home for one in again.seats] == [one.home for one in state.seats]


def test_that_a_gold_card_is_drawn_does_not_depend_on_what_the_hands_hold() -> None:
    """B15: a gold card is public, and comes for every deck of as many travel and gold cards at the same draw."""
    state = with_seat(in_phase(Phase.DRAWING, deck=(PIG, TROLL), deck_gold=2), 1, hand=(DRAGON, DRAGON))
    for seed in range(20):
        kinds = {
            type(events_of(ELFENROADS.resample(state, 0, dice(other)), 0, DrawCard(), seed=seed)[0])
            for other in range(5)
        }
        assert len(kinds) == 1


def test_the_order_of_the_deck_is_nowhere_before_it_is_drawn() -> None:
    state = unstarted(2)
    assert state.deck == tuple(sorted(state.deck, key=list(type(PIG)).index))
