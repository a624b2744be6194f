"""The rules of parley: what an envoy may do, and what follows of itself."""

from __future__ import annotations

from functools import singledispatch

from sagahall.games.kernel import Dice, IllegalMove, Seat
from sagahall.games.parley.evolve import evolve
from sagahall.games.parley.moves import (
    Accept,
    Answer,
    Bid,
    Buried,
    Dealt,
    Demand,
    Demanded,
    Event,
    Finished,
    Given,
    Hand,
    Left,
    Move,
    Offer,
    Offered,
    Pass,
    Passed,
    Refused,
    Revealed,
    RoundEnded,
    Seal,
    Sealed,
    Traded,
    Withdraw,
    Withdrawn,
)
from sagahall.games.parley.state import HAND, Card, Over, Sealing, State, Talking, meets

NOTE_LENGTH = 40
"""Characters of a note at most."""


# Decisions


def setup(state: State, dice: Dice) -> tuple[Event, ...]:
    """Buries a card and deals."""
    return _with_consequences(state, Buried(dice.choice("bury", state.stock)), dice)


def decide(state: State, seat: Seat, move: Move, dice: Dice) -> tuple[Event, ...]:
    """What happens when the seat makes the move. Raises IllegalMove."""
    _require(not isinstance(state.stage, Over), "match-over", "the match is over")
    _require(seat in state.present, "has-left", "this seat has left the match")
    return _with_consequences(state, _decide(move, state, seat), dice)


def leave(state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
    """What happens when a seat leaves for good: the talks go on without it while two are left."""
    return _with_consequences(state, Left(seat), dice)


def _require(holds: bool, rule: str, detail: str) -> None:
    if not holds:
        raise IllegalMove(rule, detail)


@singledispatch
def _decide(move: Move, _state: State, _seat: Seat) -> Event:
    """The event that a move by a present seat makes. One function for each kind of move. Raises IllegalMove."""
    raise TypeError(f"{move!r} is no move of parley")


@_decide.register
def _(move: Seal, state: State, seat: Seat) -> Event:
    _require(isinstance(state.stage, Sealing), "not-sealing", "cards are sealed when a round begins")
    _require(state.envoys[seat].sealed is None, "already-sealed", "this seat has sealed a card already")
    _require_held(state, seat, move.card)
    return Sealed(seat, move.card)


@_decide.register
def _(_move: Pass, state: State, seat: Seat) -> Event:
    _require_turn(state, seat)
    return Passed(seat)


@_decide.register
def _(move: Demand, state: State, seat: Seat) -> Event:
    _require(state.demands, "no-demands", "nothing can be demanded in this match")
    _require_turn(state, seat)
    _require_other(state, seat, move.target)
    _require(bool(state.envoys[move.target].hand), "empty-hand", "that seat holds no card")
    return Demanded(seat, move.target, move.suit)


@_decide.register
def _(move: Answer, state: State, seat: Seat) -> Event:
    talks = _talks(state)
    _require(talks.claim is not None and talks.claim.target == seat, "not-asked", "nothing is demanded of this seat")
    assert talks.claim is not None
    if move.card is None:
        return Refused(seat, talks.queue[0], min(1, state.envoys[seat].coins))
    _require_held(state, seat, move.card)
    _require(move.card.suit is talks.claim.suit, "wrong-suit", "the card is not of the suit that is demanded")
    return Given(seat, talks.queue[0], move.card)


@_decide.register
def _(move: Offer, state: State, seat: Seat) -> Event:
    _talks(state)
    _require_other(state, seat, move.to)
    _require(state.proposal(seat) is None, "one-offer", "the seat's other offer has to be withdrawn first")
    _require(1 <= move.coins <= state.envoys[seat].coins, "not-your-coins", "an offer is of one to all own coins")
    _require(len(move.note) <= NOTE_LENGTH, "long-note", f"a note has at most {NOTE_LENGTH} characters")
    _require(move.note.isprintable(), "unprintable-note", "a note is a line of printable characters")
    return Offered(seat, move.to, move.coins, move.wish, (seat, move.to), move.note)


@_decide.register
def _(_move: Withdraw, state: State, seat: Seat) -> Event:
    proposal = state.proposal(seat)
    if proposal is None:
        raise IllegalMove("no-offer", "this seat offers nothing")
    return Withdrawn(seat, proposal.to)


@_decide.register
def _(move: Accept, state: State, seat: Seat) -> Event:
    proposal = state.proposal(move.seat)
    if proposal is None or proposal.to != seat:
        raise IllegalMove("no-offer", "that seat offers nothing to this one")
    _require(proposal.coins <= state.envoys[move.seat].coins, "broke", "that seat no longer has the coins")
    _require_held(state, seat, move.card)
    _require(meets(move.card, proposal.wish), "wrong-suit", "the offer is for a card of another suit")
    return Traded(seat, move.seat, move.card, proposal.coins)


def _talks(state: State) -> Talking:
    if not isinstance(state.stage, Talking):
        raise IllegalMove("not-talking", "this can be done once all cards are revealed")
    return state.stage


def _require_turn(state: State, seat: Seat) -> None:
    talks = _talks(state)
    _require(talks.claim is None, "unanswered", "a demand has to be answered first")
    _require(talks.queue[0] == seat, "not-your-turn", "it is another seat's turn")


def _require_other(state: State, seat: Seat, other: Seat) -> None:
    _require(other in state.present and other != seat, "no-such-envoy", "that is no other seat still in the match")


def _require_held(state: State, seat: Seat, card: Card) -> None:
    _require(card in state.envoys[seat].hand, "not-in-hand", "this seat does not hold that card")


# Consequences


def _with_consequences(state: State, event: Event, dice: Dice) -> tuple[Event, ...]:
    """The event and all that follows of itself, until a seat has to act or the match is over."""
    events: tuple[Event, ...] = (event,)
    state = evolve(state, event)
    while (following := _due(state, dice)) is not None:
        events += (following,)
        state = evolve(state, following)
    return events


def _due(state: State, dice: Dice) -> Event | None:
    if isinstance(state.stage, Over):
        return None
    if len(state.present) < min(2, len(state.envoys)):
        return _finished(state, "all_left")
    if isinstance(state.stage, Sealing):
        return _dealt(state, dice) or _revealed(state, dice)
    if state.stage.queue:
        return None
    return RoundEnded(state.round) if state.round < state.rounds else _finished(state, "last_round")


def _dealt(state: State, dice: Dice) -> Event | None:
    for seat in state.present:
        missing = HAND - len(state.envoys[seat].cards)
        if missing > 0:
            return Dealt(seat, dice.shuffled("deal", state.stock)[:missing], missing)
    return None


def _revealed(state: State, dice: Dice) -> Event | None:
    sealed = [(seat, state.envoys[seat].sealed) for seat in state.present]
    bids = tuple(Bid(seat, card) for seat, card in sealed if card is not None)
    if len(bids) < len(sealed):
        return None
    best = max(bids, key=lambda bid: bid.card.rank)
    rival = dice.choice("rival", state.stock) if len(state.envoys) == 1 else None
    beaten = rival is not None and rival.rank >= best.card.rank
    return Revealed(bids, rival, None if beaten else best.seat)


def _finished(state: State, ending: str) -> Event:
    assert state.buried is not None
    return Finished(ending, state.buried, tuple(Hand(seat, state.envoys[seat].cards) for seat in state.present))
