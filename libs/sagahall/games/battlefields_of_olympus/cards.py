"""The kinds of cards, and the shape of the file that describes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from sagahall.games.entries import DataError, Entry


class Warrior(Enum):
    """A kind of Warrior card."""

    ARCHERS = "archers"
    CAVALRY = "cavalry"
    HEAVY_INFANTRY = "heavy_infantry"
    PIKEMEN = "pikemen"
    SWORDSMEN = "swordsmen"


class Action(Enum):
    """A kind of Action card."""

    AMBUSH = "ambush"
    ELITE = "elite"
    ENCIRCLE = "encircle"
    FLANK_ATTACK = "flank_attack"
    RAID = "raid"
    RALLY = "rally"
    SCOUT = "scout"
    SKIRMISH = "skirmish"


NEED_A_BATTLE = (Action.ELITE, Action.FLANK_ATTACK, Action.SKIRMISH, Action.ENCIRCLE)
NEED_PEACE = (Action.AMBUSH, Action.RAID)
ANY_COLOUR = "any"


@dataclass(frozen=True, slots=True)
class WarriorCard:
    """What is printed on a Warrior: its name, how many there are, and which kinds it beats."""

    title: str
    count: int
    beats: frozenset[Warrior]


@dataclass(frozen=True, slots=True)
class ActionCard:
    """What is printed on an Action (specification, sections 7 and 8)."""

    title: str
    text: str
    count: int
    any_time: bool
    in_battle: bool
    cancels: frozenset[Action]
    eliminates: frozenset[Action]


@dataclass(frozen=True, slots=True)
class Territory:
    """What is printed on a territory; the colour may be ANY_COLOUR."""

    id: str
    type: str
    points: int
    colour: str


@dataclass(frozen=True, slots=True)
class Table:
    """What depends on the number of seats: the Warriors of a reserve, and whether cards may be traded."""

    seats: int
    reserve: int
    trading: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """The whole file."""

    warriors: Mapping[Warrior, WarriorCard]
    actions: Mapping[Action, ActionCard]
    territories: Mapping[str, Territory]
    ares: int
    tables: Mapping[int, Table]
    limits: Mapping[str, int]
    setup: Mapping[str, int]
    draws: Mapping[str, int]
    sets: Mapping[str, int]
    mercenary: Mapping[str, int]
    trading: Mapping[str, int]
    early_ambush: bool


def read_cards(data: Any) -> Cards:
    """The cards that the data of the file describe. Raises DataError, which names the wrong entry."""
    file = Entry("cards", data)
    setup = file.entry("setup")
    cards = Cards(
        warriors={kind: _warrior(file.entry("warriors").entry(kind.value)) for kind in Warrior},
        actions={kind: _action(file.entry("actions").entry(kind.value)) for kind in Action},
        territories={entry.get("id", str): _territory(entry) for entry in file.entries("territories")},
        ares=_count(file.entry("ares"), "count"),
        tables={entry.get("seats", int): _table(entry) for entry in setup.entries("tables")},
        limits=_counts(file.entry("limits"), "warrior_hand", "action_hand", "points_to_end", "ares_to_end",
                       "idle_turns_per_seat"),
        setup=_counts(setup, "first_seat", "warriors"),
        draws=_counts(file.entry("draws"), "fate", "winner", "loser", "drawn"),
        sets=_counts(file.entry("sets"), "size", "points"),
        mercenary=_counts(file.entry("mercenary"), "territories"),
        trading=_counts(file.entry("trading"), "proposals_per_turn", "min_cards", "max_cards"),
        early_ambush=file.entry("ambush").get("before_main_action", bool),
    )  # fmt: skip
    _check_kinds(file, "warriors", [kind.value for kind in Warrior])
    _check_kinds(file, "actions", [kind.value for kind in Action])
    _check_match_ups(cards)
    _check_times(cards)
    _check_territories(file)
    _check_numbers(cards)
    return cards


def _count(entry: Entry, key: str) -> int:
    value = entry.get(key, int)
    if value < 0:
        raise DataError(f"{entry.where}.{key}", f"must not be negative, is {value}")
    return value


def _counts(entry: Entry, *keys: str) -> Mapping[str, int]:
    return {key: _count(entry, key) for key in keys}


def _warrior(entry: Entry) -> WarriorCard:
    return WarriorCard(entry.get("title", str), _count(entry, "count"), frozenset(entry.members("beats", Warrior)))


def _action(entry: Entry) -> ActionCard:
    return ActionCard(
        title=entry.get("title", str),
        text=entry.get("text", str),
        count=_count(entry, "count"),
        any_time=entry.get("any_time", bool),
        in_battle=entry.get("in_battle", bool),
        cancels=frozenset(entry.members("cancels", Action)),
        eliminates=frozenset(entry.members("eliminates", Action)),
    )


def _territory(entry: Entry) -> Territory:
    return Territory(entry.get("id", str), entry.get("type", str), _count(entry, "points"), entry.get("colour", str))


def _table(entry: Entry) -> Table:
    return Table(entry.get("seats", int), _count(entry, "reserve"), entry.get("trading", bool))


def _check_kinds(file: Entry, key: str, known: list[str]) -> None:
    for name in file.entry(key).names():
        if name not in known:
            raise DataError(f"cards.{key}.{name}", f"must be one of {', '.join(known)}")


def _check_match_ups(cards: Cards) -> None:
    """Between two different types exactly one wins (specification, section 3)."""
    for one, card in cards.warriors.items():
        for other in Warrior:
            wins = (other in card.beats) + (one in cards.warriors[other].beats)
            if wins != (one is not other):
                raise DataError(f"cards.warriors.{one.value}.beats", f"must settle who wins against {other.value}")


def _check_times(cards: Cards) -> None:
    for kind, card in cards.actions.items():
        if card.any_time and kind in NEED_A_BATTLE:
            raise DataError(f"cards.actions.{kind.value}.any_time", "needs a battle, and cannot be played outside one")
        if card.in_battle and kind in NEED_PEACE:
            raise DataError(f"cards.actions.{kind.value}.in_battle", "cannot be played in a battle")
        if kind in card.cancels & card.eliminates:
            raise DataError(f"cards.actions.{kind.value}.eliminates", "a kind cannot be both cancelled and eliminated")


def _check_territories(file: Entry) -> None:
    ids = [entry.get("id", str) for entry in file.entries("territories")]
    for name in ids:
        if ids.count(name) > 1:
            raise DataError(f"cards.territories[{name}].id", "is given twice")


def _check_numbers(cards: Cards) -> None:
    if not 1 <= cards.limits["ares_to_end"] <= cards.ares:
        raise DataError("cards.limits.ares_to_end", f"must be from 1 to {cards.ares}, or a match might never end")
    if not cards.tables or sorted(cards.tables) != list(range(2, max(cards.tables) + 1)):
        raise DataError("cards.setup.tables", "must be for 2, 3 ... seats, each once")
    if cards.setup["first_seat"] >= min(cards.tables):
        raise DataError("cards.setup.first_seat", "must be a seat of every table")
    if cards.setup["warriors"] > cards.limits["warrior_hand"]:
        raise DataError("cards.setup.warriors", "must not be more than a hand may hold")
    most = max(table.seats * (cards.setup["warriors"] + table.reserve) for table in cards.tables.values())
    if most > sum(card.count for card in cards.warriors.values()):
        raise DataError("cards.setup", f"deals {most} Warriors, but there are fewer")
    if not 1 <= cards.trading["min_cards"] <= cards.trading["max_cards"]:
        raise DataError("cards.trading.min_cards", "must be from 1 to max_cards")
    if cards.sets["size"] < 1:
        raise DataError("cards.sets.size", "must be at least 1")
    if cards.mercenary["territories"] < 1:
        raise DataError("cards.mercenary.territories", "must be at least 1")
