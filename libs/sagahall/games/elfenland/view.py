"""What a viewer may see of a match."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sagahall.games.elfenboard import view as shared
from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.hands import ordered
from sagahall.games.elfenboard.homes import resample_homes
from sagahall.games.elfenland.rules import to_act
from sagahall.games.elfenland.state import Phase, Rules, State, Traveller
from sagahall.games.kernel import Dice, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView(shared.SeatView):
    """One seat, as all see it; hand, hidden counters and home only where the viewer may see them."""

    open_counters: tuple[Transport, ...]
    hidden_count: int
    hidden_counters: tuple[Transport, ...]
    drawn: Transport | None
    obstacle: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class View(shared.View):
    """The table as one seat, or a spectator, sees it."""

    rules: Rules
    phase: Phase
    seats: tuple[SeatView, ...]
    open_counters: tuple[Transport, ...]
    pile_count: int


def view(state: State, viewer: Seat | None) -> View:
    """The table as the viewer may see it."""
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
        **shared.seen_of(seat, traveller, own=own, over=over),
        open_counters=traveller.open_counters,
        hidden_count=len(_face_down(traveller)),
        hidden_counters=traveller.hidden_counters if own else (),
        drawn=traveller.drawn if own else None,
        obstacle=traveller.obstacle,
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
    return state if state.phase is Phase.OVER else resample_homes(state, viewer, dice)


def _face_down(traveller: Traveller) -> tuple[Transport, ...]:
    drawn = () if traveller.drawn is None else (traveller.drawn,)
    return traveller.hidden_counters + drawn
