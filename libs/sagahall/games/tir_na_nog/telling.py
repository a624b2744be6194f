"""Taking cards and adding them to the saga (specification, sections 6.2 to 6.4)."""

from __future__ import annotations

from collections.abc import Iterator

from sagahall.games.kernel import Dice, Seat
from sagahall.games.tir_na_nog.cards import INSTANT, Card, EffectOp
from sagahall.games.tir_na_nog.effects import effect_choices
from sagahall.games.tir_na_nog.evolve import evolve
from sagahall.games.tir_na_nog.facts import CARDS
from sagahall.games.tir_na_nog.moves import (
    CardDiscarded,
    CardPlayed,
    CardTaken,
    DiscardCard,
    Event,
    Move,
    PlayCard,
    TakeCard,
    TakeStray,
)
from sagahall.games.tir_na_nog.refusing import require
from sagahall.games.tir_na_nog.saga import (
    LAST_SPACE,
    ROWS,
    SPACES,
    Line,
    Lines,
    Place,
    SagaCard,
    first_free,
    lines_of,
)
from sagahall.games.tir_na_nog.state import Bard, State

# Taking


def take_card(state: State, seat: Seat, move: TakeCard, _dice: Dice) -> Event:
    """A card that the bard touches. Raises IllegalMove."""
    require(not state.echtra, "wrong-step", "only stray bards are left")
    require(Bard(seat, move.spot) in state.bards, "no-bard-there", "no bard of this seat stands there")
    touched = [lying.card for lying in state.touched(move.spot) if lying.cell == move.cell]
    require(bool(touched), "card-not-touching", "the bard touches no card there")
    return CardTaken(seat, move.spot, move.cell, touched[0])


def take_stray(state: State, seat: Seat, move: TakeStray, _dice: Dice) -> Event:
    """Any card that is left. Raises IllegalMove."""
    require(state.echtra, "wrong-step", "the Echtra begins when only stray bards are left")
    left = [lying.card for lying in state.otherworld if lying.cell == move.cell]
    require(bool(left), "no-card-there", "no card is left there")
    return CardTaken(seat, state.spots_of(seat)[0].id, move.cell, left[0])


def taking_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """The cards that the bards of the seat touch; in the Echtra all that are left."""
    if state.echtra:
        return tuple(TakeStray(lying.cell) for lying in state.otherworld)
    return tuple(TakeCard(spot.id, lying.cell) for spot in state.spots_of(seat) for lying in state.touched(spot.id))


# Playing


def open_spaces(card: Card, line: Line) -> tuple[int, ...]:
    """The spaces of a row to which the card might go, the placement rule apart."""
    if card.has(EffectOp.EXTRA_SLOT) and all(line[1 : SPACES + 1]) and line[LAST_SPACE] is None:
        return (LAST_SPACE,)
    free = first_free(line)
    if free is None:
        return ()
    beside = free + 1
    may_skip = card.has(EffectOp.LEAVE_GAP) and beside <= SPACES and line[beside] is None
    return (free, beside) if may_skip else (free,)


def may_lie(state: State, card: Card, place: Place, lines: Lines) -> bool:
    """Whether the placement rule of the row, if it binds the card, lets it be placed there."""
    placed = SagaCard(card.id, place.row, place.space, card.colour, card.value)
    return card.has(EffectOp.IGNORE_GEIS) or state.allows(placed, lines)


def play_card(state: State, seat: Seat, move: PlayCard, _dice: Dice) -> Event:
    """To a space that is open to the card, by the row's placement rule. Raises IllegalMove."""
    require(move.card in state.players[seat].hand, "card-not-in-hand", "this seat does not hold that card")
    card, lines = CARDS[move.card], lines_of(state.players[seat].saga)
    spaces = open_spaces(card, lines[move.place.row])
    require(bool(spaces), "row-full", "that row takes no more cards")
    require(move.place.space in spaces, "space-not-first-free", f"there the card goes to space {spaces[0]}")
    require(may_lie(state, card, move.place, lines), "geis-forbids", "the placement rule of the row forbids it")
    return CardPlayed(seat, card.id, move.place, _offers(state, seat, card, move.place))


def _offers(state: State, seat: Seat, card: Card, place: Place) -> bool:
    """Whether the card, once played, has an instant effect with a target."""
    if card.effect is None or card.effect.op not in INSTANT:
        return False
    return any(True for _ in effect_choices(evolve(state, CardPlayed(seat, card.id, place, offers=True)), seat))


def discard_card(state: State, seat: Seat, move: DiscardCard, _dice: Dice) -> Event:
    """Only if no card of the hand can be played. Raises IllegalMove."""
    require(move.card in state.players[seat].hand, "card-not-in-hand", "this seat does not hold that card")
    require(not any(True for _ in _plays(state, seat)), "must-play", "a card of the hand can be played")
    return CardDiscarded(seat, move.card)


def playing_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every play; if there is none, every discard."""
    return tuple(_plays(state, seat)) or tuple(map(DiscardCard, state.players[seat].hand))


def _plays(state: State, seat: Seat) -> Iterator[PlayCard]:
    player = state.players[seat]
    lines = lines_of(player.saga)
    for card in map(CARDS.__getitem__, player.hand):
        for row in ROWS:
            for space in open_spaces(card, lines[row]):
                if may_lie(state, card, Place(row, space), lines):
                    yield PlayCard(card.id, Place(row, space))
