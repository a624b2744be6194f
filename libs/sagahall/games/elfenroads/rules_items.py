"""Free items, placing and keeping (specification, section 9.3, steps 3, 5 and 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sagahall.games.elfenboard.facts import ROADS, ROADS_FOR
from sagahall.games.elfenboard.hands import contains, ordered, selections
from sagahall.games.elfenboard.moves import Pass
from sagahall.games.elfenboard.names import kind_name
from sagahall.games.elfenboard.placing import check_free, counter_below, has_room, taken_roads
from sagahall.games.elfenroads.facts import FACTS
from sagahall.games.elfenroads.moves import (
    Event,
    ItemPlaced,
    ItemsDrawn,
    ItemShown,
    ItemsKept,
    KeepItems,
    Move,
    PlaceItem,
    ShowItem,
)
from sagahall.games.elfenroads.state import SPECIAL, TRANSPORT_OF, Item, State
from sagahall.games.kernel import Dice, Form, FormField, IllegalMove, Seat

_PLACEMENTS: Mapping[bool, Mapping[Item, tuple[PlaceItem, ...]]] = {
    hidden: {
        item: tuple(
            PlaceItem(item, hidden, road) for road in (ROADS if item in SPECIAL else ROADS_FOR[TRANSPORT_OF[item]])
        )
        for item in Item
    }
    for hidden in (False, True)
}


# What can be chosen


def show_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """The items just drawn. Two alike are a choice as well: not to ask would tell that they are."""
    return tuple(map(ShowItem, dict.fromkeys(state.seats[seat].drawn)))


def placing_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every placement, and passing."""
    traveller = state.seats[seat]
    taken = taken_roads(state.board)
    plain = _plain_roads(state)
    moves: list[Move] = [Pass()]
    for hidden, items in ((False, traveller.open_items), (True, traveller.hidden_items)):
        for item in dict.fromkeys(items):
            moves += [
                move for move in _PLACEMENTS[hidden][item]
                if (move.road in plain if item in SPECIAL else move.road not in taken)
            ]  # fmt: skip
    return tuple(moves)


def can_place_something(state: State, seat: Seat) -> bool:
    """Whether the seat may have a placement, as far as all can see: with a hidden item it may always have one, as
    passing for it would tell what the item is."""
    traveller = state.seats[seat]
    if traveller.hidden_items:
        return True
    if any(item in SPECIAL for item in traveller.open_items) and _plain_roads(state):
        return True
    counters = (TRANSPORT_OF[item] for item in traveller.open_items if item not in SPECIAL)
    return has_room(counters, state.board)


def _plain_roads(state: State) -> frozenset[str]:
    """The roads that have a counter, and neither an obstacle nor gold."""
    return frozenset(placed.road for placed in state.board if not (placed.obstacle or placed.gold))


def keeping_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every choice of the items that are kept, in the order of the chart."""
    return tuple(_keepings(state, seat))


def _keepings(state: State, seat: Seat) -> Iterator[KeepItems]:
    traveller = state.seats[seat]
    for number in range(FACTS.kept_items + 1):
        for hidden in selections(traveller.hidden_items, number):
            for shown in selections(traveller.open_items, FACTS.kept_items - number):
                yield KeepItems(shown, hidden)


def keeping_forms(state: State, seat: Seat) -> tuple[Form[Move], ...]:
    """The form for the items that are kept."""
    traveller = state.seats[seat]
    fields = (_items_field("open", traveller.open_items), _items_field("hidden", traveller.hidden_items))
    label = f"Keep {FACTS.kept_items} items and give the others back"
    return (Form("keep_items", label, fields, next(_keepings(state, seat))),)


def _items_field(stock: str, items: tuple[Item, ...]) -> FormField:
    return FormField(
        name=f"{stock}_items",
        summary=f"{stock} items that are kept, {FACTS.kept_items} with those of the other blank",
        choices=tuple(f"ITEM_{item.name}" for item in items),
        min_items=0,
        max_items=min(FACTS.kept_items, len(items)),
    )


# What comes of it


def draw_items(state: State, dice: Dice) -> tuple[ItemsDrawn, ...]:
    """Everybody draws the free items of a round."""
    items = dice.shuffled("free-items", state.pile)
    number = FACTS.free_items
    return tuple(
        ItemsDrawn(seat, number, ordered(items[number * place : number * (place + 1)]))
        for place, seat in enumerate(state.in_turn_order())
    )


def show_item(state: State, seat: Seat, move: ShowItem, _dice: Dice) -> tuple[Event, ...]:
    """Lays one of the two items just drawn face up."""
    if move.item not in state.seats[seat].drawn:
        raise IllegalMove("item-not-drawn", f"the seat has not just drawn the item {kind_name(move.item)}")
    return (ItemShown(seat, move.item),)


def place_item(state: State, seat: Seat, move: PlaceItem, _dice: Dice) -> tuple[Event, ...]:
    """Places a counter on a free road, or an obstacle or gold beside a counter that has neither."""
    traveller = state.seats[seat]
    if move.item not in (traveller.hidden_items if move.hidden else traveller.open_items):
        stock = "hidden" if move.hidden else "open"
        raise IllegalMove("item-not-held", f"the seat has no {stock} item {kind_name(move.item)}")
    if move.item not in SPECIAL:
        check_free(TRANSPORT_OF[move.item], move.road, state.board)
    elif counter_below(move.item.value, move.road, state.board).gold:
        raise IllegalMove("gold-there", "the road has gold already")
    return (ItemPlaced(seat, move.item, move.hidden, move.road),)


def keep_items(state: State, seat: Seat, move: KeepItems, _dice: Dice) -> tuple[Event, ...]:
    """Keeps as many items as may be kept, as hidden or open as they were."""
    traveller = state.seats[seat]
    if len(move.open_items) + len(move.hidden_items) != FACTS.kept_items:
        raise IllegalMove("wrong-number-of-items", f"{FACTS.kept_items} items are to be kept")
    if not (contains(traveller.open_items, move.open_items) and contains(traveller.hidden_items, move.hidden_items)):
        raise IllegalMove("item-not-held", "the seat does not hold these items")
    return (ItemsKept(seat, ordered(move.open_items), len(move.hidden_items), ordered(move.hidden_items)),)
