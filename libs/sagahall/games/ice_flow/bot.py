"""A bot that looks one turn ahead for the cheapest ways to Siberia.

It knows for every space how many ropes and fish the cheapest way from there to Siberia takes over the ice as it lies. A
position is as good as its explorers are near by that measure, its rucksack full, and its explorers arrived. From that
follows what it does:

- It tries every drift and turn of a floe, each with the best action of an explorer that is possible then, and takes the
  best pair; an item that lies at the end of a move counts as picked up. It draws a new floe when that gains more.
- It ends its turn when no action of an explorer gains anything.
- It places floes where they bring its explorers nearest, and takes whatever item it may, of the kind it lacks. With
  an empty rucksack it wants ice to drift to where its explorers wait.
- It sends bears to the others' explorers, and to its own only if there is no other way; it flees the cheapest way.

It does not think of what others will do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sagahall.games.ice_flow.bot_efforts import efforts, waiting
from sagahall.games.ice_flow.evolve import fold
from sagahall.games.ice_flow.facts import FISH_FOR_A_ROPE, SIBERIA
from sagahall.games.ice_flow.moves import (
    Collect,
    Drift,
    EndTurn,
    Fish,
    Move,
    MoveExplorer,
    Reveal,
    Rotate,
    SendBear,
)
from sagahall.games.ice_flow.paths import Chart
from sagahall.games.ice_flow.rules import decide
from sagahall.games.ice_flow.rules_explorers import fishing_problem
from sagahall.games.ice_flow.state import Expedition, Ground, State, Step
from sagahall.games.ice_flow.view import View
from sagahall.games.kernel import Dice, Seat

_ITEM = 0.6
"""What an item in the rucksack is worth, measured against one that the way takes."""
_FIRST_ROPE = 0.15
_FIRST_FISH = 0.35
"""What it is worth to have a rope, or a fish, at all."""
_ARRIVED = 1.5
_NEW_FLOE = 0.5
"""What an explorer in Siberia is worth, and a floe that is still to be drawn."""
_WAIT = 0.2
"""What it costs with an empty rucksack that ice has to drift once more until an explorer can step on it."""
_WHIM = 0.001
"""A hundredth of what chance may add to an ice action: it breaks ties, and routines that lead nowhere."""
_THREAT = 2.0
"""What it is worth to drive another's explorer away."""

_Choice = tuple[float, Move]


def advise(view: View, moves: tuple[Move, ...], dice: Dice) -> Move:
    """The move that the bot makes for the viewer, one of the given ones."""
    assert view.viewer is not None
    choices = _CHOICES.get(view.step, _tried)(view.state, view.viewer, moves, dice)
    return max(choices, key=lambda choice: choice[0])[1]


def _worth(state: State, seat: Seat, away: Mapping[str, float]) -> float:
    """How good a position is for the seat."""
    own = state.expeditions[seat]
    stranded = own.explorers if not own.rope + own.fish else ()
    waits = sum(waiting(state, at) for at in stranded if at not in SIBERIA)
    return _pack(own.rope, own.fish) + _ARRIVED * own.arrived - sum(away[at] for at in own.explorers) - _WAIT * waits


def _pack(rope: int, fish: int) -> float:
    """How good a rucksack is."""
    return _ITEM * (rope + fish) + _FIRST_ROPE * (rope > 0) + _FIRST_FISH * (fish > 0)


def _tried(state: State, seat: Seat, moves: tuple[Move, ...], dice: Dice) -> Iterator[_Choice]:
    """Every move by what comes of it."""
    for move in moves:
        after = fold(state, decide(state, seat, move, dice))
        yield _worth(after, seat, efforts(after, seat)), move


def _turn(state: State, seat: Seat, moves: tuple[Move, ...], dice: Dice) -> Iterator[_Choice]:
    """The ice first, with the explorers in mind; then the explorers."""
    ice = tuple(move for move in moves if isinstance(move, Drift | Rotate | Reveal))
    if state.ice_done or not ice:
        yield 0.0, EndTurn()
        yield from _explorer_gains(state, seat, efforts(state, seat))
        return
    for move in ice:
        surprise = isinstance(move, Reveal)
        after = state if surprise else fold(state, decide(state, seat, move, dice))
        away = efforts(after, seat)
        gains = () if state.explorer_done else (gain for gain, _ in _explorer_gains(after, seat, away))
        whim = _WHIM * dice.below("whim", 100)
        yield _worth(after, seat, away) + max((0.0, *gains)) + _NEW_FLOE * surprise + whim, move


def _explorer_gains(state: State, seat: Seat, away: Mapping[str, float]) -> Iterator[_Choice]:
    """What each action of an explorer makes better."""
    chart, own = Chart(state, seat), state.expeditions[seat]
    before = _pack(own.rope, own.fish)
    for explorer, start in enumerate(own.explorers, start=1):
        for journey in chart.journeys(start, own):
            paid, end = own.paying(journey.ropes, journey.fish), journey.path[-1]
            nearer = away[start] - away[end] + _ARRIVED * (end in SIBERIA)
            yield nearer + _with_item(paid, chart.ground(end)) - before, MoveExplorer(explorer, journey.path)
        if fishing_problem(state, seat, start) is None:
            catch = min(FISH_FOR_A_ROPE, own.free_slots + 1)
            yield _pack(own.rope - 1, own.fish + catch) - before, Fish(explorer)
        for item in () if (ground := chart.ground(start)) is None or not own.free_slots else ground.items:
            held = own.holding(item)
            yield _pack(held.rope, held.fish) - before, Collect(explorer, item)


def _with_item(own: Expedition, ground: Ground | None) -> float:
    """How good the rucksack will be when the best item of the ground is taken."""
    found = () if ground is None or not own.free_slots else ground.items
    return max(_pack(one.rope, one.fish) for one in (own, *map(own.holding, found)))


def _bears(state: State, seat: Seat, moves: tuple[Move, ...], dice: Dice) -> Iterator[_Choice]:
    """Where a bear does others most harm, and oneself least."""
    for worth, move in _tried(state, seat, moves, dice):
        assert isinstance(move, SendBear)
        own = state.expeditions[seat].explorers.count(move.to)
        yield worth + _THREAT * (state.crowd(move.to) - 3 * own), move


_CHOICES: Mapping[Step, Callable[[State, Seat, tuple[Move, ...], Dice], Iterator[_Choice]]] = {
    Step.TURN: _turn,
    Step.SEND_BEAR: _bears,
}
