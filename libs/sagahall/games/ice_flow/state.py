"""The state of a match of Ice Flow. Nothing in it is hidden: bag and deck have no order until something is drawn.

Spaces are named by their id: ``2-4`` is column 2, row 4 of the sea; ``A1`` to ``A6`` are the stations of Alaska,
``S1`` to ``S4`` those of Siberia. Explorers are numbered within their seat, from 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from sagahall.games.ice_flow.facts import (
    BEARS,
    CARDS,
    EXPLORERS,
    FISH,
    ROPES,
    ROUGH,
    SIBERIA,
    SLOTS,
)
from sagahall.games.kernel import Seat


class Item(Enum):
    """What an expedition carries."""

    ROPE = "rope"
    FISH = "fish"


class Direction(Enum):
    """Which way a floe is turned, by one notch."""

    LEFT = "left"
    RIGHT = "right"


class Step(Enum):
    """What has to be done next (specification, sections 3 and 5)."""

    SETUP_EXPLORERS = "setup_explorers"
    SETUP_FLOES = "setup_floes"
    TURN = "turn"
    PLACE_FLOE = "place_floe"
    SEND_BEAR = "send_bear"
    FLEE = "flee"
    PICKUP = "pickup"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The options of a match."""

    max_rounds: int
    only_move_own_or_empty_floes: bool
    second_ice_action_instead_of_explorer: bool
    bear_rebound: bool


@dataclass(frozen=True, slots=True)
class Ground:
    """Where an explorer can rest at sea: a floe, with its tile and the notches that it was turned clockwise, or an
    island (no tile). Ropes, fish and bears lie and stand on it."""

    at: str
    tile: str | None
    rotation: int
    rope: int = 0
    fish: int = 0
    bears: int = 0

    def rough(self, direction: int) -> bool:
        """Whether the edge that faces the direction costs a rope."""
        return self.tile is not None and ROUGH[self.tile][self.rotation][direction]

    @property
    def items(self) -> tuple[Item, ...]:
        """The kinds of items that lie there."""
        return ((Item.ROPE,) if self.rope else ()) + ((Item.FISH,) if self.fish else ())

    def without(self, item: Item) -> Ground:
        """The ground after one item was taken."""
        return replace(self, rope=self.rope - 1) if item is Item.ROPE else replace(self, fish=self.fish - 1)


@dataclass(frozen=True, slots=True)
class Expedition:
    """What one seat has: the space of each explorer, and the rucksack that they share."""

    explorers: tuple[str, ...] = ()
    rope: int = 0
    fish: int = 0
    left: bool = False

    @property
    def free_slots(self) -> int:
        """How many items more the rucksack can hold."""
        return SLOTS - self.rope - self.fish

    @property
    def arrived(self) -> int:
        """How many explorers are in Siberia."""
        return sum(at in SIBERIA for at in self.explorers)

    def at(self, explorer: int) -> str:
        """Where the explorer is."""
        return self.explorers[explorer - 1]

    def moved(self, explorer: int, to: str) -> Expedition:
        """The expedition with one explorer elsewhere."""
        return replace(self, explorers=(*self.explorers[: explorer - 1], to, *self.explorers[explorer:]))

    def paying(self, rope: int, fish: int) -> Expedition:
        """The expedition after some items were spent."""
        return replace(self, rope=self.rope - rope, fish=self.fish - fish) if rope or fish else self

    def holding(self, item: Item) -> Expedition:
        """The expedition with one item more."""
        return replace(self, rope=self.rope + 1) if item is Item.ROPE else replace(self, fish=self.fish + 1)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A floe that was drawn from the bag, and the ice card that came with it, to be placed."""

    tile: str
    card: str


@dataclass(frozen=True, slots=True)
class Stock:
    """What lies nowhere, and nobody holds."""

    rope: int
    fish: int
    bears: int


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A match. Floes and islands stand in the order of their spaces."""

    rules: Rules
    expeditions: tuple[Expedition, ...]
    grounds: tuple[Ground, ...]
    discards: tuple[str, ...] = ()
    """The ice cards that were used since the deck was last shuffled."""
    turn: Seat = 0
    round: int = 0
    """The round, from 1; 0 during the set-up."""
    ice_done: bool = False
    explorer_done: bool = False
    drawn: Drawn | None = None
    mover: int | None = None
    """The explorer whose move is not over yet: bears have to be sent, or an item may be picked up."""
    offer: tuple[Item, ...] = ()
    """What lay where that explorer arrived."""
    bear_at: str | None = None
    """Where a bear came upon explorers who have not all fled yet."""
    ending: str | None = None

    @property
    def step(self) -> Step:
        """What has to be done next."""
        if self.ending is not None:
            return Step.OVER
        if self.round == 0:
            return Step.SETUP_EXPLORERS if self.drawn is None else Step.SETUP_FLOES
        if self.drawn is not None:
            return Step.PLACE_FLOE
        if self.bear_at is not None:
            return Step.FLEE
        if self.mover is None:
            return Step.TURN
        return Step.SEND_BEAR if self.bears_to_send else Step.PICKUP

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats that have not left."""
        return tuple(seat for seat, expedition in enumerate(self.expeditions) if not expedition.left)

    def clockwise(self, first: Seat) -> tuple[Seat, ...]:
        """The seats that have not left, from the first on."""
        present = self.present
        return (*(seat for seat in present if seat >= first), *(seat for seat in present if seat < first))

    def ground(self, at: str) -> Ground | None:
        """The floe or island at the space."""
        for ground in self.grounds:
            if ground.at == at:
                return ground
        return None

    def crowd(self, at: str) -> int:
        """How many explorers are at the space."""
        return sum(expedition.explorers.count(at) for expedition in self.expeditions)

    @property
    def mover_at(self) -> str | None:
        """Where the explorer stands whose move is not over yet."""
        return None if self.mover is None else self.expeditions[self.turn].at(self.mover)

    @property
    def bears_to_send(self) -> int:
        """The bears that the moving explorer met and has still to send on."""
        ground = None if self.mover_at is None else self.ground(self.mover_at)
        return 0 if ground is None else ground.bears

    @property
    def threatened(self) -> tuple[Seat, ...]:
        """The seats with explorers beside the bear, in the order in which they flee (specification, section 8)."""
        return tuple(seat for seat in self.clockwise(self.turn) if self.bear_at in self.expeditions[seat].explorers)

    @property
    def may_act_on_ice(self) -> bool:
        """Whether an ice action can still be taken in this turn."""
        second = self.rules.second_ice_action_instead_of_explorer and not self.explorer_done
        return not self.ice_done or second

    @property
    def floes(self) -> tuple[Ground, ...]:
        """The floes on the board."""
        return tuple(ground for ground in self.grounds if ground.tile is not None)

    @property
    def bag(self) -> tuple[str, ...]:
        """The floes that are still to be drawn."""
        out = {ground.tile for ground in self.grounds} | {self.drawn.tile if self.drawn else None}
        return tuple(tile for tile in ROUGH if tile not in out)

    @property
    def deck(self) -> tuple[str, ...]:
        """The ice cards that are still to be drawn before the others are shuffled."""
        out = {*self.discards, self.drawn.card if self.drawn else None}
        return tuple(card for card in CARDS if card not in out)

    @property
    def stock(self) -> Stock:
        """The ropes, fish and bears that are not in play."""
        holders: tuple[Ground | Expedition, ...] = (*self.grounds, *self.expeditions)
        return Stock(
            ROPES - sum(holder.rope for holder in holders),
            FISH - sum(holder.fish for holder in holders),
            BEARS - sum(ground.bears for ground in self.grounds),
        )

    @property
    def winner(self) -> Seat | None:
        """The seat whose explorers are all in Siberia."""
        return next((seat for seat in self.present if self.expeditions[seat].arrived == EXPLORERS), None)

    def with_expedition(self, seat: Seat, expedition: Expedition) -> tuple[Expedition, ...]:
        """The expeditions with one of them changed."""
        return (*self.expeditions[:seat], expedition, *self.expeditions[seat + 1 :])
