"""What moves do, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sagahall.games.elfenboard import labels as shared
from sagahall.games.elfenboard.moves import Discard, Pass, Step
from sagahall.games.elfenboard.names import counted, kind_name, road_name
from sagahall.games.elfenroads.facts import EDITION, FACTS
from sagahall.games.elfenroads.moves import (
    Bid,
    DrawCard,
    EndMove,
    KeepItems,
    Move,
    PlaceItem,
    ShowItem,
    TakeCard,
    TakeGold,
)
from sagahall.games.elfenroads.state import Reward
from sagahall.games.elfenroads.view import View


def label(view: View, move: Move) -> str:
    """What the move does, seen by the seat that makes it."""
    return _LABELS[type(move)](view, move)


def _take_gold(view: View, _move: TakeGold) -> str:
    return f"Take the gold stack: {FACTS.gold_card * view.gold_stack} gold"


def _bid(view: View, move: Bid) -> str:
    item = f" for the {kind_name(view.lots[-1])}" if view.lots else ""
    return f"Bid {move.amount} gold{item}"


def _place_item(_view: View, move: PlaceItem) -> str:
    hidden = "hidden " if move.hidden else ""
    return f"Place the {hidden}{kind_name(move.item)} on {road_name(move.road)}"


def _end_move(view: View, move: EndMove) -> str:
    if move.reward is Reward.CARDS:
        return f"End the move and take {FACTS.reward_cards} cards"
    earned = 0 if view.viewer is None else view.seats[view.viewer].earned
    return f"End the move and take {earned} gold"


def _keep_items(_view: View, move: KeepItems) -> str:
    stocks = (("open", move.open_items), ("hidden", move.hidden_items))
    return "Keep " + " and ".join(f"{counted(items)} ({stock})" for stock, items in stocks if items)


_LABELS: Mapping[type[Any], Callable[[View, Any], str]] = {
    DrawCard: lambda _view, _move: "Draw a card from the deck",
    TakeCard: lambda _view, move: f"Take the open {kind_name(move.card)}",
    TakeGold: _take_gold,
    ShowItem: lambda _view, move: f"Show the {kind_name(move.item)} and hide the other item",
    Bid: _bid,
    PlaceItem: _place_item,
    Pass: lambda _view, _move: "Pass",
    Step: lambda view, move: shared.step(view, EDITION, move),
    EndMove: _end_move,
    Discard: lambda _view, move: shared.discard(move),
    KeepItems: _keep_items,
}
