"""The table as text for a terminal of 100 columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sagahall.games.ice_flow import scoring
from sagahall.games.ice_flow.board import Flow
from sagahall.games.ice_flow.facts import ALASKA, CARDS, COLUMNS, LANE_OF, LANES, ROWS, SIBERIA, SPOTS, WATER
from sagahall.games.ice_flow.labels import counted, rough_sides, space_name, things
from sagahall.games.ice_flow.state import Expedition, Ground, Step
from sagahall.games.ice_flow.view import View
from sagahall.games.kernel import Seat

_COLUMNS = 100
_PITCH = 10
_TALL = 4
"""Characters from column to column, lines from row to row."""
_COAST = 9
"""Where the sea begins, behind the stations of Siberia."""
_ARROWS = {Flow.NORTH: "↑", Flow.SOUTH: "↓"}
_HAPPENING = {
    Step.SETUP_EXPLORERS: "explorers go to Alaska",
    Step.SETUP_FLOES: "a floe is placed",
    Step.PLACE_FLOE: "a floe is placed",
    Step.TURN: "ice action {ice}, explorer action {explorers}",
    Step.SEND_BEAR: "explorer {mover} sends a bear on from {at}",
    Step.FLEE: "explorers flee from the bear at {bear}",
    Step.PICKUP: "explorer {mover} may take an item at {at}",
    Step.OVER: "over ({ending})",
}
_KEY = (
    "Map: ↑↑ current, as many spaces as arrows; /-\\ flat edge of a floe, # rough edge (1 rope), = island,",
    "     0.1 explorer 1 of seat 0, 2r 1f two ropes and a fish, B bear, [A1] station; sea: 1 fish a space",
)


def text(view: View) -> str:
    """The table as the viewer sees it: what there is to do, the map, and what everybody has."""
    lines = [heading(view), *chart(view), "", *_KEY, "", *_seats(view), *results(view), *supplies(view)]
    return "\n".join(lines)


def heading(view: View) -> str:
    """The round, what is being done and who has to act."""
    acting = ", ".join(f"seat {seat}" for seat in view.to_act) or "nobody"
    return f"Ice Flow, {rounds(view)}: {happening(view)}; to act: {acting}"


def rounds(view: View) -> str:
    """Which round it is."""
    state = view.state
    return f"round {state.round} of {state.rules.max_rounds}" if state.round else "set-up"


def happening(view: View) -> str:
    """What is being done."""
    state = view.state
    return _HAPPENING[view.step].format(
        ice="done" if state.ice_done else "owed",
        explorers="done" if state.explorer_done else "free",
        mover=state.mover,
        at=space_name(state.mover_at or ""),
        bear=space_name(state.bear_at or ""),
        ending=(state.ending or "").replace("_", " "),
    )


# The map


class _Canvas:
    """Lines of characters that can be written over."""

    def __init__(self, columns: int, lines: int) -> None:
        self._lines = [[" "] * columns for _ in range(lines)]

    def write(self, x: int, y: int, words: str) -> None:
        """Writes the words from the place to the right."""
        self._lines[y][x : x + len(words)] = words

    def lines(self) -> list[str]:
        """What was written, down to the last line that is not empty."""
        return "\n".join("".join(line).rstrip() for line in self._lines).rstrip().split("\n")


def chart(view: View) -> list[str]:
    """The sea with all that is on it, and both coasts."""
    canvas = _Canvas(_COLUMNS, 1 + ROWS * _TALL + _TALL // 2)
    canvas.write(0, 0, "SIBERIA")
    canvas.write(_COAST + COLUMNS * _PITCH + 2, 0, "ALASKA")
    for column in range(COLUMNS):
        canvas.write(_COAST + _PITCH * column + 1, 0, _current_of(column).center(9))
    crowds = _crowds(view.state.expeditions)
    for ground in view.state.grounds:
        _draw_ground(canvas, ground, crowds.get(ground.at, []))
    for space in (*SIBERIA, *ALASKA):
        _draw_station(canvas, space, crowds.get(space, []))
    for space in WATER.difference(ground.at for ground in view.state.grounds):
        _draw_water(canvas, space)
    return canvas.lines()


def _corner(space: str) -> tuple[int, int]:
    """The upper left character of a space."""
    column, row = SPOTS[space]
    return _COAST + _PITCH * column, 1 + _TALL * row + _TALL // 2 * (column % 2)


def _current_of(column: int) -> str:
    lanes = [lane for lane in LANES.values() if SPOTS[lane.path[0]][0] == column]
    return " ".join(_ARROWS[lane.flow] * lane.speed for lane in lanes)


def _crowds(expeditions: Iterable[Expedition]) -> Mapping[str, list[str]]:
    """The explorers at every space, as they are written on the map."""
    crowds: dict[str, list[str]] = {}
    for seat, expedition in enumerate(expeditions):
        for explorer, at in enumerate(expedition.explorers, start=1):
            crowds.setdefault(at, []).append(f"{seat}.{explorer}")
    return crowds


def _draw_station(canvas: _Canvas, station: str, crowd: list[str]) -> None:
    x, y = _corner(station)
    x = 0 if station in SIBERIA else x + 2
    canvas.write(x, y, f"[{station}]")
    canvas.write(x, y + 1, " ".join(crowd[:2]))
    canvas.write(x, y + 2, " ".join(crowd[2:]))


def _draw_water(canvas: _Canvas, space: str) -> None:
    x, y = _corner(space)
    canvas.write(x + 1, y, space.center(9))
    if space in LANE_OF:
        lane = LANE_OF[space]
        canvas.write(x + 1, y + 1, (_ARROWS[lane.flow] * lane.speed).center(9))


def _draw_ground(canvas: _Canvas, ground: Ground, crowd: list[str]) -> None:
    x, y = _corner(ground.at)
    flat = "-" if ground.tile else "="
    north, north_east, south_east, south, south_west, north_west = (
        "#" if ground.rough(side) else mark for side, mark in enumerate((flat, "\\", "/", flat, "\\", "/"))
    )
    explorers = " ".join(crowd[:2]) + (f"+{len(crowd) - 2}" if len(crowd) > 2 else "")
    canvas.write(x + 1, y, north_west + ground.at.center(7, north) + north_east)
    canvas.write(x, y + 1, north_west + explorers.center(9) + north_east)
    canvas.write(x, y + 2, south_west + _load(ground).center(9) + south_east)
    canvas.write(x + 1, y + 3, south_west + south * 7 + south_east)


def _load(ground: Ground) -> str:
    """What lies and stands on the ground."""
    items = [f"{number}{sign}" for number, sign in ((ground.rope, "r"), (ground.fish, "f")) if number]
    return " ".join([*items, *(["B" * ground.bears] if ground.bears else [])])


# Beside the map


def _seats(view: View) -> list[str]:
    rows = [_seat(view, seat, expedition) for seat, expedition in enumerate(view.state.expeditions)]
    return ["  seat          rucksack          explorers 1, 2, 3   in Siberia   columns to go", *rows]


def _seat(view: View, seat: Seat, expedition: Expedition) -> str:
    turn = ">" if seat in view.to_act else " "
    you = " (you)" if seat == view.viewer else " (left)" if expedition.left else ""
    pack = things(expedition.rope, expedition.fish) or "nothing"
    where = ", ".join(expedition.explorers) or "none"
    arrived, distance = expedition.arrived, scoring.distance(expedition)
    return f"{turn} {f'{seat}{you}':14}{pack:18}{where:20}{arrived:>6}{distance:>15}"


def supplies(view: View) -> list[str]:
    """The floe that has to be placed, and what is not in play."""
    state, stock = view.state, view.stock
    lines = [
        f"Stock: {things(stock.rope, stock.fish, stock.bears) or 'nothing'}; bag: {counted(view.bag_count, 'floe')}"
    ]
    if state.drawn is not None:
        card = CARDS[state.drawn.card]
        brings = things(card.rope, card.fish, card.bear)
        rough = rough_sides(state.drawn.tile, 0)
        lines.insert(0, f"To be placed: floe {state.drawn.tile}, rough to the {rough}, with {brings}")
    return lines


def results(view: View) -> list[str]:
    """The places, best first, once the match is over."""
    outcome = scoring.outcome(view.state.ending, view.state.expeditions)
    if outcome is None:
        return []
    return [
        f"{standing.rank}. seat {standing.seat}: {standing.score} in Siberia, {standing.details[1].value} columns to go"
        for standing in outcome.standings
    ]
