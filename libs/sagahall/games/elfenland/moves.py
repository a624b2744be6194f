"""The moves and events of Elfenland. Cards and counters are named by their kind, towns and roads by their id."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.moves import (
    CardsDealt,
    CardsDiscarded,
    Discard,
    HomeDealt,
    HomeRevealed,
    MatchEnded,
    MatchStarted,
    Pass,
    Passed,
    RoundEnded,
    RoundStarted,
    SeatLeft,
    Step,
)
from sagahall.games.elfenland.state import Phase
from sagahall.games.kernel import Only, Public, Seat

# Moves


@dataclass(frozen=True, slots=True)
class ShowHidden:
    """Lay the hidden counter just drawn face up (`moon`)."""


@dataclass(frozen=True, slots=True)
class KeepHidden:
    """Leave the hidden counter just drawn face down (`moon`)."""


@dataclass(frozen=True, slots=True)
class TakeOpen:
    """Take one of the open counters."""

    counter: Transport


@dataclass(frozen=True, slots=True)
class TakeBlind:
    """Take a counter from the face-down ones; it is turned up."""


@dataclass(frozen=True, slots=True)
class PlaceCounter:
    """Place one of one's hidden or open counters on a road."""

    counter: Transport
    hidden: bool
    road: str


@dataclass(frozen=True, slots=True)
class PlaceObstacle:
    """Place one's obstacle on a road with a counter."""

    road: str


@dataclass(frozen=True, slots=True)
class KeepCounter:
    """Keep this counter for the next round and give all others back."""

    counter: Transport
    hidden: bool


@dataclass(frozen=True, slots=True)
class KeepObstacle:
    """Keep the obstacle and give all counters back (option `obstacle_counts_as_kept`)."""


@dataclass(frozen=True, slots=True)
class Caravan:
    """Travel along a road for cards of any kinds: by caravan, or with the ferrymen of Mare Nebulae."""

    road: str
    cards: tuple[Transport, ...]


@dataclass(frozen=True, slots=True)
class EndMove:
    """Travel no further this round."""


Move: TypeAlias = (
    ShowHidden
    | KeepHidden
    | TakeOpen
    | TakeBlind
    | PlaceCounter
    | PlaceObstacle
    | Pass
    | KeepCounter
    | KeepObstacle
    | Step
    | Caravan
    | EndMove
    | Discard
)


# Events


@dataclass(frozen=True, slots=True)
class CountersTurnedUp:
    """Face-down counters were turned up to be chosen from."""

    counters: Public[tuple[Transport, ...]]


@dataclass(frozen=True, slots=True)
class PhaseStarted:
    """A phase of the round begins."""

    phase: Public[Phase]


@dataclass(frozen=True, slots=True)
class HiddenCounterDrawn:
    """A seat drew a face-down counter for itself."""

    seat: Public[Seat]
    counter: Annotated[Transport, Only("seat")]


@dataclass(frozen=True, slots=True)
class HiddenCounterShown:
    """A seat laid the counter just drawn face up."""

    seat: Public[Seat]
    counter: Public[Transport]


@dataclass(frozen=True, slots=True)
class HiddenCounterKept:
    """A seat left the counter just drawn face down."""

    seat: Public[Seat]


@dataclass(frozen=True, slots=True)
class OpenCounterTaken:
    """A seat took an open counter; another one was turned up in its place, unless the pile was empty."""

    seat: Public[Seat]
    counter: Public[Transport]
    replacement: Public[Transport | None]


@dataclass(frozen=True, slots=True)
class BlindCounterTaken:
    """A seat took a face-down counter and turned it up."""

    seat: Public[Seat]
    counter: Public[Transport]


@dataclass(frozen=True, slots=True)
class CounterPlaced:
    """A counter, until then hidden or open, was placed on a road."""

    seat: Public[Seat]
    counter: Public[Transport]
    hidden: Public[bool]
    road: Public[str]


@dataclass(frozen=True, slots=True)
class ObstaclePlaced:
    """A seat placed its obstacle."""

    seat: Public[Seat]
    road: Public[str]


@dataclass(frozen=True, slots=True)
class CounterKept:
    """A seat kept one counter, an open or a hidden one, and gave all others back."""

    seat: Public[Seat]
    open_counter: Public[Transport | None]
    hidden_counter: Annotated[Transport | None, Only("seat")]


@dataclass(frozen=True, slots=True)
class ObstacleKept:
    """A seat kept its obstacle and gave all counters back."""

    seat: Public[Seat]


@dataclass(frozen=True, slots=True)
class Travelled:
    """A boot went along a road to a town, collecting the seat's marker if it was still there."""

    seat: Public[Seat]
    road: Public[str]
    town: Public[str]
    cards: Public[tuple[Transport, ...]]
    caravan: Public[bool]
    collected: Public[bool]


@dataclass(frozen=True, slots=True)
class MoveEnded:
    """A seat travels no further this round; forced if it had no cards left."""

    seat: Public[Seat]
    forced: Public[bool]


Event: TypeAlias = (
    MatchStarted
    | HomeDealt
    | RoundStarted
    | CardsDealt
    | CountersTurnedUp
    | PhaseStarted
    | HiddenCounterDrawn
    | HiddenCounterShown
    | HiddenCounterKept
    | OpenCounterTaken
    | BlindCounterTaken
    | CounterPlaced
    | ObstaclePlaced
    | Passed
    | CounterKept
    | ObstacleKept
    | Travelled
    | MoveEnded
    | CardsDiscarded
    | RoundEnded
    | SeatLeft
    | HomeRevealed
    | MatchEnded
)
