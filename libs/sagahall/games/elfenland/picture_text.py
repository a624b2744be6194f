"""The table as text for a terminal of 100 columns."""

from __future__ import annotations

from textwrap import wrap

from sagahall.games.elfenboard import text as shared
from sagahall.games.elfenboard.facts import TOWNS
from sagahall.games.elfenboard.map_text import text_map
from sagahall.games.elfenboard.names import counted, kind_name, town_name
from sagahall.games.elfenboard.text import CHART, COLUMNS, ROAD_KEY, code
from sagahall.games.elfenland import scoring
from sagahall.games.elfenland.state import Phase
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
_KEY = (
    "Map: *Town has your marker (for spectators: anybody's), (0) boot of seat 0, [Drg] dragon, [Drg!]",
    f"     with an obstacle; {ROAD_KEY}",
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
        *shared.results_text(results(view)),
        "",
        *_own(view),
        *_table(view),
        "",
        *CHART,
    ]
    return "\n".join([*lines, *wrap(" ".join(fares(view)), COLUMNS)])


def heading(view: View) -> str:
    """The round, the phase and who has to act."""
    what = f"over ({view.ending})" if view.ending else PHASES[view.phase]
    rounds = f"round {view.round} of {view.rules.rounds}"
    return f"Elfenland ({view.rules.edition.value}), {rounds}: {what}; to act: {shared.to_act(view)}"


def _map(view: View) -> list[str]:
    counters = {placed.road: shared.counter_text(placed) for placed in view.board}
    return text_map({town: shared.town_text(view, town) for town in TOWNS}, counters)


def _seats(view: View) -> list[str]:
    return [f"  {'seat':9}{'boot':12}towns cards obstacle home        counters", *(_seat(view, s) for s in view.seats)]


def _seat(view: View, seat: SeatView) -> str:
    first = " (first player)" if seat.seat == view.first else ""
    counters = " ".join(code(counter) for counter in seat.open_counters)
    hidden = f"{' + ' if counters else ''}{seat.hidden_count} hidden" if seat.hidden_count else ""
    home = town_name(seat.home) if seat.home else "-"
    return (
        f"{shared.boots_text(view, seat)}{'yes' if seat.obstacle else 'no':8} {home:11} {counters}{hidden}{first}"
    ).rstrip()


def results(view: View) -> list[str]:
    """The places, best first, once the match is over."""
    return shared.standings(scoring.outcome(view.rules, view.ending, view.seats))


def _own(view: View) -> list[str]:
    if view.viewer is None:
        return []
    own = view.seats[view.viewer]
    drawn = f" (just drawn: {kind_name(own.drawn)})" if own.drawn else ""
    hidden = own.hidden_counters + (() if own.drawn is None else (own.drawn,))
    return [
        f"Your cards: {counted(own.hand)}",
        f"Your hidden counters: {counted(hidden)}{drawn}",
        *shared.still_to_visit(own),
    ]


def _table(view: View) -> list[str]:
    played = f"Cards not dealt: {view.deck_count}; played or laid off this round: {counted(view.discard)}"
    return [
        f"Open counters: {counted(view.open_counters)}; face down: {view.pile_count}",
        *wrap(played, COLUMNS, subsequent_indent="  "),
        *shared.roads_text(view),
    ]


def fares(view: View) -> list[str]:
    """The prices that depend on the rules of the match, a sentence each."""
    rules = view.rules
    ferry = f" or {rules.ferrymen_cost} cards of any kind" if rules.ferrymen_cost else ""
    unable = "only if you cannot pay the counter" if rules.caravan_only_if_unable else "whenever you like"
    return [
        *shared.water_fares(rules.edition.value, ferry),
        f"Caravan over a counter: {rules.caravan_cost} cards of any kind, {unable}.",
    ]
