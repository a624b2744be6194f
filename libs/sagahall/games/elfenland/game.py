"""Elfenland as the rest of Sagahall knows it."""

from __future__ import annotations

from typing import Any, ClassVar

from sagahall.games.elfenboard.moves import Discard
from sagahall.games.elfenland import bot, labels, picture_svg, picture_text, rules, scoring
from sagahall.games.elfenland import view as views
from sagahall.games.elfenland.facts import AMIGO, MOON
from sagahall.games.elfenland.moves import Caravan, CounterKept, Event, Move, ObstacleKept
from sagahall.games.elfenland.rules_evolve import evolve
from sagahall.games.elfenland.state import State
from sagahall.games.elfenland.view import View
from sagahall.games.kernel import Dice, Form, Game, LeaveReason, Options, Outcome, Seat, Variant


class Elfenland(Game[State, Move, Event, View]):
    """Travel the land of the elves: draw and place counters, then ride over them to as many towns as you can."""

    name: ClassVar[str] = "elfenland"
    title: ClassVar[str] = "Elfenland"
    rules_version: ClassVar[int] = 1
    variants: ClassVar[tuple[Variant, ...]] = (AMIGO, MOON)
    state_type: ClassVar[Any] = State
    move_type: ClassVar[Any] = Move
    event_type: ClassVar[Any] = Event
    view_type: ClassVar[Any] = View

    def initial(self, variant: str, options: Options, seats: int) -> State:
        """The state before anything is dealt."""
        return rules.initial(variant, options, seats)

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
        return rules.to_act(state)

    def outcome(self, state: State) -> Outcome | None:
        """Every seat's result, or None while the match is played."""
        return scoring.outcome(state.rules, state.ending, state.seats)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every move of the seat; of its caravans, one for each road."""
        return rules.legal_moves(state, seat)

    def forms(self, state: State, seat: Seat) -> tuple[Form[Move], ...]:
        """The caravans and discards of the seat."""
        return rules.forms(state, seat)

    def is_open(self, move: Move) -> bool:
        """Moves with cards: of a caravan's one choice is listed, of discards every choice in the chart's order."""
        return isinstance(move, Caravan | Discard)

    def default_move(self, state: State, seat: Seat, dice: Dice) -> Move:
        """Passes, ends the move or keeps the hidden counter; where something has to be chosen, chance does."""
        return rules.default_move(state, seat, dice)

    def leave(self, state: State, seat: Seat, reason: LeaveReason, dice: Dice) -> tuple[Event, ...]:
        """The seat leaves, and the match runs on without it; with one seat left it ends."""
        return rules.leave(state, seat, dice)

    def disturbs(self, event: Event, seat: Seat) -> bool:
        """What others keep changes nothing for a seat that still chooses what it keeps."""
        return not isinstance(event, CounterKept | ObstacleKept) or event.seat == seat

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
        """The move of a bot that plans its journey. It leaves nothing to the dice."""
        return bot.advise(view, moves)


ELFENLAND = Elfenland()
"""The one instance."""
