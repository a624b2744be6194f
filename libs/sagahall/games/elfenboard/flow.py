"""What happens by itself after a move, until somebody has a choice again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

S = TypeVar("S")
E = TypeVar("E")


def run_on(
    state: S, events: tuple[E, ...], following: Callable[[S], tuple[E, ...]], evolve: Callable[[S, Any], S]
) -> tuple[E, ...]:
    """The events, and everything that follows from them by itself."""
    state = fold(state, events, evolve)
    while more := following(state):
        events += more
        state = fold(state, more, evolve)
    return events


def fold(state: S, events: Iterable[E], evolve: Callable[[S, Any], S]) -> S:
    """The state after the events."""
    for event in events:
        state = evolve(state, event)
    return state
