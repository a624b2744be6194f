"""The table as text for a terminal of 100 columns."""

from __future__ import annotations

from textwrap import wrap

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.facts import CAPITAL, RAFT_DOWN, RAFT_UP, TOWNS
from sagahall.games.elfenboard.map_text import text_map
from sagahall.games.elfenboard.names import counted, kind_name, road_name, town_name
from sagahall.games.elfenboard.travel import WATER_PRICES
from sagahall.games.elfenland import scoring
from sagahall.games.elfenland.state import Phase, Placed
from sagahall.games.elfenland.view import SeatView, View

PHASES = {
    Phase.SETUP: "setting up",
    Phase.DEALING: "dealing",
    Phase.HIDDEN_COUNTERS: "drawing hidden counters",
    Phase.OPEN_COUNTERS: "drawing open counters",
    Phase.PLACING: "placing counters",
    Phase.KEEPING: "choosing the counter to keep",
    Phase.MOVING: "travelling",
    Phase.DISCARDING: "cutting the hand",
    Phase.OVER: "over",
}
_COLUMNS = 100
_CODES = {
    Transport.GIANT_PIG: "Pig", Transport.ELFCYCLE: "Cyc", Transport.MAGIC_CLOUD: "Cld", Transport.UNICORN: "Uni",
    Transport.TROLL_WAGON: "Trl", Transport.DRAGON: "Drg", Transport.RAFT: "Rft",
}  # fmt: skip
_KEY = (
    "Map: *Town has your marker (for spectators: anybody's), (0) boot of seat 0, [Drg] dragon, [Drg!]",
    "     with an obstacle; roads: p plain, f forest, d desert, m mountain, ≈ lake, ~> river and current",
)
_CHART = (
    "Cards needed    plain forest desert mountain                    plain forest desert mountain",
    "Pig giant pig     1      1      -      -       Uni unicorn        -      1      2      1",
    "Cyc elfcycle      1      1      -      2       Trl troll wagon    1      2      2      2",
    "Cld magic cloud   2      2      -      1       Drg dragon         1      2      1      1",
)


def text(view: View) -> str:
    """The table as the viewer sees it: map, seats, own cards, counters, and what cards are needed where."""
    lines = [
        heading(view),
        "",
        *_map(view),
        *_KEY,
        "",
        *_seats(view),
        *_results(view),
        "",
        *_own(view),
        *_table(view),
        "",
        *_CHART,
    ]
    return "\n".join([*lines, *wrap(" ".join(fares(view)), _COLUMNS)])


def heading(view: View) -> str:
    """The round, the phase and who has to act."""
    acting = ", ".join(f"seat {seat}" for seat in view.to_act) or "nobody"
    what = f"over ({view.ending})" if view.ending else PHASES[view.phase]
    rounds = f"round {view.round} of {view.rules.rounds}"
    return f"Elfenland ({view.rules.edition.value}), {rounds}: {what}; to act: {acting}"


def _map(view: View) -> list[str]:
    return text_map({town: _town(view, town) for town in TOWNS}, {placed.road: _code(placed) for placed in view.board})


def _town(view: View, town: str) -> str:
    boots = "".join(str(seat.seat) for seat in view.seats if seat.boot == town)
    watched = view.seats if view.viewer is None else (view.seats[view.viewer],)
    marker = "*" if town != CAPITAL and any(town not in seat.visited for seat in watched) else ""
    return f"{marker}{town_name(town)}" + (f"({boots})" if boots else "")


def _code(placed: Placed) -> str:
    return f"[{_CODES[placed.counter]}{'!' if placed.obstacle else ''}]"


def _seats(view: View) -> list[str]:
    return [f"  {'seat':9}{'boot':12}towns cards obstacle home        counters", *(_seat(view, s) for s in view.seats)]


def _seat(view: View, seat: SeatView) -> str:
    turn = ">" if seat.seat in view.to_act else " "
    you = " (you)" if seat.seat == view.viewer else " (left)" if seat.left else ""
    first = " (first player)" if seat.seat == view.first else ""
    counters = " ".join(_CODES[counter] for counter in seat.open_counters)
    hidden = f"{' + ' if counters else ''}{seat.hidden_count} hidden" if seat.hidden_count else ""
    home = town_name(seat.home) if seat.home else "-"
    return (
        f"{turn} {f'{seat.seat}{you}':9}{town_name(seat.boot):12}{len(seat.visited):5} {seat.hand_count:5} "
        f"{'yes' if seat.obstacle else 'no':8} {home:11} {counters}{hidden}{first}"
    ).rstrip()


def _results(view: View) -> list[str]:
    standings = results(view)
    return ["", "Result:", *(f"  {standing}" for standing in standings)] if standings else []


def results(view: View) -> list[str]:
    """The places, best first, once the match is over."""
    outcome = scoring.outcome(view.rules, view.ending, view.seats)
    if outcome is None:
        return []
    return [
        f"{standing.rank}. seat {standing.seat}: {standing.score} points "
        f"({', '.join(f'{_words(detail.name)} {detail.value}' for detail in standing.details)})"
        for standing in outcome.standings
    ]


def _words(name: str) -> str:
    return name.replace("_", " ")


def _own(view: View) -> list[str]:
    if view.viewer is None:
        return []
    own = view.seats[view.viewer]
    drawn = f" (just drawn: {kind_name(own.drawn)})" if own.drawn else ""
    hidden = own.hidden_counters + (() if own.drawn is None else (own.drawn,))
    left = ", ".join(town_name(town) for town in TOWNS if town != CAPITAL and town not in own.visited)
    return [
        f"Your cards: {counted(own.hand)}",
        f"Your hidden counters: {counted(hidden)}{drawn}",
        *wrap(f"Still to visit: {left or '-'}", _COLUMNS, subsequent_indent="  "),
    ]


def _table(view: View) -> list[str]:
    roads = [
        f"  {road_name(placed.road)}: {kind_name(placed.counter)}" + (" + obstacle" if placed.obstacle else "")
        for placed in sorted(view.board, key=lambda placed: placed.road)
    ]
    played = f"Cards not dealt: {view.deck_count}; played or laid off this round: {counted(view.discard)}"
    return [
        f"Open counters: {counted(view.open_counters)}; face down: {view.pile_count}",
        *wrap(played, _COLUMNS, subsequent_indent="  "),
        *(["Counters on roads:", *roads] if roads else []),
    ]


def fares(view: View) -> list[str]:
    """The prices that depend on the rules of the match, a sentence each."""
    rules = view.rules
    nebulae = WATER_PRICES[rules.edition.value]["grangor", "grangor-yttar-l"].number
    magnum = WATER_PRICES[rules.edition.value]["elvenhold", "elvenhold-virst-l"].number
    ferry = f" or {rules.ferrymen_cost} cards of any kind" if rules.ferrymen_cost else ""
    unable = "only if you cannot pay the counter" if rules.caravan_only_if_unable else "whenever you like"
    return [
        f"River: {RAFT_DOWN} raft with the current, {RAFT_UP} against it.",
        f"Mare Magnum (east): {magnum} rafts.",
        f"Mare Nebulae (west): {nebulae} raft{'s' * (nebulae > 1)}{ferry}.",
        "An obstacle costs one card more.",
        f"Caravan over a counter: {rules.caravan_cost} cards of any kind, {unable}.",
    ]
