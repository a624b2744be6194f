"""Taking cards (specification, section 9.3, steps 1 and 6)."""

from __future__ import annotations

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.cutting import cut, cut_choices, cut_forms
from sagahall.games.elfenboard.moves import Discard
from sagahall.games.elfenboard.names import kind_name
from sagahall.games.elfenroads.facts import FACTS
from sagahall.games.elfenroads.moves import (
    CardDrawn,
    CardTaken,
    CardTurnedUp,
    DeckReshuffled,
    DrawCard,
    DrawLost,
    Event,
    GoldCardDrawn,
    GoldCardTurnedUp,
    GoldTaken,
    Move,
    TakeCard,
    TakeGold,
)
from sagahall.games.elfenroads.state import State
from sagahall.games.kernel import Dice, Form, IllegalMove, Seat


def draw_choices(state: State, _seat: Seat) -> tuple[Move, ...]:
    """The deck, the open cards and the gold stack, as far as there are any."""
    deck = (DrawCard(),) if state.drawable else ()
    gold = (TakeGold(),) if state.gold_stack else ()
    return (*deck, *map(TakeCard, dict.fromkeys(state.open_cards)), *gold)


def discard_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every way to cut the hand to the limit."""
    return cut_choices(state.seats[seat].hand, state.rules.hand_limit)


def discard_forms(state: State, seat: Seat) -> tuple[Form[Move], ...]:
    """The form for the cards to be discarded."""
    return cut_forms(state.seats[seat].hand, state.rules.hand_limit)


# What comes of it


def draw_card(state: State, seat: Seat, _move: DrawCard, dice: Dice) -> tuple[Event, ...]:
    """Takes the top card of the deck; of an empty deck, after the discard was shuffled."""
    if not state.drawable:
        raise IllegalMove("no-cards-left", "neither the deck nor the discard has a card")
    card = _top_card(state, dice, "draw")
    return (*_reshuffle(state), GoldCardDrawn(seat) if card is None else CardDrawn(seat, card))


def take_card(state: State, seat: Seat, move: TakeCard, _dice: Dice) -> tuple[Event, ...]:
    """Takes an open card, which is replaced at once."""
    if move.card not in state.open_cards:
        raise IllegalMove("card-not-open", f"no {kind_name(move.card)} lies open")
    return (CardTaken(seat, move.card),)


def take_gold(state: State, seat: Seat, _move: TakeGold, _dice: Dice) -> tuple[Event, ...]:
    """Takes the gold of all cards on the gold stack, for one draw."""
    if not state.gold_stack:
        raise IllegalMove("no-gold-cards", "no gold card lies on the stack")
    return (GoldTaken(seat, state.gold_stack, FACTS.gold_card * state.gold_stack),)


def discard(state: State, seat: Seat, move: Discard, _dice: Dice) -> tuple[Event, ...]:
    """Cuts the hand to the limit (option `hand_limit`)."""
    return (cut(seat, state.seats[seat].hand, state.rules.hand_limit, move),)


# What happens by itself


def refill(state: State, dice: Dice) -> tuple[Event, ...]:
    """One more card for the open row, if it lacks one; gold cards turned up go to the stack."""
    if len(state.open_cards) >= FACTS.open_cards or not state.drawable:
        return ()
    card = _top_card(state, dice, "turn-up")
    return (*_reshuffle(state), GoldCardTurnedUp() if card is None else CardTurnedUp(card))


def lost_draw(state: State) -> tuple[Event, ...]:
    """The draw of a seat that has nothing at all to take."""
    return () if draw_choices(state, state.turn) else (DrawLost(state.turn),)


def _reshuffle(state: State) -> tuple[Event, ...]:
    return () if state.deck_count else (DeckReshuffled(),)


def _top_card(state: State, dice: Dice, label: str) -> Transport | None:
    """Any card of the deck, or of the discard that becomes the deck; None for a gold card."""
    cards, gold = (state.deck, state.deck_gold) if state.deck_count else (state.discard, state.discard_gold)
    number = dice.below(label, len(cards) + gold)
    return cards[number] if number < len(cards) else None
