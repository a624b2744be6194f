"""Tír na nÓg as the rest of Sagahall knows it."""

from __future__ import annotations

from typing import Any, ClassVar

from sagahall.games.kernel import Dice, Form, Game, LeaveReason, Options, Outcome, Seat, Variant
from sagahall.games.tir_na_nog import bot, choices, labels, picture_svg, picture_text, rules, scoring
from sagahall.games.tir_na_nog import view as views
from sagahall.games.tir_na_nog.evolve import evolve
from sagahall.games.tir_na_nog.facts import SOLO, STANDARD
from sagahall.games.tir_na_nog.moves import DiscardChosen, Event, Move
from sagahall.games.tir_na_nog.state import State
from sagahall.games.tir_na_nog.view import View


class TirNaNog(Game[State, Move, Event, View]):
    """Send bards to the Otherworld, and tell the best saga of the creatures that they met."""

    name: ClassVar[str] = "tir_na_nog"
    title: ClassVar[str] = "Tír na nÓg"
    rules_version: ClassVar[int] = 1
    variants: ClassVar[tuple[Variant, ...]] = (STANDARD, SOLO)
    state_type: ClassVar[Any] = State
    move_type: ClassVar[Any] = Move
    event_type: ClassVar[Any] = Event
    view_type: ClassVar[Any] = View

    def initial(self, variant: str, options: Options, seats: int) -> State:
        """The state before anything is dealt."""
        return rules.initial(options, seats)

    def setup(self, state: State, dice: Dice) -> tuple[Event, ...]:
        """The events up to the first choice."""
        return rules.setup(state, dice)

    def decide(self, state: State, seat: Seat, move: Move, dice: Dice) -> tuple[Event, ...]:
        """What happens when the seat makes the move. Raises IllegalMove."""
        return rules.decide(state, seat, move, dice)

    def evolve(self, state: State, event: Event) -> State:
        """The state after the event."""
        return evolve(state, event)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The seats that have a choice."""
        return choices.to_act(state)

    def outcome(self, state: State) -> Outcome | None:
        """Every seat's result, or None while the match is played."""
        return scoring.outcome(state)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every move of the seat; swaps, sets of discards and permits in one form each."""
        return choices.legal_moves(state, seat)

    def forms(self, state: State, seat: Seat) -> tuple[Form[Move], ...]:
        """The swaps, discards and permits of the seat."""
        return choices.forms(state, seat)

    def is_open(self, move: Move) -> bool:
        """Swaps and sets of discards may be named in any order, permits by any card that gives them."""
        return choices.is_open(move)

    def default_move(self, state: State, seat: Seat, dice: Dice) -> Move:
        """Declines an effect; where something has to be chosen, chance does."""
        return choices.default_move(state, seat, dice)

    def leave(self, state: State, seat: Seat, reason: LeaveReason, dice: Dice) -> tuple[Event, ...]:
        """The seat leaves, and the match runs on without it; with one seat left it ends."""
        return rules.leave(state, seat, dice)

    def disturbs(self, event: Event, seat: Seat) -> bool:
        """What others discard in the upkeep changes nothing for a seat that still chooses."""
        return not isinstance(event, DiscardChosen) or event.seat == seat

    def view(self, state: State, seat: Seat | None) -> View:
        """The table as the seat, or a spectator, may see it."""
        return views.view(state, seat)

    def resample(self, state: State, seat: Seat | None, dice: Dice) -> State:
        """The same match with everything hidden from the seat drawn again."""
        return views.resample(state, seat, dice)

    def label(self, view: View, move: Move) -> str:
        """What the move does, in words."""
        return labels.label(view, move)

    def text(self, view: View) -> str:
        """The table as text."""
        return picture_text.text(view)

    def svg(self, view: View) -> str:
        """The table as a picture."""
        return picture_svg.svg(view)

    def advise(self, view: View, moves: tuple[Move, ...], dice: Dice) -> Move:
        """The move of a bot that plans its saga. It leaves nothing to the dice."""
        return bot.advise(view, moves)


TIR_NA_NOG = TirNaNog()
"""The one instance."""
