"""How events change hands, boots and the deck. Nothing is checked and nothing is drawn here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sagahall.games.elfenboard import evolve as shared
from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.hands import ordered, without
from sagahall.games.elfenboard.moves import CardsDiscarded
from sagahall.games.elfenboard.table import acted, with_seat
from sagahall.games.elfenroads.facts import FACTS
from sagahall.games.elfenroads.moves import (
    CardDrawn,
    CardTaken,
    CardTurnedUp,
    DeckReshuffled,
    DrawLost,
    GoldCardDrawn,
    GoldCardTurnedUp,
    GoldTaken,
    MoveEnded,
    Travelled,
)
from sagahall.games.elfenroads.state import Phase, Reward, State
from sagahall.games.kernel import Seat


def card_turned_up(state: State, event: CardTurnedUp) -> State:
    """A card goes from the deck to the open row."""
    return replace(state, open_cards=ordered(state.open_cards, (event.card,)), deck=without(state.deck, (event.card,)))


def gold_card_turned_up(state: State, _event: GoldCardTurnedUp | GoldCardDrawn) -> State:
    """A gold card goes from the deck to the gold stack."""
    return replace(state, deck_gold=state.deck_gold - 1, gold_stack=state.gold_stack + 1)


def deck_reshuffled(state: State, _event: DeckReshuffled) -> State:
    """The discard becomes the deck."""
    return replace(
        state,
        deck=ordered(state.deck, state.discard),
        deck_gold=state.deck_gold + state.discard_gold,
        discard=(),
        discard_gold=0,
    )


def card_taken(state: State, event: CardTaken) -> State:
    """An open card goes to a hand, and all have seen it."""
    traveller = state.seats[event.seat]
    state = replace(state, open_cards=without(state.open_cards, (event.card,)))
    hand, shown = ordered(traveller.hand, (event.card,)), ordered(traveller.shown, (event.card,))
    return _drew(state, event.seat, hand=hand, shown=shown)


def card_drawn(state: State, event: CardDrawn) -> State:
    """A card goes from the deck to a hand."""
    state = replace(state, deck=without(state.deck, (event.card,)))
    return _drew(state, event.seat, hand=ordered(state.seats[event.seat].hand, (event.card,)))


def gold_taken(state: State, event: GoldTaken) -> State:
    """The gold stack is paid and goes to the discard."""
    state = replace(state, gold_stack=0, discard_gold=state.discard_gold + event.cards)
    return _drew(state, event.seat, gold=state.seats[event.seat].gold + event.gold)


def draw_lost(state: State, event: DrawLost) -> State:
    """There was nothing to take."""
    return _drew(state, event.seat)


def _drew(state: State, seat: Seat, **changes: Any) -> State:
    """One draw less to do. At the end of a move all its draws are made at once, else all draw in turn."""
    todo = state.seats[seat].todo - 1
    seats = with_seat(state, seat, todo=todo, **changes)
    if state.phase is Phase.REWARD:
        state = replace(state, seats=seats)
        return state if todo else _move_over(state, seat)
    if state.rules.draw_all_three and todo:
        return replace(state, seats=seats)
    return acted(state, seat, seats)


def travelled(state: State, event: Travelled) -> State:
    """A boot stands in another town, and has earned its value."""
    traveller = state.seats[event.seat]
    shown = _still_shown(traveller.shown, event.cards)
    return shared.travelled(state, event, shown=shown, earned=traveller.earned + event.gold)


def _still_shown(shown: tuple[Transport, ...], gone: tuple[Transport, ...]) -> tuple[Transport, ...]:
    """The cards that all know to be in the hand when others have gone from it."""
    return without(shown, tuple(card for i, card in enumerate(gone) if gone[: i + 1].count(card) <= shown.count(card)))


def move_ended(state: State, event: MoveEnded) -> State:
    """The move is paid in gold, or cards are drawn for it."""
    gold = state.seats[event.seat].gold + event.gold
    if event.reward is Reward.GOLD:
        return _move_over(replace(state, seats=with_seat(state, event.seat, gold=gold)), event.seat)
    return replace(state, seats=with_seat(state, event.seat, todo=FACTS.reward_cards), phase=Phase.REWARD)


def _move_over(state: State, seat: Seat) -> State:
    """The turn passes on, unless the hand has to be cut."""
    limit = state.rules.hand_limit
    if limit and state.seats[seat].hand_count > limit:
        return replace(state, seats=with_seat(state, seat, todo=1), phase=Phase.DISCARDING)
    return acted(state, seat, with_seat(state, seat, todo=0, earned=0), phase=Phase.MOVING)


def cards_discarded(state: State, event: CardsDiscarded) -> State:
    """A hand was cut."""
    traveller = state.seats[event.seat]
    hand, shown = without(traveller.hand, event.cards), _still_shown(traveller.shown, event.cards)
    state = replace(state, seats=with_seat(state, event.seat, hand=hand, shown=shown))
    return _move_over(replace(state, discard=(*state.discard, *event.cards)), event.seat)
