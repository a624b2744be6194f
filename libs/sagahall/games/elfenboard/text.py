"""Parts of the table as text for a terminal of 100 columns."""

from __future__ import annotations

from collections.abc import Collection
from textwrap import wrap

from sagahall.games.elfenboard.facts import RAFT_DOWN, RAFT_UP
from sagahall.games.elfenboard.hands import K
from sagahall.games.elfenboard.names import kind_name, road_name, town_name
from sagahall.games.elfenboard.table import Placed
from sagahall.games.elfenboard.travel import WATER_PRICES
from sagahall.games.elfenboard.view import SeatView, View
from sagahall.games.kernel import Outcome

COLUMNS = 100
_CODES = {
    "giant_pig": "Pig", "elfcycle": "Cyc", "magic_cloud": "Cld", "unicorn": "Uni", "troll_wagon": "Trl",
    "dragon": "Drg", "raft": "Rft",
}  # fmt: skip
ROAD_KEY = "roads: p plain, f forest, d desert, m mountain, ≈ lake, ~> river and current"
CHART = (
    "Cards needed    plain forest desert mountain                    plain forest desert mountain",
    "Pig giant pig     1      1      -      -       Uni unicorn        -      1      2      1",
    "Cyc elfcycle      1      1      -      2       Trl troll wagon    1      2      2      2",
    "Cld magic cloud   2      2      -      1       Drg dragon         1      2      1      1",
)


def code(kind: K) -> str:
    """Three letters for a card or counter; the name of anything else."""
    return _CODES.get(kind.value, kind_name(kind))


def to_act(view: View) -> str:
    """The seats that have to act."""
    seats = ", ".join(map(str, view.to_act))
    return f"seat{'s' * (len(view.to_act) > 1)} {seats}" if seats else "nobody"


def town_text(view: View, town: str, note: str = "") -> str:
    """A town on the map: whether a marker of the viewer (for spectators: anybody's) is there, and whose boots."""
    boots = "".join(str(seat.seat) for seat in view.seats if seat.boot == town)
    watched = view.seats if view.viewer is None else (view.seats[view.viewer],)
    marker = "*" if any(town in seat.missing for seat in watched) else ""
    return f"{marker}{town_name(town)}{note}" + (f"({boots})" if boots else "")


def counter_text(placed: Placed, golden: Collection[str] = ()) -> str:
    """A counter on the map."""
    return f"[{code(placed.counter)}{'!' * placed.obstacle}{'$' * (placed.road in golden)}]"


def boots_text(view: View, seat: SeatView) -> str:
    """Who a seat is, and whether it has to act."""
    turn = ">" if seat.seat in view.to_act else " "
    you = " (you)" if seat.seat == view.viewer else " (left)" if seat.left else ""
    return f"{turn} {f'{seat.seat}{you}':9}{town_name(seat.boot):12}{len(seat.visited):5} {seat.hand_count:5} "


def roads_text(view: View, golden: Collection[str] = ()) -> list[str]:
    """The counters that lie on roads, a line each."""
    lines = [
        f"  {road_name(placed.road)}: {kind_name(placed.counter)}"
        + " + obstacle" * placed.obstacle
        + " + gold" * (placed.road in golden)
        for placed in sorted(view.board, key=lambda placed: placed.road)
    ]
    return ["Counters on roads:", *lines] if lines else []


def still_to_visit(seat: SeatView) -> list[str]:
    """The towns that the seat has not visited."""
    left = ", ".join(map(town_name, seat.missing)) or "-"
    return wrap(f"Still to visit: {left}", COLUMNS, subsequent_indent="  ")


def standings(outcome: Outcome | None) -> list[str]:
    """The places, best first, once the match is over."""
    if outcome is None:
        return []
    return [
        f"{standing.rank}. seat {standing.seat}: {standing.score} points "
        f"({', '.join(f'{_words(detail.name)} {detail.value}' for detail in standing.details)})"
        for standing in outcome.standings
    ]


def results_text(lines: list[str]) -> list[str]:
    """The places under their heading."""
    return ["", "Result:", *(f"  {line}" for line in lines)] if lines else []


def _words(name: str) -> str:
    return name.replace("_", " ")


def water_fares(edition: str, ferry: str = "") -> list[str]:
    """What travelling on water costs, a sentence each; ``ferry`` says what else crosses Mare Nebulae."""
    nebulae = WATER_PRICES[edition]["grangor", "grangor-yttar-l"].number
    magnum = WATER_PRICES[edition]["elvenhold", "elvenhold-virst-l"].number
    return [
        f"River: {RAFT_DOWN} raft with the current, {RAFT_UP} against it.",
        f"Mare Magnum (east): {magnum} rafts.",
        f"Mare Nebulae (west): {nebulae} raft{'s' * (nebulae > 1)}{ferry}.",
        "An obstacle costs one card more.",
    ]
