"""Battlefields of Olympus as the rest of Sagahall knows it."""

from __future__ import annotations

from typing import Any, ClassVar

from sagahall.games.battlefields_of_olympus import bot, choices, picture_svg, picture_text, rules, scoring
from sagahall.games.battlefields_of_olympus import forms as filled
from sagahall.games.battlefields_of_olympus import labels as words
from sagahall.games.battlefields_of_olympus import resample as redrawn
from sagahall.games.battlefields_of_olympus import view as views
from sagahall.games.battlefields_of_olympus.events import Event
from sagahall.games.battlefields_of_olympus.events_trade import TradeProposed, TradeRejected, TradeWithdrawn
from sagahall.games.battlefields_of_olympus.evolve import evolve
from sagahall.games.battlefields_of_olympus.facts import TABLES
from sagahall.games.battlefields_of_olympus.moves import Move
from sagahall.games.battlefields_of_olympus.state import State
from sagahall.games.battlefields_of_olympus.view import View
from sagahall.games.kernel import Dice, Form, Game, LeaveReason, Options, Outcome, Seat, Variant

STANDARD = Variant(
    name="standard",
    title="Battlefields of Olympus",
    summary="Fight with hidden Warriors and Actions for territories; 16 points or the sixth Ares end the match.",
    min_seats=min(TABLES),
    max_seats=max(TABLES),
)


class BattlefieldsOfOlympus(Game[State, Move, Event, View]):
    """The rules of Battlefields of Olympus."""

    name: ClassVar[str] = "battlefields_of_olympus"
    title: ClassVar[str] = "Battlefields of Olympus"
    rules_version: ClassVar[int] = 1
    variants: ClassVar[tuple[Variant, ...]] = (STANDARD,)
    state_type: ClassVar[Any] = State
    move_type: ClassVar[Any] = Move
    event_type: ClassVar[Any] = Event
    view_type: ClassVar[Any] = View

    def initial(self, variant: str, options: Options, seats: int) -> State:
        """Both decks, and empty camps."""
        return rules.initial(seats)

    def setup(self, state: State, dice: Dice) -> tuple[Event, ...]:
        """Deals hands and reserves and starts the first turn."""
        return rules.setup(state, dice)

    def decide(self, state: State, seat: Seat, move: Move, dice: Dice) -> tuple[Event, ...]:
        """What happens when the seat makes the move. Raises IllegalMove."""
        return rules.decide(state, seat, move, dice)

    def evolve(self, state: State, event: Event) -> State:
        """The state after the event."""
        return evolve(state, event)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The one seat that has to act."""
        return choices.to_act(state)

    def outcome(self, state: State) -> Outcome | None:
        """Most points win, then most territories."""
        return scoring.outcome(state)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every move of the seat, each selection of cards in one order; of proposals those of one card for one."""
        return choices.legal_moves(state, seat)

    def forms(self, state: State, seat: Seat) -> tuple[Form[Move], ...]:
        """Moves with several cards in any order, and trades."""
        return filled.forms(state, seat)

    def is_open(self, move: Move) -> bool:
        """Moves with cards are open: they are listed in one order only, and larger trades are not listed."""
        return isinstance(move, filled.OPEN)

    def default_move(self, state: State, seat: Seat, dice: Dice) -> Move:
        """Draws, ends, passes, refuses, declines or allows; the hand stays as it is; any surplus Action goes."""
        return choices.default_move(state, seat, dice)

    def leave(self, state: State, seat: Seat, reason: LeaveReason, dice: Dice) -> tuple[Event, ...]:
        """The seat's cards are discarded and the match runs on; with one seat left it ends."""
        return rules.leave(state, seat, dice)

    def disturbs(self, event: Event, seat: Seat) -> bool:
        """A proposal, and its end without a trade, concern its two parties only."""
        if isinstance(event, TradeProposed | TradeWithdrawn | TradeRejected):
            return seat in (event.seat, event.to)
        return True

    def view(self, state: State, seat: Seat | None) -> View:
        """The table as the seat, or a spectator (None), may see it."""
        return views.view(state, seat)

    def resample(self, state: State, seat: Seat | None, dice: Dice) -> State:
        """The same match with everything hidden from the seat drawn again."""
        return redrawn.resample(state, seat, dice)

    def label(self, view: View, move: Move) -> str:
        """What the move does, in words."""
        return words.label(view, move)

    def text(self, view: View) -> str:
        """The table as text."""
        return picture_text.text(view)

    def svg(self, view: View) -> str:
        """The table as a picture."""
        return picture_svg.svg(view)

    def advise(self, view: View, moves: tuple[Move, ...], dice: Dice) -> Move:
        """The move that the bot would make."""
        return bot.advise(view, moves)


BATTLEFIELDS_OF_OLYMPUS = BattlefieldsOfOlympus()
"""The one instance."""
