"""Elfenroads as the rest of Sagahall knows it."""

from __future__ import annotations

from typing import Any, ClassVar

from sagahall.games.elfenboard.moves import Discard
from sagahall.games.elfenroads import bot, labels, picture_svg, picture_text, rules, scoring
from sagahall.games.elfenroads import view as views
from sagahall.games.elfenroads.evolve import evolve
from sagahall.games.elfenroads.facts import STANDARD
from sagahall.games.elfenroads.moves import Bid, Event, ItemShown, ItemsKept, KeepItems, Move
from sagahall.games.elfenroads.state import State
from sagahall.games.elfenroads.view import View
from sagahall.games.kernel import Dice, Form, Game, LeaveReason, Options, Outcome, Seat, Variant


class Elfenroads(Game[State, Move, Event, View]):
    """Travel the land of the elves for gold: buy counters at auctions, and ride over them to as many towns as you
    can."""

    name: ClassVar[str] = "elfenroads"
    title: ClassVar[str] = "Elfenroads"
    rules_version: ClassVar[int] = 1
    variants: ClassVar[tuple[Variant, ...]] = (STANDARD,)
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
        return rules.to_act(state)

    def outcome(self, state: State) -> Outcome | None:
        """Every seat's result, or None while the match is played."""
        return scoring.outcome(state.rules, state.ending, state.seats)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every move of the seat; of its bids, a few."""
        return rules.legal_moves(state, seat)

    def forms(self, state: State, seat: Seat) -> tuple[Form[Move], ...]:
        """The bids, discards and kept items of the seat."""
        return rules.forms(state, seat)

    def is_open(self, move: Move) -> bool:
        """Bids; and discards and kept items, of which every choice is listed in the order of the chart."""
        return isinstance(move, Bid | Discard | KeepItems)

    def default_move(self, state: State, seat: Seat, dice: Dice) -> Move:
        """Passes, draws from the deck, ends the move for gold; where something has to be chosen, chance does."""
        return rules.default_move(state, seat, dice)

    def leave(self, state: State, seat: Seat, reason: LeaveReason, dice: Dice) -> tuple[Event, ...]:
        """The seat leaves, and the match runs on without it; with one seat left it ends."""
        return rules.leave(state, seat, dice)

    def disturbs(self, event: Event, seat: Seat) -> bool:
        """What others show or keep changes nothing for a seat that still chooses what it shows or keeps."""
        return not isinstance(event, ItemShown | ItemsKept) or event.seat == seat

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


ELFENROADS = Elfenroads()
"""The one instance."""
