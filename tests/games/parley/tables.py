"""Tables of parley that are laid out by hand."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from sagahall.games.kernel import LeaveReason, Seat
from sagahall.games.parley.game import PARLEY
from sagahall.games.parley.moves import Event, Move
from sagahall.games.parley.state import Card, Envoy, State, Suit, Talking
from sagahall.match.dice import HmacDice

DICE = HmacDice(bytes(32), "parley", 1)


def crown(rank: int) -> Card:
    return Card(Suit.CROWN, rank)


def sword(rank: int) -> Card:
    return Card(Suit.SWORD, rank)


def ship(rank: int) -> Card:
    return Card(Suit.SHIP, rank)


def sealing(*hands: tuple[Card, ...], rounds: int = 2, coins: int = 5) -> State:
    """A round begins with these hands; the ship 10 is buried."""
    return State(rounds, True, tuple(Envoy(coins, hand) for hand in hands), buried=ship(10))


def talking(*hands: tuple[Card, ...], rounds: int = 2, coins: int = 5) -> State:
    """All cards are revealed and seat 0 has the first turn."""
    return replace(sealing(*hands, rounds=rounds, coins=coins), stage=Talking(tuple(range(len(hands)))))


def play_events(state: State, events: tuple[Event, ...]) -> State:
    return reduce(PARLEY.evolve, events, state)


def play(state: State, *moves: tuple[Seat, Move]) -> State:
    """The table after the moves."""
    for seat, move in moves:
        state = play_events(state, PARLEY.decide(state, seat, move, DICE))
    return state


def leave(state: State, *seats: Seat) -> State:
    """The table after the seats have left."""
    for seat in seats:
        state = play_events(state, PARLEY.leave(state, seat, LeaveReason.RESIGNED, DICE))
    return state
