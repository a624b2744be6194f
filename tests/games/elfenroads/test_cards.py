"""Taking cards: open ones, the deck, the gold stack (specification, section 9.3, step 1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.games.elfenroads.tables import (
    CLOUD,
    CYCLE,
    DRAGON,
    PIG,
    RAFT,
    TROLL,
    UNICORN,
    events_of,
    fold,
    in_phase,
    played,
    refusal,
    with_seat,
)

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenroads.game import ELFENROADS
from sagahall.games.elfenroads.moves import (
    CardDrawn,
    CardTaken,
    CardTurnedUp,
    DeckReshuffled,
    DrawCard,
    DrawLost,
    GoldCardDrawn,
    GoldCardTurnedUp,
    GoldTaken,
    TakeCard,
    TakeGold,
)
from sagahall.games.elfenroads.state import Phase, State


def drawing(*deck: Transport, gold: int = 0, todo: int = 3, **changes: Any) -> State:
    """Seat 0 takes cards from that deck, with so many gold cards in it; seat 1 is done."""
    state = in_phase(Phase.DRAWING, deck=deck, deck_gold=gold, **changes)
    return with_seat(with_seat(state, 0, todo=todo), 1, todo=0)


def test_an_open_card_is_replaced_at_once() -> None:
    state = drawing(DRAGON, DRAGON)
    events = events_of(state, 0, TakeCard(CYCLE))
    assert events == (CardTaken(0, CYCLE), CardTurnedUp(DRAGON))
    after = fold(state, events)
    assert (after.seats[0].hand, after.open_cards, after.deck) == ((CYCLE,), (PIG, DRAGON, RAFT), (DRAGON,))
    assert refusal(state, 0, TakeCard(DRAGON)) == "card-not-open"


def test_the_top_card_of_the_deck_is_taken_unseen_by_others() -> None:
    state = drawing(DRAGON)
    events = events_of(state, 0, DrawCard())
    assert events == (CardDrawn(0, DRAGON),)
    after = fold(state, events)
    assert (after.seats[0].hand, after.seats[0].shown, after.deck) == ((DRAGON,), (), ())


def test_a_gold_card_drawn_from_the_deck_goes_to_the_stack_and_the_player_chooses_again() -> None:
    state = drawing(gold=2)
    assert TakeGold() not in ELFENROADS.legal_moves(state, 0)
    events = events_of(state, 0, DrawCard())
    assert events == (GoldCardDrawn(0),)
    after = fold(state, events)
    assert (after.gold_stack, after.seats[0].todo, ELFENROADS.to_act(after)) == (1, 3, (0,))
    assert TakeGold() in ELFENROADS.legal_moves(after, 0)


def test_a_gold_card_turned_up_into_the_row_goes_to_the_stack_and_the_row_is_refilled_again() -> None:
    state = drawing(gold=2)
    state = replace(state, discard=(TROLL,))
    events = events_of(state, 0, TakeCard(PIG))
    assert events == (
        CardTaken(0, PIG),
        GoldCardTurnedUp(),
        GoldCardTurnedUp(),
        DeckReshuffled(),
        CardTurnedUp(TROLL),
    )
    assert fold(state, events).gold_stack == 2


def test_a_gold_stack_of_two_is_six_gold_for_one_of_the_three_draws() -> None:
    state = drawing(DRAGON, gold_stack=2)
    events = events_of(state, 0, TakeGold())
    assert events == (GoldTaken(0, 2, 6),)
    after = fold(state, events)
    assert (after.seats[0].gold, after.seats[0].todo, after.seats[0].hand) == (12 + 6, 2, ())
    assert (after.gold_stack, after.discard_gold) == (0, 2)
    assert refusal(after, 0, TakeGold()) == "no-gold-cards"


def test_an_empty_deck_is_the_shuffled_discard_with_its_gold_cards() -> None:
    state = drawing(discard=(UNICORN, PIG), discard_gold=1)
    events = events_of(state, 0, DrawCard())
    assert events[0] == DeckReshuffled()
    after = fold(state, events[:1])
    assert (after.deck, after.deck_gold, after.discard, after.discard_gold) == ((PIG, UNICORN), 1, (), 0)
    drawn = {events_of(state, 0, DrawCard(), seed=seed)[1] for seed in range(40)}
    assert drawn == {CardDrawn(0, UNICORN), CardDrawn(0, PIG), GoldCardDrawn(0)}


def test_without_deck_and_discard_open_cards_can_still_be_taken_but_are_not_replaced() -> None:
    state = drawing()
    assert refusal(state, 0, DrawCard()) == "no-cards-left"
    assert ELFENROADS.legal_moves(state, 0) == (TakeCard(PIG), TakeCard(CYCLE), TakeCard(RAFT))
    assert played(state, 0, TakeCard(PIG)).open_cards == (CYCLE, RAFT)


def test_a_draw_is_lost_when_there_is_no_card_anywhere() -> None:
    state = drawing(open_cards=(CLOUD,))
    events = events_of(state, 0, TakeCard(CLOUD))
    assert events[:3] == (CardTaken(0, CLOUD), DrawLost(0), DrawLost(0))
    after = fold(state, events)
    assert (after.phase, after.seats[0].hand) == (Phase.ITEMS, (CLOUD,))


def test_the_row_is_refilled_as_soon_as_there_are_cards_again() -> None:
    state = drawing(open_cards=(CLOUD,), gold_stack=3, discard=())
    after = played(state, 0, TakeGold())
    # The three gold cards were the whole discard: shuffled, turned up, and on the stack again.
    assert (after.gold_stack, after.open_cards, after.deck_count) == (3, (CLOUD,), 0)


def test_every_card_of_the_deck_is_as_likely_as_any_other() -> None:
    state = drawing(PIG, DRAGON, gold=2)
    first = [events_of(state, 0, DrawCard(), seed=seed)[0] for seed in range(400)]
    assert 60 < first.count(CardDrawn(0, PIG)) < 140
    assert 150 < first.count(GoldCardDrawn(0)) < 250


def test_all_see_which_open_cards_a_seat_took_until_it_plays_as_many() -> None:
    state = drawing(DRAGON, DRAGON, DRAGON, open_cards=(PIG, PIG, RAFT))
    state = with_seat(state, 0, hand=(PIG,))
    after = played(state, 0, TakeCard(PIG), TakeCard(PIG))
    assert (after.seats[0].hand, after.seats[0].shown) == ((PIG, PIG, PIG), (PIG, PIG))
    assert ELFENROADS.view(after, 1).seats[0].shown == (PIG, PIG)
