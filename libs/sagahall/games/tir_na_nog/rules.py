"""Setting up, decisions, leaving.

A seat that leaves is skipped from then on: its bards go home, its hand goes back to the deck unseen. Its saga stays on
the table but takes no part in the rewards of regions. With one seat left, or none in solo play, the match ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sagahall.games.kernel import Dice, IllegalMove, Options, Seat
from sagahall.games.tir_na_nog import effects, journey, telling
from sagahall.games.tir_na_nog.choices import to_act
from sagahall.games.tir_na_nog.facts import FACTS, FIRST_GAME, RANDOM
from sagahall.games.tir_na_nog.flow import colour_to_choose, run_on
from sagahall.games.tir_na_nog.moves import (
    ChooseColour,
    ColourChosen,
    DeclineEffect,
    DiscardCard,
    DiscardChosen,
    DiscardTwo,
    DrawCards,
    Event,
    Move,
    MoveOwn,
    PlaceBard,
    PlayCard,
    Recolour,
    Revalue,
    SeatLeft,
    SwapOwn,
    TakeCard,
    TakeStray,
    UpkeepDiscard,
)
from sagahall.games.tir_na_nog.refusing import require
from sagahall.games.tir_na_nog.saga import ROWS
from sagahall.games.tir_na_nog.state import Player, State, Step


def initial(options: Options, seats: int) -> State:
    """The state before anything is dealt. Faces that nobody chose are drawn, or those of a first game."""
    chosen = [str(options[row.value]) for row in ROWS]
    others = FACTS.first_game if options["geis"] == FIRST_GAME else chosen
    return State(
        faces=tuple(other if face == RANDOM else face for face, other in zip(chosen, others, strict=True)),
        players=(Player(),) * seats,
        balor=Player() if "difficulty" in options else None,
        difficulty=str(options["difficulty"]) if "difficulty" in options else None,
    )


def setup(state: State, dice: Dice) -> tuple[Event, ...]:
    """The events up to the first choice (specification, section 4)."""
    return run_on(state, (), dice)


def decide(state: State, seat: Seat, move: Move, dice: Dice) -> tuple[Event, ...]:
    """What happens when the seat makes the move. Raises IllegalMove."""
    require(seat in to_act(state), "not-your-turn", "this seat has nothing to choose now")
    step, decision = _DECISIONS[type(move)]
    require(step is state.step, "wrong-step", f"now the step is: {state.step.value.replace('_', ' ')}")
    return run_on(state, (decision(state, seat, move, dice),), dice)


def leave(state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
    """The seat leaves, and the match runs on without it."""
    return run_on(state, (SeatLeft(seat),), dice)


def _upkeep_discard(state: State, seat: Seat, move: UpkeepDiscard, _dice: Dice) -> Event:
    """Any card of the hand; hidden until all have chosen (specification, section 6.6)."""
    require(move.card in state.players[seat].hand, "card-not-in-hand", "this seat does not hold that card")
    return DiscardChosen(seat, move.card)


def _choose_colour(state: State, seat: Seat, move: ChooseColour, _dice: Dice) -> Event:
    """Of the cards whose colour may be chosen, one after the other (specification, section 7)."""
    due = colour_to_choose(state)
    if due is None or due[1].place != move.place:
        raise IllegalMove("not-that-card", "the colour of another card is to be chosen now")
    return ColourChosen(seat, move.place, move.colour)


_Decide = Callable[[State, Seat, Any, Dice], Event]

_DECISIONS: Mapping[type[Any], tuple[Step, _Decide]] = {
    PlaceBard: (Step.PLACE_BARD, journey.place_bard),
    TakeCard: (Step.TAKE_CARD, telling.take_card),
    TakeStray: (Step.TAKE_CARD, telling.take_stray),
    PlayCard: (Step.PLAY_CARD, telling.play_card),
    DiscardCard: (Step.PLAY_CARD, telling.discard_card),
    MoveOwn: (Step.USE_EFFECT, effects.move_own),
    SwapOwn: (Step.USE_EFFECT, effects.swap_own),
    Recolour: (Step.USE_EFFECT, effects.recolour),
    Revalue: (Step.USE_EFFECT, effects.revalue),
    DrawCards: (Step.USE_EFFECT, effects.draw_cards),
    DeclineEffect: (Step.USE_EFFECT, effects.decline),
    DiscardTwo: (Step.DISCARD_DRAWN, effects.discard_two),
    UpkeepDiscard: (Step.TRIM_HANDS, _upkeep_discard),
    ChooseColour: (Step.CHOOSE_COLOUR, _choose_colour),
}
