"""Parley, the game that the test-suite plays, as the rest of Sagahall sees it.

Each round every envoy seals a card; the best wins the pot. Then they talk in turn: one may demand a card of another,
who has to answer first, and at any time each may offer coins for a card. A coin is a point in the end, and a gained
card of the suit that was buried unseen is two. One to four envoys; a lone one plays against the stock.
"""

from __future__ import annotations

from sagahall.games.kernel import Dice, Form, Game, LeaveReason, Option, Options, Outcome, Seat, Variant
from sagahall.games.parley import choices, picture, rules
from sagahall.games.parley import view as views
from sagahall.games.parley.evolve import evolve
from sagahall.games.parley.moves import Event, Move, Offer, Offered, Sealed, Withdrawn
from sagahall.games.parley.state import Envoy, State
from sagahall.games.parley.view import View

PURSES = {"lean": 1, "fat": 6}
"""Coins at the start."""

PURSE = Option(name="purse", summary="How rich the envoys are", default="fat", choices=tuple(PURSES))
ROUNDS = Option(name="rounds", summary="How many rounds are played", default=2, minimum=1, maximum=3)
DEMANDS = Option(name="demands", summary="Whether cards may be demanded", default=True)


class Parley(Game[State, Move, Event, View]):
    """The rules of parley."""

    name = "parley"
    title = "Parley"
    rules_version = 1
    variants = (
        Variant(
            name="standard",
            title="Parley",
            summary="A few rounds; every way to get a card",
            min_seats=1,
            max_seats=4,
            options=(ROUNDS, DEMANDS, PURSE),
        ),
        Variant(
            name="brief",
            title="Brief parley",
            summary="One round without demands",
            min_seats=2,
            max_seats=3,
            options=(PURSE,),
        ),
    )
    state_type = State
    move_type = Move
    event_type = Event
    view_type = View

    def initial(self, variant: str, options: Options, seats: int) -> State:
        """Full purses, empty hands."""
        rounds = int(options.get("rounds", 1))
        demands = bool(options.get("demands", False))
        return State(rounds, demands, (Envoy(PURSES[str(options["purse"])]),) * seats)

    def setup(self, state: State, dice: Dice) -> tuple[Event, ...]:
        """Buries a card and deals."""
        return rules.setup(state, dice)

    def decide(self, state: State, seat: Seat, move: Move, dice: Dice) -> tuple[Event, ...]:
        """What happens when the seat makes the move. Raises IllegalMove."""
        return rules.decide(state, seat, move, dice)

    def evolve(self, state: State, event: Event) -> State:
        """The state after the event."""
        return evolve(state, event)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Everybody who has not sealed; then whoever is asked, or whose turn it is."""
        return choices.to_act(state)

    def outcome(self, state: State) -> Outcome | None:
        """Most points win."""
        return choices.outcome(state)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every move of the seat but its offers."""
        return choices.legal_moves(state, seat)

    def forms(self, state: State, seat: Seat) -> tuple[Form[Move], ...]:
        """The form of an offer, while the seat can make one."""
        return choices.forms(state, seat)

    def is_open(self, move: Move) -> bool:
        """Offers are open: too many sums and notes to list."""
        return isinstance(move, Offer)

    def default_move(self, state: State, seat: Seat, dice: Dice) -> Move:
        """Any card is sealed; a turn goes by; a demand is refused."""
        return choices.default_move(state, seat, dice)

    def leave(self, state: State, seat: Seat, reason: LeaveReason, dice: Dice) -> tuple[Event, ...]:
        """The talks go on without the seat while two are left; a lone envoy's match ends."""
        return rules.leave(state, seat, dice)

    def disturbs(self, event: Event, seat: Seat) -> bool:
        """A sealed card concerns its seat only, an offer its two parties."""
        match event:
            case Sealed():
                return seat == event.seat
            case Offered() | Withdrawn():
                return seat in (event.seat, event.to)
            case _:
                return True

    def view(self, state: State, seat: Seat | None) -> View:
        """The table as the seat, or a spectator (None), may see it."""
        return views.view(state, seat)

    def resample(self, state: State, seat: Seat | None, dice: Dice) -> State:
        """The same match with other cards in other hands."""
        return views.resample(state, seat, dice)

    def label(self, view: View, move: Move) -> str:
        """What the move does, for people, in English."""
        return picture.label(move)

    def text(self, view: View) -> str:
        """The table as text."""
        return picture.text(view)

    def svg(self, view: View) -> str:
        """The table as an SVG picture."""
        return picture.svg(view)


PARLEY = Parley()
"""The one instance."""
