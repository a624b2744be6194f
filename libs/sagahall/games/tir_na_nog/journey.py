"""The Journey: where bards may be sent (specification, sections 5 and 6.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sagahall.games.kernel import Dice, IllegalMove, Seat
from sagahall.games.tir_na_nog.cards import Card, EffectOp
from sagahall.games.tir_na_nog.facts import CARDS
from sagahall.games.tir_na_nog.moves import BardPlaced, Event, Move, PlaceBard
from sagahall.games.tir_na_nog.otherworld import Spot, SpotKind
from sagahall.games.tir_na_nog.refusing import require
from sagahall.games.tir_na_nog.state import State

PERMITS: Mapping[SpotKind, EffectOp] = {
    SpotKind.GAP: EffectOp.JOURNEY_SHARE,
    SpotKind.CROSSING: EffectOp.JOURNEY_CROSSING,
    SpotKind.EDGE: EffectOp.JOURNEY_EDGE,
}
"""The effect that it takes to stand at a spot of the kind; at a gap, only where another bard stands already."""


def place_bard(state: State, seat: Seat, move: PlaceBard, _dice: Dice) -> Event:
    """A free gap is open to everybody, other spots take a permit. Raises IllegalMove."""
    spot = state.grid.spots.get(move.spot)
    if spot is None:
        raise IllegalMove("spot-unknown", "the Otherworld has no such spot")
    standing = _standing(state, spot)
    if spot.kind is SpotKind.GAP and not standing:
        require(move.permit is None, "permit-not-needed", "a free gap needs no permit")
    else:
        _require_permit(state, seat, spot, standing, move.permit)
    return BardPlaced(seat, move.spot, move.permit)


def _require_permit(state: State, seat: Seat, spot: Spot, standing: int, permit: str | None) -> None:
    gap = spot.kind is SpotKind.GAP
    permitted = gap or (spot.kind in PERMITS and permit is not None)
    require(permitted, "spot-forbidden", "bards stand in gaps between two cards")
    room = standing == 1 if gap else standing == 0
    require(room and permit is not None, "spot-occupied", "a bard stands there already")
    cards = [card for card in _permits(state, seat, spot.kind) if card.id == permit]
    require(bool(cards), "permit-wrong", "that is no card of the seat's saga that permits it")
    require(_unused(state, cards[0]), "permit-used", "that card has been used in this Journey")


def _standing(state: State, spot: Spot) -> int:
    return sum(bard.spot == spot.id for bard in state.bards)


def _permits(state: State, seat: Seat, kind: SpotKind) -> Iterator[Card]:
    """The cards of the saga that permit a bard to stand at spots of the kind, by id."""
    for card in sorted(card.card for card in state.players[seat].saga):
        if CARDS[card].has(PERMITS[kind]):
            yield CARDS[card]


def _unused(state: State, card: Card) -> bool:
    return card.effect is not None and state.used.count(card.id) < card.effect.number


def permits_of(state: State, seat: Seat) -> tuple[Card, ...]:
    """All cards of the seat that still permit something in this Journey."""
    return tuple(card for kind in PERMITS for card in _permits(state, seat, kind) if _unused(state, card))


def placing_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every free gap; then what permits allow, each spot by the first card that has a use left."""
    spots = [bard.spot for bard in state.bards]
    free = [PlaceBard(spot.id) for spot in state.grid.of_kind(SpotKind.GAP) if spot.id not in spots]
    permitted = [
        PlaceBard(spot.id, card.id)
        for kind in PERMITS
        if (card := next((card for card in _permits(state, seat, kind) if _unused(state, card)), None))
        for spot in state.grid.of_kind(kind)
        if spots.count(spot.id) == (1 if kind is SpotKind.GAP else 0)
    ]
    return (*free, *permitted)
