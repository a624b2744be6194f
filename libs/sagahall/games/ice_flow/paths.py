"""Where an explorer can go and what it costs (specification, section 7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sagahall.games.ice_flow.facts import (
    ALASKA,
    ALASKA_LIMIT,
    FISH_FACTOR,
    FLOE_LIMIT,
    ISLANDS,
    NOTCHES,
    ORDER,
    PATHS,
    ROPE_FACTORS,
    SIBERIA,
    SIDES,
    WATER,
)
from sagahall.games.ice_flow.state import Expedition, Ground, State
from sagahall.games.kernel import IllegalMove, Seat

_STATIONS = frozenset((*ALASKA, *SIBERIA))
_ALASKA = frozenset(ALASKA)
_SIBERIA = frozenset(SIBERIA)


@dataclass(frozen=True, slots=True)
class Toll:
    """What a path costs: so many fish, and a rope on each of the floes named."""

    fish: int = 0
    ropes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Journey:
    """A path and its toll in numbers."""

    path: tuple[str, ...]
    fish: int
    ropes: int


class Chart:
    """The sea as the explorers of one seat find it in one state. It remembers the steps that it was asked for."""

    __slots__ = ("_divisors", "_grounds", "_others", "_own", "_ways")

    def __init__(self, state: State, seat: Seat) -> None:
        self._grounds = {ground.at: ground for ground in state.grounds}
        self._others = [at for expedition in state.expeditions for at in expedition.explorers]
        self._own = state.expeditions[seat].explorers
        self._ways: dict[str, tuple[_Way, ...]] = {}
        self._divisors = {1: frozenset((1,))}

    def ground(self, at: str) -> Ground | None:
        """The floe or island at the space."""
        return self._grounds.get(at)

    def is_sea(self, at: str) -> bool:
        """Whether there is nothing but water."""
        return at in WATER and at not in self._grounds

    def toll(self, at: str, to: str) -> Toll:
        """What the step from one space to its neighbour costs."""
        direction = SIDES[at][to]
        here, there = self._grounds.get(at), self._grounds.get(to)
        left = here is not None and here.rough(direction)
        climbed = there is not None and there.rough((direction + NOTCHES // 2) % NOTCHES)
        fish = there.bears if there is not None else int(to not in _STATIONS)
        return Toll(fish, ((at,) if left else ()) + ((to,) if climbed else ()))

    def barrier(self, to: str) -> str | None:
        """The rule that forbids entering the space, if there is one."""
        if to in _ALASKA and self._others.count(to) >= ALASKA_LIMIT:
            return "station-full"
        return "station-taken" if to in _SIBERIA and to in self._own else None

    def no_rest(self, at: str) -> str | None:
        """The rule that forbids ending a path on the space, if there is one."""
        if at in _STATIONS or at in ISLANDS:
            return None
        if at not in self._grounds:
            return "ends-in-sea"
        return "floe-full" if self._others.count(at) >= FLOE_LIMIT else None

    def walk(self, start: str, path: tuple[str, ...], pack: Expedition, *, flight: bool = False) -> Toll:
        """What the whole path costs. Raises IllegalMove with the first rule that forbids it (specification, 5.3)."""
        at, fish, ropes = start, 0, list[str]()
        for number, to in enumerate(path):
            self._enter(at, to, (start, *path[:number]), flight=flight)
            toll = self.toll(at, to)
            fish, ropes, at = fish + toll.fish, [*ropes, *toll.ropes], to
            if len(ropes) > pack.rope:
                raise IllegalMove("short-of-rope", f"the way to {to} takes {len(ropes)} ropes, there are {pack.rope}")
            if fish > pack.fish:
                raise IllegalMove("short-of-fish", f"the way to {to} takes {fish} fish, there are {pack.fish}")
        if rule := self.no_rest(at):
            raise IllegalMove(rule, f"a path cannot end at {at}")
        return Toll(fish, tuple(ropes))

    def _enter(self, at: str, to: str, passed: tuple[str, ...], *, flight: bool) -> None:
        if at in _SIBERIA:
            raise IllegalMove("in-siberia", f"an explorer at {at} has arrived for good")
        if to not in SIDES[at]:
            raise IllegalMove("not-adjacent", f"{to} does not lie beside {at}")
        if to in passed:
            raise IllegalMove("path-repeats", f"the path comes to {to} twice")
        if rule := self.barrier(to):
            raise IllegalMove(rule, f"there is no room at {to}")
        there = self._grounds.get(to)
        if flight and there is not None and there.bears:
            raise IllegalMove("bear-there", f"there is a bear at {to}")

    def journeys(self, start: str, pack: Expedition) -> list[Journey]:
        """The useful ways for an explorer (specification, 7.1): for each end space and each cost there that no other
        dominates, the path of fewest spaces, then of smallest directions. In the order of ends, fish, ropes, paths.

        On boards that nobody would build, thousands of costs do not dominate each other: to each end space no more than
        PATHS are given, those of fewest fish, then ropes, then spaces. Ice that lies by chance never has so many.
        """
        if start in _SIBERIA:
            return []
        costs, found = self._reached(start, pack)
        ends: dict[str, list[_Label]] = {}
        for label in found[1:]:
            at, cost = label[:2]
            if costs[at].isdisjoint(self._divisors[cost] - {cost}):
                ends.setdefault(at, []).append(label)
        rests = sorted((at for at in ends if not self.no_rest(at)), key=ORDER.__getitem__)
        return [journey for at in rests for journey in _cheapest(ends[at], pack)]

    def _reached(self, start: str, pack: Expedition) -> tuple[Mapping[str, set[int]], list[_Label]]:
        """Breadth-first: the costs at each space, and the labels in the order in which they were found. A label whose
        cost an earlier one at its space divides is dropped: it is dominated, or longer, or has gone in a circle."""
        costs = defaultdict(set, {start: {1}})
        found: list[_Label] = [(start, 1, pack.fish, pack.rope, ())]
        divisors = self._divisors
        for at, spent, fish, rope, path in found:
            for to, fish_there, ropes_there, cost_there in self._ways_from(at):
                if fish_there > fish or ropes_there > rope:
                    continue
                cost = spent * cost_there
                if costs[to].isdisjoint(divisors.get(cost) or self._divide(spent, cost_there)):
                    costs[to].add(cost)
                    found.append((to, cost, fish - fish_there, rope - ropes_there, (*path, to)))
        return costs, found

    def _divide(self, one: int, other: int) -> frozenset[int]:
        """The divisors of the product of two costs whose divisors are known; they are remembered."""
        divisors = self._divisors
        product = frozenset(a * b for a in divisors[one] for b in divisors[other])
        divisors[one * other] = product
        return product

    def _ways_from(self, at: str) -> tuple[_Way, ...]:
        if at not in self._ways:
            self._ways[at] = () if at in _SIBERIA else tuple(self._make_ways(at))
        return self._ways[at]

    def _make_ways(self, at: str) -> Iterator[_Way]:
        for to in SIDES[at]:
            if not self.barrier(to):
                toll = self.toll(at, to)
                cost = 1
                for prime in (*[FISH_FACTOR] * toll.fish, *(ROPE_FACTORS[floe] for floe in toll.ropes)):
                    self._divisors.setdefault(prime, frozenset((1, prime)))
                    self._divide(cost, prime)
                    cost *= prime
                yield to, toll.fish, len(toll.ropes), cost


_Way = tuple[str, int, int, int]
"""One step: the space that it leads to, its fish and ropes, and its cost as a product of prime numbers."""
_Label = tuple[str, int, int, int, tuple[str, ...]]
"""Space, cost so far, fish and ropes left, path."""


def _cheapest(labels: list[_Label], pack: Expedition) -> list[Journey]:
    """The journeys of the labels at one space, in the order in which they are listed."""
    cheapest = sorted(labels, key=lambda label: (-label[2], -label[3]))[:PATHS]
    journeys = [Journey(path, pack.fish - fish, pack.rope - rope) for _, _, fish, rope, path in cheapest]
    journeys.sort(key=lambda one: (one.fish, one.ropes, [ORDER[space] for space in one.path]))
    return journeys
