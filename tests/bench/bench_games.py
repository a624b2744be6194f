"""How fast the rules of each game are, on one core: listing moves, making them, and whole matches played at random.

There is no floor: the times are what they are. They are times of the processor, so that other work on the machine
counts as little as possible.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, TypeVar

from sagahall.games.kernel import AnyGame
from sagahall.games.registry import GAMES
from sagahall.match.dice import HmacDice

T = TypeVar("T")

SECONDS = 3.0
"""Processor time for each game and number of seats."""


@dataclass(slots=True)
class Stopwatch:
    """Microseconds of processor time of many calls."""

    times: list[float] = field(default_factory=list)

    def run(self, call: Callable[[], T]) -> T:
        """Times one call."""
        started = time.process_time_ns()
        result = call()
        self.times.append((time.process_time_ns() - started) / 1000)
        return result


def measure() -> list[dict[str, object]]:
    """For each game with its fewest (but two if it can) and its most seats: microseconds, and matches per second."""
    figures: list[dict[str, object]] = []
    for game in GAMES.values():
        variant = game.variants[0]
        for seats in sorted({max(variant.min_seats, min(2, variant.max_seats)), variant.max_seats}):
            figures += _measure(game, seats)
    return figures


def _measure(game: AnyGame, seats: int) -> list[dict[str, object]]:
    listing, making = Stopwatch(), Stopwatch()
    started, matches = time.process_time(), 0
    while time.process_time() - started < SECONDS:
        _play(game, seats, matches, listing, making)
        matches += 1
    rate = matches / (time.process_time() - started)
    name = f"game.{game.name}.{seats}"
    return [
        _figure(f"{name}.legal_moves.p50", "us", statistics.median(listing.times)),
        _figure(f"{name}.legal_moves.p99", "us", statistics.quantiles(listing.times, n=100)[98]),
        _figure(f"{name}.decide_evolve.p50", "us", statistics.median(making.times)),
        _figure(f"{name}.random_matches", "matches/s", rate),
    ]


def _play(game: AnyGame, seats: int, number: int, listing: Stopwatch, making: Stopwatch) -> None:
    variant = game.variants[0]
    dice = HmacDice(number.to_bytes(32), "bench", 1)
    state = game.initial(variant.name, variant.resolve({}), seats)
    state = reduce(game.evolve, game.setup(state, dice), state)
    while to_act := game.to_act(state):
        seat = to_act[0]
        moves = listing.run(lambda state=state, seat=seat: game.legal_moves(state, seat))  # type: ignore[misc]
        move = dice.choice("move", moves)
        state = making.run(lambda state=state, seat=seat, move=move: _make(game, state, seat, move, dice))  # type: ignore[misc]


def _make(game: AnyGame, state: Any, seat: int, move: Any, dice: HmacDice) -> Any:
    return reduce(game.evolve, game.decide(state, seat, move, dice), state)


def _figure(name: str, unit: str, value: float) -> dict[str, object]:
    return {"name": name, "unit": unit, "value": round(value, 1), "floor": None, "ratio": None}


if __name__ == "__main__":
    print(*measure(), sep="\n")  # noqa: T201
