"""What a viewer may see of a match."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.hands import ordered
from sagahall.games.elfenland.rules import to_act
from sagahall.games.elfenland.state import Phase, Placed, Rules, State, Traveller
from sagahall.games.kernel import Dice, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """One seat, as all see it; hand, hidden counters and home only where the viewer may see them."""

    seat: Seat
    boot: str
    visited: tuple[str, ...]
    hand_count: int
    hand: tuple[Transport, ...]
    open_counters: tuple[Transport, ...]
    hidden_count: int
    hidden_counters: tuple[Transport, ...]
    drawn: Transport | None
    obstacle: bool
    home: str | None
    todo: int
    left: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The table as one seat, or a spectator, sees it."""

    viewer: Seat | None
    rules: Rules
    phase: Phase
    round: int
    first: Seat
    to_act: tuple[Seat, ...]
    seats: tuple[SeatView, ...]
    board: tuple[Placed, ...]
    open_counters: tuple[Transport, ...]
    pile_count: int
    deck_count: int
    discard: tuple[Transport, ...]
    ending: str | None


def view(state: State, viewer: Seat | None) -> View:
    """The table as the viewer may see it. Home towns are shown to all when the match is over."""
    return View(
        viewer=viewer,
        rules=state.rules,
        phase=state.phase,
        round=state.round,
        first=state.first,
        to_act=to_act(state),
        seats=tuple(
            _seat_view(seat, traveller, seat == viewer, state.phase is Phase.OVER)
            for seat, traveller in enumerate(state.seats)
        ),
        board=state.board,
        open_counters=state.open_counters,
        pile_count=len(state.pile),
        deck_count=len(state.deck),
        discard=state.discard,
        ending=state.ending,
    )


def _seat_view(seat: Seat, traveller: Traveller, own: bool, over: bool) -> SeatView:
    return SeatView(
        seat=seat,
        boot=traveller.boot,
        visited=traveller.visited,
        hand_count=len(traveller.hand),
        hand=traveller.hand if own else (),
        open_counters=traveller.open_counters,
        hidden_count=len(traveller.hidden_counters) + (traveller.drawn is not None),
        hidden_counters=traveller.hidden_counters if own else (),
        drawn=traveller.drawn if own else None,
        obstacle=traveller.obstacle,
        home=traveller.home if own or over else None,
        todo=traveller.todo,
        left=traveller.left,
    )


def resample(state: State, viewer: Seat | None, dice: Dice) -> State:
    """The same match with the hands and hidden counters of others, the pile, the deck and, until they are revealed,
    the home towns of others drawn again."""
    others = [seat for seat in range(len(state.seats)) if seat != viewer]
    seats = list(state.seats)
    cards = dice.shuffled("resample-cards", sum((seats[seat].hand for seat in others), state.deck))
    counters = dice.shuffled("resample-counters", sum((_face_down(seats[seat]) for seat in others), state.pile))
    for seat in others:
        traveller = seats[seat]
        hand, cards = cards[: len(traveller.hand)], cards[len(traveller.hand) :]
        hidden, counters = counters[: len(_face_down(traveller))], counters[len(_face_down(traveller)) :]
        drawn, hidden = (None, hidden) if traveller.drawn is None else (hidden[0], hidden[1:])
        seats[seat] = replace(traveller, hand=ordered(hand), hidden_counters=ordered(hidden), drawn=drawn)
    state = replace(state, seats=tuple(seats), deck=ordered(cards), pile=ordered(counters))
    return state if state.phase is Phase.OVER else _resample_homes(state, others, dice)


def _face_down(traveller: Traveller) -> tuple[Transport, ...]:
    drawn = () if traveller.drawn is None else (traveller.drawn,)
    return traveller.hidden_counters + drawn


def _resample_homes(state: State, others: list[Seat], dice: Dice) -> State:
    known = [state.seats[seat].home for seat in others]
    dealt = tuple(home for home in known if home is not None)
    if not dealt:
        return state
    homes = dice.shuffled("resample-homes", state.homes + dealt)
    new = dict(zip(others, homes, strict=False))
    seats = tuple(
        replace(traveller, home=new[seat]) if seat in new else traveller for seat, traveller in enumerate(state.seats)
    )
    return replace(state, seats=seats, homes=tuple(sorted(homes[len(others) :])))
