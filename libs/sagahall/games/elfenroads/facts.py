"""The numbers of the game, and its variant with the options (specification, section 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import yaml

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.facts import COUNTERS
from sagahall.games.entries import DataError, Entry
from sagahall.games.kernel import Option, Variant

EDITION = "elfenroads"
"""How the board file calls these rules where it tells what lakes cost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The whole file. ``items`` has how many there are of each kind, by the name of the kind."""

    cards_of_each: int
    gold_cards: int
    items: Mapping[str, int]
    start_gold: int
    start_cards: int
    open_cards: int
    rounds: tuple[int, ...]
    draws: int
    income: int
    gold_card: int
    free_items: int
    items_for_sale: int
    lowest_bid: int
    listed_raises: tuple[int, ...]
    gold_item: int
    reward_cards: int
    kept_items: int
    hand_limit: int
    greatest_hand_limit: int


def read_facts(data: Any) -> Facts:
    """The numbers that the data of the file give. Raises DataError, which names the wrong entry."""
    file = Entry("elfenroads", data)
    cards, start, round_, limit = (file.entry(name) for name in ("cards", "start", "round", "hand_limit"))
    facts = Facts(
        cards_of_each=cards.get("each", int),
        gold_cards=cards.get("gold", int),
        items=file.numbers("items"),
        start_gold=start.get("gold", int),
        start_cards=start.get("cards", int),
        open_cards=start.get("open_cards", int),
        rounds=_numbers(file, "rounds"),
        draws=round_.get("draws", int),
        income=round_.get("income", int),
        gold_card=round_.get("gold_card", int),
        free_items=round_.get("free_items", int),
        items_for_sale=round_.get("items_for_sale", int),
        lowest_bid=round_.get("lowest_bid", int),
        listed_raises=_numbers(round_, "listed_raises"),
        gold_item=round_.get("gold_item", int),
        reward_cards=round_.get("reward_cards", int),
        kept_items=round_.get("kept_items", int),
        hand_limit=limit.get("default", int),
        greatest_hand_limit=limit.get("most", int),
    )
    _check(facts, file.numbers("counts"))
    return facts


def _numbers(entry: Entry, key: str) -> tuple[int, ...]:
    values = entry.get(key, list)
    if not values or not all(type(value) is int for value in values):
        raise DataError(f"{entry.where}.{key}", f"must be numbers, is {values!r}")
    return tuple(values)


def _check(facts: Facts, counts: Mapping[str, int]) -> None:
    kinds = {*(counter.value for counter in COUNTERS), "gold", "obstacle"}
    if set(facts.items) != kinds:
        raise DataError("elfenroads.items", f"must have {', '.join(sorted(kinds))}")
    travel = facts.cards_of_each * len(Transport)
    found = {
        "travel_cards": travel,
        "cards": travel + facts.gold_cards,
        "items": sum(facts.items.values()),
    }
    for name, count in found.items():
        if counts.get(name) != count:
            raise DataError(f"elfenroads.counts.{name}", f"is {counts.get(name)}, but the file has {count}")


FACTS = read_facts(yaml.safe_load(files("sagahall.games.elfenroads").joinpath("elfenroads.yaml").read_text("utf-8")))

CARDS: tuple[Transport, ...] = tuple(kind for kind in Transport for _ in range(FACTS.cards_of_each))
"""The 63 travel cards."""

STANDARD = Variant(
    name="standard",
    title="Elfenroads",
    summary="Buy counters at auctions, and earn gold or cards on the way to all towns.",
    min_seats=2,
    max_seats=6,
    options=(
        Option(name="rounds", summary="rounds to play", default=FACTS.rounds[0], choices=FACTS.rounds),
        Option(name="home_town", summary="each has a secret home town to end near", default=False),
        Option(
            name="draw_all_three",
            summary="each takes all cards of a round at once, instead of one in turn",
            default=False,
        ),
        Option(
            name="hand_limit",
            summary="cards that may be kept at the end of one's move; 0 for no limit",
            default=FACTS.hand_limit,
            minimum=0,
            maximum=FACTS.greatest_hand_limit,
        ),
        Option(
            name="first_player",
            summary="who begins the first round: a seat drawn at random, or seat 0",
            default="random",
            choices=("random", "seat_0"),
        ),
    ),
)
