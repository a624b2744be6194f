"""Encounter cards and what they can do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Colour(Enum):
    """The colour of a card, in the order of the score sheet."""

    YELLOW = "yellow"
    BLUE = "blue"
    GREEN = "green"
    RED = "red"


class Row(Enum):
    """A row of a saga, from top to bottom."""

    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


class Timing(Enum):
    """When an effect works."""

    PLACEMENT = "placement"
    INSTANT = "instant"
    ONGOING = "ongoing"
    SCORING = "scoring"


class EffectOp(Enum):
    """What an effect does (specification, section 6.5)."""

    EXTRA_SLOT = "extra_slot"
    LEAVE_GAP = "leave_gap"
    IGNORE_GEIS = "ignore_geis"
    MOVE_CARD = "move_card"
    SWAP_CARDS = "swap_cards"
    RECOLOUR = "recolour"
    REVALUE = "revalue"
    DRAW_DISCARD = "draw_discard"
    JOURNEY_SHARE = "journey_share"
    JOURNEY_CROSSING = "journey_crossing"
    JOURNEY_EDGE = "journey_edge"
    KIN_IN_ROW = "kin_in_row"
    STRANGE_NEIGHBOURS = "strange_neighbours"
    RIGHTMOST = "rightmost"
    CHOOSE_COLOUR = "choose_colour"
    REGION_BONUS = "region_bonus"


TIMINGS = {
    Timing.PLACEMENT: (EffectOp.EXTRA_SLOT, EffectOp.LEAVE_GAP, EffectOp.IGNORE_GEIS),
    Timing.INSTANT: (
        EffectOp.MOVE_CARD,
        EffectOp.SWAP_CARDS,
        EffectOp.RECOLOUR,
        EffectOp.REVALUE,
        EffectOp.DRAW_DISCARD,
    ),
    Timing.ONGOING: (EffectOp.JOURNEY_SHARE, EffectOp.JOURNEY_CROSSING, EffectOp.JOURNEY_EDGE),
    Timing.SCORING: (
        EffectOp.KIN_IN_ROW,
        EffectOp.STRANGE_NEIGHBOURS,
        EffectOp.RIGHTMOST,
        EffectOp.CHOOSE_COLOUR,
        EffectOp.REGION_BONUS,
    ),
}

PARAMETERS = {
    EffectOp.REVALUE: "max_change",
    EffectOp.DRAW_DISCARD: "draw",
    EffectOp.JOURNEY_SHARE: "uses_per_round",
    EffectOp.JOURNEY_CROSSING: "uses_per_round",
    EffectOp.JOURNEY_EDGE: "uses_per_round",
    EffectOp.KIN_IN_ROW: "points",
    EffectOp.STRANGE_NEIGHBOURS: "points",
    EffectOp.RIGHTMOST: "points",
    EffectOp.REGION_BONUS: "size",
}
"""What the number of an effect is, for those that have one."""

INSTANT = frozenset(TIMINGS[Timing.INSTANT])
"""The effects that are offered once, after the card was played."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card can do. ``number`` is what PARAMETERS says, 0 where it says nothing."""

    id: str
    op: EffectOp
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Card:
    """An encounter card as it is printed."""

    id: str
    name: str
    colour: Colour
    value: int
    effect: Effect | None

    def has(self, op: EffectOp) -> bool:
        """Whether the card has that effect."""
        return self.effect is not None and self.effect.op is op
