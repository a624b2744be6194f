"""The moves and events of Ice Flow. Everything that happens is public."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from sagahall.games.ice_flow.state import Direction, Item
from sagahall.games.kernel import Public, Seat

# Moves


@dataclass(frozen=True, slots=True)
class PlaceExplorer:
    """In the set-up: put the next explorer into a station of Alaska."""

    station: str


@dataclass(frozen=True, slots=True)
class PlaceFloe:
    """Put the floe that was drawn on a space, turned by so many notches clockwise."""

    at: str
    rotation: int


@dataclass(frozen=True, slots=True)
class Drift:
    """Let a floe drift with its current."""

    at: str


@dataclass(frozen=True, slots=True)
class Rotate:
    """Turn a floe by one notch."""

    at: str
    direction: Direction


@dataclass(frozen=True, slots=True)
class Reveal:
    """Draw a floe, with what comes with it, to be placed where a current enters the strait."""


@dataclass(frozen=True, slots=True)
class MoveExplorer:
    """Lead an explorer along a path: the spaces after the one where it stands."""

    explorer: int
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Collect:
    """Without moving, let an explorer take an item from where it stands."""

    explorer: int
    item: Item


@dataclass(frozen=True, slots=True)
class Fish:
    """Let an explorer on a floe fish with a rope."""

    explorer: int


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Do nothing more in this turn."""


@dataclass(frozen=True, slots=True)
class SendBear:
    """Send a bear that the moving explorer met to another floe or island."""

    to: str


@dataclass(frozen=True, slots=True)
class Flee:
    """Lead a threatened explorer away from the bear, to a neighbouring space or across one space of the sea."""

    explorer: int
    via: str | None
    to: str


@dataclass(frozen=True, slots=True)
class Helicopter:
    """Have the threatened explorer flown to a station of Alaska, as it cannot flee."""

    station: str


@dataclass(frozen=True, slots=True)
class Rebound:
    """Pay a fish and send the bear on; nowhere if it can go nowhere (option `bear_rebound`)."""

    to: str | None


@dataclass(frozen=True, slots=True)
class Pickup:
    """Take an item where the explorer arrived."""

    item: Item


@dataclass(frozen=True, slots=True)
class Skip:
    """Take nothing where the explorer arrived."""


Move: TypeAlias = (
    PlaceExplorer
    | PlaceFloe
    | Drift
    | Rotate
    | Reveal
    | MoveExplorer
    | Collect
    | Fish
    | EndTurn
    | SendBear
    | Flee
    | Helicopter
    | Rebound
    | Pickup
    | Skip
)


# Events


@dataclass(frozen=True, slots=True)
class ExplorerPlaced:
    """A seat put an explorer into a station."""

    seat: Public[Seat]
    explorer: Public[int]
    station: Public[str]


@dataclass(frozen=True, slots=True)
class FloeDrawn:
    """A floe was drawn from the bag and an ice card with it; the seat has to place the floe."""

    seat: Public[Seat]
    tile: Public[str]
    card: Public[str]


@dataclass(frozen=True, slots=True)
class FloePlaced:
    """The drawn floe was placed, with as much of what its card shows as the stock had."""

    seat: Public[Seat]
    at: Public[str]
    tile: Public[str]
    rotation: Public[int]
    rope: Public[int]
    fish: Public[int]
    bears: Public[int]


@dataclass(frozen=True, slots=True)
class FloeDrifted:
    """A floe drifted to another space with everything on it."""

    seat: Public[Seat]
    at: Public[str]
    to: Public[str]


@dataclass(frozen=True, slots=True)
class FloeLost:
    """A floe drifted off the board: it went back to the bag, what was on it to the stock."""

    seat: Public[Seat]
    at: Public[str]
    tile: Public[str]


@dataclass(frozen=True, slots=True)
class FloeTurned:
    """A floe was turned; the rotation is what it is now, in notches clockwise."""

    seat: Public[Seat]
    at: Public[str]
    rotation: Public[int]


@dataclass(frozen=True, slots=True)
class ExplorerMoved:
    """An explorer went along a path, for so many fish; a rope stayed on each floe named, as often as it is named."""

    seat: Public[Seat]
    explorer: Public[int]
    path: Public[tuple[str, ...]]
    fish: Public[int]
    ropes: Public[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class ItemTaken:
    """An explorer took an item from where it stands into the rucksack."""

    seat: Public[Seat]
    explorer: Public[int]
    at: Public[str]
    item: Public[Item]


@dataclass(frozen=True, slots=True)
class NothingTaken:
    """An explorer took nothing where it arrived."""

    seat: Public[Seat]
    explorer: Public[int]


@dataclass(frozen=True, slots=True)
class Fished:
    """An explorer caught so many fish with a rope, which went to the stock."""

    seat: Public[Seat]
    explorer: Public[int]
    fish: Public[int]


@dataclass(frozen=True, slots=True)
class BearSent:
    """A bear was sent from one space to another, or to the stock if it could go nowhere, for so many fish."""

    seat: Public[Seat]
    at: Public[str]
    to: Public[str | None]
    fish: Public[int]


@dataclass(frozen=True, slots=True)
class ExplorerFled:
    """An explorer fled from a bear along a path of one or two spaces; costs as for a move."""

    seat: Public[Seat]
    explorer: Public[int]
    path: Public[tuple[str, ...]]
    fish: Public[int]
    ropes: Public[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class ExplorerRescued:
    """An explorer that could not flee was flown to a station of Alaska."""

    seat: Public[Seat]
    explorer: Public[int]
    station: Public[str]


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """It is the turn of a seat."""

    seat: Public[Seat]
    round: Public[int]


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat left the match: its explorers are gone, its items are in the stock."""

    seat: Public[Seat]


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over: `siberia`, `last_round` or `all_left`."""

    ending: Public[str]


Event: TypeAlias = (
    ExplorerPlaced
    | FloeDrawn
    | FloePlaced
    | FloeDrifted
    | FloeLost
    | FloeTurned
    | ExplorerMoved
    | ItemTaken
    | NothingTaken
    | Fished
    | BearSent
    | ExplorerFled
    | ExplorerRescued
    | TurnStarted
    | SeatLeft
    | MatchEnded
)
