"""The moves and events that both games have. Cards are named by their kind, towns and roads by their id."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from sagahall.games.elfenboard.board import Transport
from sagahall.games.kernel import Only, Public, Seat

# Moves


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing this time."""


@dataclass(frozen=True, slots=True)
class Step:
    """Travel along a road for exactly the cards of the chart."""

    road: str


@dataclass(frozen=True, slots=True)
class Discard:
    """Cut the hand to the limit."""

    cards: tuple[Transport, ...]


# Events


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """The first player of the first round is known."""

    first: Public[Seat]


@dataclass(frozen=True, slots=True)
class HomeDealt:
    """A seat was dealt its secret home town."""

    seat: Public[Seat]
    town: Annotated[str | None, Only("seat")]


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A round begins."""

    round: Public[int]
    first: Public[Seat]


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """A seat was dealt travel cards."""

    seat: Public[Seat]
    count: Public[int]
    cards: Annotated[tuple[Transport, ...], Only("seat")]


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat did nothing; forced if there was nothing that it could do."""

    seat: Public[Seat]
    forced: Public[bool]


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """A seat cut its hand."""

    seat: Public[Seat]
    cards: Public[tuple[Transport, ...]]


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """All have moved: what lay on the board went away."""

    round: Public[int]


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat left the match. What it held went back unseen."""

    seat: Public[Seat]


@dataclass(frozen=True, slots=True)
class HomeRevealed:
    """The home town of a seat was shown at the end."""

    seat: Public[Seat]
    town: Public[str]


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over: `last_round`, `all_towns` or `all_left`."""

    ending: Public[str]
