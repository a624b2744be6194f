"""The table: who has what, whose turn it is, and how far a battle has come (specification, section 4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain
from typing import Any

from sagahall.games.battlefields_of_olympus.cards import Action, Warrior
from sagahall.games.battlefields_of_olympus.facts import IDLE_TURNS_PER_SEAT, TABLES
from sagahall.games.kernel import Seat


class Fate(Enum):
    """What a card of the Fate deck is."""

    ARES = "ares"
    TERRITORY = "territory"
    ACTION = "action"


class Phase(Enum):
    """What is being done (specification, section 5)."""

    SETUP = "setup"
    MAIN = "main"
    ACTION_OVERFLOW = "action_overflow"
    AFTER_MAIN = "after_main"
    CHALLENGE = "challenge"
    BATTLE = "battle"
    SKIRMISH_REPLY = "skirmish_reply"
    TIE_EXTRA = "tie_extra"
    REFIT = "refit"
    """The turn is over but for the fighters' new hands."""
    OVER = "over"


OWN_TURN = (Phase.MAIN, Phase.ACTION_OVERFLOW, Phase.AFTER_MAIN)
"""The phases of a turn in which its owner acts, outside a battle."""


@dataclass(frozen=True, slots=True)
class Camp:
    """What one seat has. Hand and Actions are its own secret; the reserve is nobody's until its owner looks at it."""

    hand: tuple[Warrior, ...] = ()
    revealed: tuple[Warrior, ...] = ()
    """The Warriors of the hand that a Scout has laid open."""
    reserve: tuple[Warrior, ...] = ()
    actions: tuple[Action, ...] = ()
    territories: tuple[str, ...] = ()
    mercenary: Warrior | None = None
    proposals: int = 0
    """Trades proposed in this turn."""
    left: bool = False

    @property
    def warriors(self) -> tuple[Warrior, ...]:
        """The whole hand, open cards first."""
        return self.revealed + self.hand


@dataclass(frozen=True, slots=True)
class Placed:
    """A Warrior in the line of a battle."""

    seat: Seat
    warrior: Warrior


@dataclass(frozen=True, slots=True)
class Laid:
    """An Action on the newest pair of a battle."""

    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle for the stake (specification, section 6.2). The newest Warrior of the line was played against the one
    at the place ``met``, or against none."""

    attacker: Seat
    defender: Seat
    stake: str
    opener: Seat
    ambush: bool = False
    line: tuple[Placed, ...] = ()
    met: int | None = None
    laid: tuple[Laid, ...] = ()

    def other(self, seat: Seat) -> Seat:
        """The opponent of a fighter."""
        return self.defender if seat == self.attacker else self.attacker

    @property
    def fighters(self) -> tuple[Seat, Seat]:
        """Attacker and defender."""
        return (self.attacker, self.defender)


@dataclass(frozen=True, slots=True)
class Challenge:
    """A battle that is offered round the table: who still has to answer, in order, and who has refused."""

    stake: str
    asked: tuple[Seat, ...]
    refused: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Bundle:
    """Cards of a trade: given, or wanted."""

    actions: tuple[Action, ...] = ()
    warriors: tuple[Warrior, ...] = ()
    territories: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many cards it holds."""
        return len(self.actions) + len(self.warriors) + len(self.territories)


@dataclass(frozen=True, slots=True)
class Proposal:
    """An open proposal of a trade, numbered through the match."""

    number: int
    seat: Seat
    to: Seat
    give: Bundle
    want: Bundle


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """One match. Decks and discards have no order: a draw takes any card."""

    camps: tuple[Camp, ...]
    phase: Phase = Phase.SETUP
    turn: Seat = 0
    turns: int = 0
    """Turns begun so far."""
    idle_turns: int = 0
    """Turns in a row that ended without a Fate card drawn."""
    drawn: bool = False
    """A Fate card was drawn in this turn."""
    swapped: bool = False
    """The seat to act has just swapped its mercenary, and has to do something else before it swaps again."""
    looking: Seat | None = None
    """The seat that looks at its reserve and has to choose its hand."""
    refits: tuple[Seat, ...] = ()
    """The fighters who will still look at their reserve after a battle, in order."""
    starter: Seat | None = None
    """With two seats: who starts the next turn after a battle."""
    pile: tuple[str, ...] = ()
    """The unclaimed territories, from the bottom to the top."""
    fate_actions: tuple[Action, ...] = ()
    fate_territories: tuple[str, ...] = ()
    fate_ares: int = 0
    deck: tuple[Warrior, ...] = ()
    warrior_discards: tuple[Warrior, ...] = ()
    action_discards: tuple[Action, ...] = ()
    ares_in_play: int = 0
    ares_spent: int = 0
    removed: tuple[str, ...] = ()
    """The territories of seats that have left."""
    challenge: Challenge | None = None
    battle: Battle | None = None
    proposals: tuple[Proposal, ...] = ()
    proposed: int = 0
    """Trades proposed in the whole match."""
    ending: str | None = None

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats that have not left."""
        return tuple(seat for seat, camp in enumerate(self.camps) if not camp.left)

    @property
    def duel(self) -> bool:
        """Whether two sat down; a match of more stays one of more when seats leave."""
        return len(self.camps) == 2

    @property
    def trading(self) -> bool:
        """Whether cards may be traded at this table."""
        return TABLES[len(self.camps)].trading

    @property
    def must_draw(self) -> bool:
        """Whether a Fate card has to be drawn in this turn (specification, section 5.5)."""
        return self.idle_turns >= IDLE_TURNS_PER_SEAT * len(self.camps)

    @property
    def no_warriors(self) -> bool:
        """Whether no Warrior can be drawn at all."""
        return not self.deck and not self.warrior_discards

    @property
    def fate_count(self) -> int:
        """The cards of the Fate deck."""
        return self.fate_ares + len(self.fate_territories) + len(self.fate_actions)

    def after(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats that have not left, clockwise from the seat."""
        order = chain(range(seat + 1, len(self.camps)), range(seat))
        return tuple(other for other in order if not self.camps[other].left)

    def place(self, seat: Seat, camp: Camp, **changes: Any) -> State:
        """The table with one camp changed, and whatever else changes."""
        return replace(self, camps=(*self.camps[:seat], camp, *self.camps[seat + 1 :]), **changes)
