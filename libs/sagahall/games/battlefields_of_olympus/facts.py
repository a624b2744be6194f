"""The cards and numbers of the game as tables, read once from ``cards.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import yaml

from sagahall.games.battlefields_of_olympus.cards import (
    Action,
    ActionCard,
    Table,
    Territory,
    Warrior,
    WarriorCard,
    read_cards,
)

_FILE = files("sagahall.games.battlefields_of_olympus").joinpath("cards.yaml")
_CARDS = read_cards(yaml.safe_load(_FILE.read_text("utf-8")))

WARRIORS: Mapping[Warrior, WarriorCard] = _CARDS.warriors
ACTIONS: Mapping[Action, ActionCard] = _CARDS.actions
TERRITORIES: Mapping[str, Territory] = _CARDS.territories
TABLES: Mapping[int, Table] = _CARDS.tables
ARES: int = _CARDS.ares

WARRIOR_DECK: tuple[Warrior, ...] = tuple(kind for kind in Warrior for _ in range(WARRIORS[kind].count))
ACTION_CARDS: tuple[Action, ...] = tuple(kind for kind in Action for _ in range(ACTIONS[kind].count))
"""The Actions of the Fate deck."""

WARRIOR_HAND: int = _CARDS.limits["warrior_hand"]
ACTION_HAND: int = _CARDS.limits["action_hand"]
POINTS_TO_END: int = _CARDS.limits["points_to_end"]
ARES_TO_END: int = _CARDS.limits["ares_to_end"]
IDLE_TURNS_PER_SEAT: int = _CARDS.limits["idle_turns_per_seat"]
FIRST_SEAT: int = _CARDS.setup["first_seat"]
FIRST_HAND: int = _CARDS.setup["warriors"]
DRAWS: Mapping[str, int] = _CARDS.draws
SET_SIZE: int = _CARDS.sets["size"]
SET_POINTS: int = _CARDS.sets["points"]
MERCENARY_GROUP: int = _CARDS.mercenary["territories"]
EARLY_AMBUSH: bool = _CARDS.early_ambush
PROPOSALS_PER_TURN: int = _CARDS.trading["proposals_per_turn"]
MIN_TRADED: int = _CARDS.trading["min_cards"]
MAX_TRADED: int = _CARDS.trading["max_cards"]
