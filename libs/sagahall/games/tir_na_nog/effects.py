"""Instant effects (specification, section 6.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from sagahall.games.kernel import Dice, IllegalMove, Seat
from sagahall.games.tir_na_nog.cards import Colour, Effect, EffectOp
from sagahall.games.tir_na_nog.deck import draw
from sagahall.games.tir_na_nog.facts import CARDS, FACTS
from sagahall.games.tir_na_nog.moves import (
    CardRecoloured,
    CardRevalued,
    CardsDiscarded,
    CardsDrawn,
    DiscardTwo,
    DrawCards,
    EffectDeclined,
    Event,
    Move,
    MoveOwn,
    OwnCardMoved,
    OwnCardsSwapped,
    Recolour,
    Revalue,
    SwapOwn,
)
from sagahall.games.tir_na_nog.refusing import require
from sagahall.games.tir_na_nog.saga import ROWS, Place, SagaCard, first_free, in_order, lines_of
from sagahall.games.tir_na_nog.state import State


def effect_on_offer(state: State) -> Effect:
    """The effect of the card just played."""
    assert state.played is not None
    effect = CARDS[state.played].effect
    assert effect is not None
    return effect


def require_offer(state: State, op: EffectOp) -> Effect:
    """The effect on offer, if it is of that kind. Raises IllegalMove."""
    effect = effect_on_offer(state)
    require(effect.op is op, "wrong-step", f"the effect on offer is {effect.id}")
    return effect


def _card_at(state: State, seat: Seat, place: Place) -> SagaCard:
    card = state.players[seat].at(place)
    if card is None:
        raise IllegalMove("space-empty", "no card of this seat's saga lies there")
    return card


def decline(_state: State, seat: Seat, _move: Move, _dice: Dice) -> Event:
    """Always possible."""
    return EffectDeclined(seat)


# wander


def move_own(state: State, seat: Seat, move: MoveOwn, _dice: Dice) -> Event:
    """Another card than the new one, to the first free space of another row, by its rule. Raises IllegalMove."""
    require_offer(state, EffectOp.MOVE_CARD)
    card = _card_at(state, seat, move.place)
    require(card.card != state.played, "card-just-played", "another card than the one just played has to be moved")
    require(card.row is not move.row, "same-row", "the card has to go to another row")
    space = first_free(lines_of(state.players[seat].saga)[move.row])
    if space is None:
        raise IllegalMove("row-full", "that row takes no more cards")
    place = Place(move.row, space)
    require(_may_move(state, seat, card, place), "geis-forbids", "the placement rule of the row forbids it")
    return OwnCardMoved(seat, card.card, place)


def _may_move(state: State, seat: Seat, card: SagaCard, place: Place) -> bool:
    """Tested after the card has left its place; none of its own effects exempts it."""
    lines = lines_of(other for other in state.players[seat].saga if other is not card)
    return state.allows(replace(card, row=place.row, space=place.space), lines)


def _moves_of_own(state: State, seat: Seat) -> Iterator[Move]:
    saga = state.players[seat].saga
    lines = lines_of(saga)
    free = [Place(row, space) for row in ROWS if (space := first_free(lines[row]))]
    for card in in_order(saga):
        for place in free:
            movable = card.card != state.played and card.row is not place.row
            if movable and _may_move(state, seat, card, place):
                yield MoveOwn(card.place, place.row)


# exchange


def swap_own(state: State, seat: Seat, move: SwapOwn, _dice: Dice) -> Event:
    """Two different cards; placement rules do not apply. Raises IllegalMove."""
    require_offer(state, EffectOp.SWAP_CARDS)
    _card_at(state, seat, move.first)
    _card_at(state, seat, move.second)
    require(move.first != move.second, "same-space", "two different cards have to be named")
    return OwnCardsSwapped(seat, move.first, move.second)


def _swaps(state: State, seat: Seat) -> Iterator[Move]:
    places = [card.place for card in in_order(state.players[seat].saga)]
    return (SwapOwn(first, second) for first, second in combinations(places, 2))


# dye


def colour_supply(state: State) -> Mapping[Colour, int]:
    """The colour tokens that lie on no card."""
    shown = [card.colour for card in _cards_on_table(state) if card.colour is not CARDS[card.card].colour]
    return {colour: number - shown.count(colour) for colour, number in FACTS.colour_tokens.items()}


def _cards_on_table(state: State) -> list[SagaCard]:
    """All cards of sagas, but for those whose colour was chosen without a token."""
    return [card for player in state.players for card in player.saga if card.card not in state.chosen]


def recolour(state: State, seat: Seat, move: Recolour, _dice: Dice) -> Event:
    """Another colour, by a token or by taking one off. Raises IllegalMove."""
    require_offer(state, EffectOp.RECOLOUR)
    card = _card_at(state, seat, move.place)
    require(card.colour is not move.colour, "same-colour", "the card has that colour already")
    printed = CARDS[card.card].colour is move.colour
    require(printed or colour_supply(state)[move.colour] > 0, "no-token", "no token of that colour is left")
    return CardRecoloured(seat, move.place, move.colour)


def _recolourings(state: State, seat: Seat) -> Iterator[Move]:
    supply = colour_supply(state)
    for card in in_order(state.players[seat].saga):
        for colour in Colour:
            available = supply[colour] > 0 or CARDS[card.card].colour is colour
            if available and colour is not card.colour:
                yield Recolour(card.place, colour)


# retell


def value_supply(state: State) -> Mapping[int, int]:
    """The value tokens that lie on no card."""
    shown = [card.value for player in state.players for card in player.saga if card.value != CARDS[card.card].value]
    return {value: number - shown.count(value) for value, number in FACTS.value_tokens.items()}


def revalue(state: State, seat: Seat, move: Revalue, _dice: Dice) -> Event:
    """Another value that is not too far away, by a token or by taking one off. Raises IllegalMove."""
    effect = require_offer(state, EffectOp.REVALUE)
    card, supply = _card_at(state, seat, move.place), value_supply(state)
    require(move.value in supply, "value-unknown", f"values are from 1 to {max(supply)}")
    require(card.value != move.value, "same-value", "the card has that value already")
    near = abs(card.value - move.value) <= effect.number
    require(near, "value-change", f"the value changes by {effect.number} at most")
    printed = CARDS[card.card].value == move.value
    require(printed or supply[move.value] > 0, "no-token", "no token of that value is left")
    return CardRevalued(seat, move.place, move.value)


def _revaluations(state: State, seat: Seat) -> Iterator[Move]:
    supply, most = value_supply(state), effect_on_offer(state).number
    for card in in_order(state.players[seat].saga):
        for value in range(max(1, card.value - most), min(max(supply), card.value + most) + 1):
            available = supply[value] > 0 or CARDS[card.card].value == value
            if available and value != card.value:
                yield Revalue(card.place, value)


# second_sight


def _draws(state: State, _seat: Seat) -> Iterator[Move]:
    if state.deck or state.discards:
        yield DrawCards()


def draw_cards(state: State, seat: Seat, _move: DrawCards, dice: Dice) -> Event:
    """As many as there are, up to the number of the effect. Raises IllegalMove."""
    cards, reshuffled = draw(state, require_offer(state, EffectOp.DRAW_DISCARD).number, "effect", dice)
    return CardsDrawn(seat, len(cards), reshuffled, cards)


def discard_two(state: State, seat: Seat, move: DiscardTwo, _dice: Dice) -> Event:
    """As many different cards of the hand as were drawn, in any order. Raises IllegalMove."""
    require(len(move.cards) == state.drawn, "discard-count", f"{state.drawn} cards have to be discarded")
    require(len(set(move.cards)) == len(move.cards), "same-card", "different cards have to be named")
    held = set(move.cards) <= set(state.players[seat].hand)
    require(held, "card-not-in-hand", "this seat does not hold that card")
    return CardsDiscarded(seat, move.cards)


def discarding_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every set of cards, each in the order of ids."""
    return tuple(DiscardTwo(cards) for cards in combinations(sorted(state.players[seat].hand), state.drawn))


# All


_TARGETS: Mapping[EffectOp, Callable[[State, Seat], Iterator[Move]]] = {
    EffectOp.MOVE_CARD: _moves_of_own,
    EffectOp.SWAP_CARDS: _swaps,
    EffectOp.RECOLOUR: _recolourings,
    EffectOp.REVALUE: _revaluations,
    EffectOp.DRAW_DISCARD: _draws,
}


def effect_choices(state: State, seat: Seat) -> Iterator[Move]:
    """Everything that the effect on offer can be used for."""
    return _TARGETS[effect_on_offer(state).op](state, seat)
