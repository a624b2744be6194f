"""The table as text for a terminal of 100 columns."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from sagahall.games.elfenboard import text as shared
from sagahall.games.elfenboard.facts import TOWNS
from sagahall.games.elfenboard.map_text import text_map
from sagahall.games.elfenboard.names import counted, kind_name, town_name
from sagahall.games.elfenboard.text import CHART, COLUMNS, ROAD_KEY
from sagahall.games.elfenroads import scoring
from sagahall.games.elfenroads.facts import EDITION, FACTS
from sagahall.games.elfenroads.state import Item, Phase
from sagahall.games.elfenroads.view import SeatView, View

_PHASES = {
    Phase.SETUP: "setting up",
    Phase.STARTING: "a round begins",
    Phase.DRAWING: "taking cards",
    Phase.ITEMS: "showing one free item",
    Phase.PLACING: "placing items",
    Phase.MOVING: "travelling",
    Phase.REWARD: "taking cards for the move",
    Phase.DISCARDING: "cutting the hand",
    Phase.KEEPING: "choosing the items to keep",
}
_KEY = (
    "Map: *Town 4: your marker is there (for spectators: anybody's), the value is 4 gold; (0) boot of",
    "     seat 0; [Drg] dragon, [Drg!] with an obstacle, [Drg$] with gold;",
    f"     {ROAD_KEY}",
)


def text(view: View) -> str:
    """The table as the viewer sees it: map, seats, what is for sale, own cards and items, and what is needed where."""
    lines = [
        f"Elfenroads, round {view.round} of {view.rules.rounds}: {doing(view)}; to act: {shared.to_act(view)}",
        "",
        *_map(view),
        *_KEY,
        "",
        f"  {'seat':9}{'boot':12}towns cards gold home",
        *(line for seat in view.seats for line in _seat(view, seat)),
        *shared.results_text(results(view)),
        "",
        *_sale(view),
        *_own(view),
        *_table(view),
        "",
        *CHART,
    ]
    return "\n".join([*lines, *wrap(" ".join(prices()), COLUMNS)])


def doing(view: View) -> str:
    """What is being done."""
    if view.ending:
        return f"over ({view.ending})"
    return f"auction of {kind_name(view.lots[-1])}" if view.lots else _PHASES[view.phase]


def golden_roads(view: View) -> frozenset[str]:
    """The roads where gold lies."""
    return frozenset(placed.road for placed in view.board if placed.gold)


def _map(view: View) -> list[str]:
    golden = golden_roads(view)
    counters = {placed.road: shared.counter_text(placed, golden) for placed in view.board}
    return text_map({town: shared.town_text(view, town, _value(town)) for town in TOWNS}, counters)


def _value(town: str) -> str:
    return f" {TOWNS[town].gold}" if TOWNS[town].gold else ""


def _seat(view: View, seat: SeatView) -> list[str]:
    """A seat's line, and one for what it holds for all to see."""
    notes = (" (first player)" * (seat.seat == view.first), " (passed)" * (seat.seat in passed(view)))
    home = town_name(seat.home) if seat.home else "-"
    line = f"{shared.boots_text(view, seat)}{seat.gold:4} {home:11}{''.join(notes)}"
    hidden = f" + {seat.hidden_count} hidden" if seat.hidden_count else ""
    held = f"items: {counted(seat.open_items)}{hidden}"
    known = f"; cards taken openly: {counted(seat.shown)}" if seat.shown else ""
    earned = f"; gold of this move: {seat.earned}" if seat.earned else ""
    indent = " " * 11
    more = wrap(f"{held}{known}{earned}", COLUMNS, initial_indent=indent, subsequent_indent=f"{indent}  ")
    return [line.rstrip(), *more]


def passed(view: View) -> tuple[int, ...]:
    """The seats that have passed, where that matters."""
    if view.phase not in (Phase.AUCTION, Phase.PLACING):
        return ()
    return tuple(seat.seat for seat in view.seats if not seat.todo and not seat.left)


def results(view: View) -> list[str]:
    """The places, best first, once the match is over."""
    return shared.standings(scoring.outcome(view.rules, view.ending, view.seats))


def highest_bid(view: View) -> str:
    """The highest bid for the item that is sold now."""
    return "no bid yet" if view.bidder is None else f"highest bid {view.bid} by seat {view.bidder}"


def _sale(view: View) -> list[str]:
    if not view.lots:
        return []
    later = ", ".join(kind_name(item) for item in reversed(view.lots[:-1])) or "-"
    line = f"For sale now: {kind_name(view.lots[-1])}, {highest_bid(view)}; then {later}"
    return wrap(line, COLUMNS, subsequent_indent="  ")


def _own(view: View) -> list[str]:
    if view.viewer is None:
        return []
    own = view.seats[view.viewer]
    drawn = f"; just drawn: {_listed(own.drawn)}" if own.drawn else ""
    return [
        *wrap(f"Your cards: {counted(own.hand)}", COLUMNS, subsequent_indent="  "),
        f"Your hidden items: {counted(own.hidden_items)}{drawn}",
        *shared.still_to_visit(own),
    ]


def _listed(items: Iterable[Item]) -> str:
    return ", ".join(map(kind_name, items))


def _table(view: View) -> list[str]:
    stack = f"Gold stack: {view.gold_stack} cards ({FACTS.gold_card * view.gold_stack} gold)"
    lines = (
        f"Open cards: {counted(view.open_cards)}. {stack}",
        f"Deck: {view.deck_count} cards. Discard: {counted(view.discard)}, {view.discard_gold} gold cards",
        f"Items face down: {view.pile_count}",
    )
    return [
        *(part for line in lines for part in wrap(line, COLUMNS, subsequent_indent="  ")),
        *shared.roads_text(view, golden_roads(view)),
    ]


def prices() -> list[str]:
    """What travelling costs besides the chart, and what it brings, a sentence each."""
    return [
        *shared.water_fares(EDITION),
        "No caravans.",
        f"A town pays its value each time it is entered, {FACTS.gold_item} times over a gold item; "
        f"at the end of the move take that gold or {FACTS.reward_cards} cards.",
    ]
