"""The table of Tír na nÓg: who holds what, where the bards stand, and whose choice is awaited."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeAlias

from sagahall.games.kernel import Seat
from sagahall.games.tir_na_nog.cards import Colour
from sagahall.games.tir_na_nog.facts import CARDS, FACES, GRIDS
from sagahall.games.tir_na_nog.otherworld import Cell, Grid, Spot
from sagahall.games.tir_na_nog.placements import allows
from sagahall.games.tir_na_nog.saga import ROWS, Lines, Place, SagaCard, above

Actor: TypeAlias = Seat | None
"""A seat, or None for Balor, who is no seat."""


class Phase(Enum):
    """The part of the round, and of the match (specification, section 6)."""

    SETUP = "setup"
    JOURNEY = "journey"
    SAGA = "saga"
    ECHTRA = "echtra"
    UPKEEP = "upkeep"
    SCORING = "scoring"
    OVER = "over"


class Step(Enum):
    """What is to be done next."""

    SET_UP = "set_up"
    DEAL = "deal"
    GAZE = "gaze"
    PLACE_BARD = "place_bard"
    TAKE_CARD = "take_card"
    PLAY_CARD = "play_card"
    USE_EFFECT = "use_effect"
    DISCARD_DRAWN = "discard_drawn"
    BEGIN_ECHTRA = "begin_echtra"
    TRIM_HANDS = "trim_hands"
    CHOOSE_COLOUR = "choose_colour"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class CellCard:
    """A card of the Otherworld."""

    cell: Cell
    card: str


@dataclass(frozen=True, slots=True)
class Bard:
    """A bard in the Otherworld; of Balor, if it is no seat's."""

    seat: Seat | None
    spot: str


@dataclass(frozen=True, slots=True)
class Player:
    """What a seat, or Balor, has. The hand, and the card chosen to be discarded in the upkeep, are secret."""

    hand: tuple[str, ...] = ()
    saga: tuple[SagaCard, ...] = ()
    """In the order in which the cards were played."""
    discard: str | None = None
    """Still in the hand until all have chosen."""
    left: bool = False

    def at(self, place: Place) -> SagaCard | None:
        """The card of the saga in that space."""
        return next((card for card in self.saga if card.row is place.row and card.space == place.space), None)


@dataclass(frozen=True, slots=True)
class Score:
    """What a saga is worth. Rows are from top to bottom, regions and sizes in the order of the colours."""

    seat: Seat | None
    base: int
    """What Balor starts with."""
    effects: int
    rows: tuple[int, ...]
    regions: tuple[int, ...]
    sizes: tuple[int, ...]
    """The cards of the largest region of each colour, landmarks included."""
    largest: int
    """The largest of them: it decides ties."""
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A match. The deck has no order: a draw takes any card that lies nowhere else."""

    faces: tuple[str, ...]
    """The geis of each row, from top to bottom; before the set-up `random` where it is to be drawn."""
    players: tuple[Player, ...]
    balor: Player | None
    """Only in solo play."""
    difficulty: str | None
    gaze: Colour | None = None
    step: Step = Step.SET_UP
    echtra: bool = False
    round: int = 1
    first: Seat | None = 0
    turn: Seat | None = 0
    otherworld: tuple[CellCard, ...] = ()
    bards: tuple[Bard, ...] = ()
    used: tuple[str, ...] = ()
    """The cards whose permits were used in this Journey, once for each use."""
    played: str | None = None
    """The card whose instant effect is on offer."""
    drawn: int = 0
    """Cards that were drawn by it and have to be discarded."""
    discards: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    """The cards whose colour was chosen before the scoring."""
    ending: str | None = None
    scores: tuple[Score, ...] = ()

    @property
    def grid(self) -> Grid:
        """The Otherworld as it is when it is full."""
        return GRIDS[len(self.players)]

    @property
    def actors(self) -> tuple[Actor, ...]:
        """All seats in clockwise order, and Balor."""
        seats = range(len(self.players))
        return tuple(seats) if self.balor is None else (*seats, None)

    @property
    def deck(self) -> tuple[str, ...]:
        """The cards that lie nowhere else, in the order of the data file."""
        elsewhere = {*self.discards, *(lying.card for lying in self.otherworld)}
        for player in map(self.player, self.actors):
            elsewhere.update(player.hand, (card.card for card in player.saga))
        return tuple(card for card in CARDS if card not in elsewhere)

    def allows(self, card: SagaCard, lines: Lines) -> bool:
        """Whether the geis of its row lets the card be placed where it says, among the other cards of its saga."""
        face = FACES[self.faces[ROWS.index(card.row)]]
        return allows(face.placement, card, lines[card.row], above(lines, card.row))

    def player(self, actor: Actor) -> Player:
        """What the actor has."""
        if actor is not None:
            return self.players[actor]
        assert self.balor is not None
        return self.balor

    def with_player(self, actor: Actor, /, **changes: Any) -> State:
        """The table after a change of what the actor has."""
        changed = replace(self.player(actor), **changes)
        if actor is None:
            return replace(self, balor=changed)
        return replace(self, players=(*self.players[:actor], changed, *self.players[actor + 1 :]))

    def touched(self, spot: str) -> tuple[CellCard, ...]:
        """The cards, still there, that a bard at the spot touches."""
        cells = self.grid.spots[spot].cells
        return tuple(lying for lying in self.otherworld if lying.cell in cells)

    def active_bards(self) -> tuple[Bard, ...]:
        """The bards that touch a card; the others are stray."""
        left = {lying.cell for lying in self.otherworld}
        return tuple(bard for bard in self.bards if not left.isdisjoint(self.grid.spots[bard.spot].cells))

    def spots_of(self, actor: Actor) -> tuple[Spot, ...]:
        """Where the bards of the actor stand, in the order of spots, each spot once."""
        spots = {bard.spot for bard in self.bards if bard.seat == actor}
        return tuple(sorted((self.grid.spots[spot] for spot in spots), key=lambda spot: spot.rank))


def clockwise(state: State, after: Actor) -> Iterator[Actor]:
    """Everybody once, beginning with the left neighbour of the actor, who comes last."""
    return _around(state, after, 1)


def counter_clockwise(state: State, after: Actor) -> Iterator[Actor]:
    """Everybody once, beginning with the right neighbour of the actor, who comes last."""
    return _around(state, after, -1)


def _around(state: State, after: Actor, direction: int) -> Iterator[Actor]:
    actors = state.actors
    start = actors.index(after)
    for step in range(1, len(actors) + 1):
        actor = actors[(start + direction * step) % len(actors)]
        if not state.player(actor).left:
            yield actor
