"""What happens by itself: dealing, Balor's turns, the Echtra, the end of rounds and of the match.

After every move the match runs on until somebody has a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sagahall.games.kernel import Dice, Seat
from sagahall.games.tir_na_nog import balor, scoring
from sagahall.games.tir_na_nog.cards import EffectOp
from sagahall.games.tir_na_nog.deck import draw
from sagahall.games.tir_na_nog.evolve import fold
from sagahall.games.tir_na_nog.facts import CARDS, FACES, HAND, RANDOM, ROUNDS
from sagahall.games.tir_na_nog.moves import (
    Discard,
    EchtraBegan,
    Event,
    GazeTurned,
    HandDealt,
    HandsTrimmed,
    MatchScored,
    MatchSetUp,
    OtherworldDealt,
    RoundEnded,
)
from sagahall.games.tir_na_nog.saga import ROWS, SagaCard, in_order
from sagahall.games.tir_na_nog.state import Actor, CellCard, State, Step, clockwise

Events = tuple[Event, ...]


def run_on(state: State, events: Events, dice: Dice) -> Events:
    """The events and everything that follows from them by itself."""
    state = fold(state, events)
    while following := _following(state, dice):
        events += following
        state = fold(state, following)
    return events


def _following(state: State, dice: Dice) -> Events:
    if state.step is Step.NOTHING:
        return ()
    if sum(not player.left for player in state.players) < min(2, len(state.players)):
        return (MatchScored(scoring.ALL_LEFT, scoring.scores(state)),)
    if state.turn is None and state.step in _BALOR:
        return (_BALOR[state.step](state),)
    return _FOLLOWING[state.step](state, dice) if state.step in _FOLLOWING else ()


_BALOR: Mapping[Step, Callable[[State], Event]] = {
    Step.PLACE_BARD: balor.place_bard,
    Step.TAKE_CARD: balor.take_card,
    Step.PLAY_CARD: balor.play_card,
}


# Setting up and dealing (specification, section 4)


def _set_up(state: State, dice: Dice) -> Events:
    faces = tuple(_drawn_face(at, dice) if face == RANDOM else face for at, face in enumerate(state.faces))
    seats = range(len(state.players))
    first = 0 if state.balor is not None else dice.below("first-player", len(seats))
    hands, _ = draw(state, HAND * len(seats), "hands", dice)
    dealt = (HandDealt(seat, HAND, hands[HAND * seat : HAND * (seat + 1)]) for seat in seats)
    return (MatchSetUp(faces, first), *dealt)


def _drawn_face(at: int, dice: Dice) -> str:
    return dice.choice(f"{ROWS[at].value}-geis", [face.id for face in FACES.values() if face.row is ROWS[at]])


def _deal(state: State, dice: Dice) -> Events:
    cells = state.grid.cells
    cards, reshuffled = draw(state, len(cells), "otherworld", dice)
    return (OtherworldDealt(tuple(map(CellCard, cells, cards)), reshuffled),)


def _gaze(state: State, dice: Dice) -> Events:
    (card,), reshuffled = draw(state, 1, "gaze", dice)
    return (GazeTurned(card, reshuffled),)


# The Echtra, the upkeep and the end


def _begin_echtra(_state: State, _dice: Dice) -> Events:
    return (EchtraBegan(),)


def _trim_hands(state: State, _dice: Dice) -> Events:
    """Once all have chosen; in the last round by itself."""
    last = state.round == ROUNDS
    if not last and any(may_trim(state, seat) for seat in range(len(state.players))):
        return ()
    discards = tuple(
        Discard(seat, player.discard or player.hand[0]) for seat, player in enumerate(state.players) if player.hand
    )
    return (HandsTrimmed(discards), RoundEnded(state.round, next(clockwise(state, state.first))))


def may_trim(state: State, seat: Seat) -> bool:
    """Whether the seat has yet to choose what it discards in the upkeep."""
    player = state.players[seat]
    return bool(player.hand) and player.discard is None


def colour_to_choose(state: State) -> tuple[Seat, SagaCard] | None:
    """The next card whose owner chooses its colour: from the holder of the marker clockwise, by row and space."""
    for actor in _from_marker(state):
        if actor is not None:
            for card in in_order(state.players[actor].saga):
                if CARDS[card.card].has(EffectOp.CHOOSE_COLOUR) and card.card not in state.chosen:
                    return actor, card
    return None


def _from_marker(state: State) -> tuple[Actor, ...]:
    *others, last = clockwise(state, state.first)
    return (last, *others) if last == state.first else (*others, last)


def _score(state: State, _dice: Dice) -> Events:
    if colour_to_choose(state) is not None:
        return ()
    final = scoring.scores(state)
    return (MatchScored(scoring.ending(state, final), final),)


_FOLLOWING: Mapping[Step, Callable[[State, Dice], Events]] = {
    Step.SET_UP: _set_up,
    Step.DEAL: _deal,
    Step.GAZE: _gaze,
    Step.BEGIN_ECHTRA: _begin_echtra,
    Step.TRIM_HANDS: _trim_hands,
    Step.CHOOSE_COLOUR: _score,
}
