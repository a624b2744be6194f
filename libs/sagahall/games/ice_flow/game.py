"""Ice Flow as the rest of Sagahall knows it."""

from __future__ import annotations

from typing import Any, ClassVar

from sagahall.games.ice_flow import bot, choices, labels, picture_svg, picture_text, rules, scoring
from sagahall.games.ice_flow import view as views
from sagahall.games.ice_flow.evolve import evolve
from sagahall.games.ice_flow.facts import STANDARD
from sagahall.games.ice_flow.moves import Event, Move, MoveExplorer
from sagahall.games.ice_flow.state import State
from sagahall.games.ice_flow.view import View
from sagahall.games.kernel import Dice, Form, Game, LeaveReason, Options, Outcome, Seat, Variant


class IceFlow(Game[State, Move, Event, View]):
    """Lead three explorers over drifting ice from Alaska to Siberia, before the others do."""

    name: ClassVar[str] = "ice_flow"
    title: ClassVar[str] = "Ice Flow"
    rules_version: ClassVar[int] = 1
    variants: ClassVar[tuple[Variant, ...]] = (STANDARD,)
    state_type: ClassVar[Any] = State
    move_type: ClassVar[Any] = Move
    event_type: ClassVar[Any] = Event
    view_type: ClassVar[Any] = View

    def initial(self, variant: str, options: Options, seats: int) -> State:
        """The state before the first explorer is placed."""
        return rules.initial(options, seats)

    def setup(self, state: State, dice: Dice) -> tuple[Event, ...]:
        """Nothing: the seats set the match up with their first moves."""
        return ()

    def decide(self, state: State, seat: Seat, move: Move, dice: Dice) -> tuple[Event, ...]:
        """What happens when the seat makes the move. Raises IllegalMove."""
        return rules.decide(state, seat, move, dice)

    def evolve(self, state: State, event: Event) -> State:
        """The state after the event."""
        return evolve(state, event)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The seat that has a choice."""
        return rules.to_act(state)

    def outcome(self, state: State) -> Outcome | None:
        """Every seat's result, or None while the match is played."""
        return scoring.outcome(state.ending, state.expeditions)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every move of the seat; of the paths of its explorers, the useful ones."""
        return choices.legal_moves(state, seat)

    def forms(self, state: State, seat: Seat) -> tuple[Form[Move], ...]:
        """The form of an explorer's path."""
        return choices.forms(state, seat)

    def is_open(self, move: Move) -> bool:
        """Paths of explorers: the useful ones are listed, others are accepted."""
        return isinstance(move, MoveExplorer)

    def default_move(self, state: State, seat: Seat, dice: Dice) -> Move:
        """The mildest move."""
        return choices.default_move(state, seat, dice)

    def leave(self, state: State, seat: Seat, reason: LeaveReason, dice: Dice) -> tuple[Event, ...]:
        """The seat leaves with its explorers, and the match goes on without it; with one seat left it ends."""
        return rules.leave(state, seat, dice)

    def view(self, state: State, seat: Seat | None) -> View:
        """The table as the seat, or a spectator, may see it."""
        return views.view(state, seat)

    def resample(self, state: State, seat: Seat | None, dice: Dice) -> State:
        """The same match: nothing in it is hidden, and what chance will draw is not decided before."""
        return state

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
        """The move of a bot that looks one turn ahead for the cheapest ways to Siberia."""
        return bot.advise(view, moves, dice)


ICE_FLOW = IceFlow()
"""The one instance."""
