"""What seats can choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sagahall.games.kernel import Dice, Form, FormField, Seat
from sagahall.games.tir_na_nog.cards import Colour
from sagahall.games.tir_na_nog.effects import discarding_choices, effect_choices
from sagahall.games.tir_na_nog.flow import colour_to_choose, may_trim
from sagahall.games.tir_na_nog.journey import permits_of, placing_choices
from sagahall.games.tir_na_nog.moves import (
    ChooseColour,
    DeclineEffect,
    DiscardTwo,
    Move,
    PlaceBard,
    SwapOwn,
    UpkeepDiscard,
)
from sagahall.games.tir_na_nog.saga import LAST_SPACE, ROWS
from sagahall.games.tir_na_nog.state import State, Step
from sagahall.games.tir_na_nog.telling import playing_choices, taking_choices


def to_act(state: State) -> tuple[Seat, ...]:
    """The seats that have a choice: the upkeep is simultaneous, all else goes in turn."""
    if state.step is Step.TRIM_HANDS:
        return tuple(seat for seat in range(len(state.players)) if may_trim(state, seat))
    if state.step is Step.CHOOSE_COLOUR:
        due = colour_to_choose(state)
        return () if due is None else due[:1]
    return () if state.turn is None or state.step not in _CHOICES else (state.turn,)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every move of the seat; of the open ones each in one of its forms."""
    return _CHOICES[state.step](state, seat) if seat in to_act(state) else ()


def _using_effect(state: State, seat: Seat) -> tuple[Move, ...]:
    return (*effect_choices(state, seat), DeclineEffect())


def _trimming(state: State, seat: Seat) -> tuple[Move, ...]:
    return tuple(map(UpkeepDiscard, state.players[seat].hand))


def _choosing_colour(state: State, _seat: Seat) -> tuple[Move, ...]:
    due = colour_to_choose(state)
    return () if due is None else tuple(ChooseColour(due[1].place, colour) for colour in Colour)


_CHOICES: Mapping[Step, Callable[[State, Seat], tuple[Move, ...]]] = {
    Step.PLACE_BARD: placing_choices,
    Step.TAKE_CARD: taking_choices,
    Step.PLAY_CARD: playing_choices,
    Step.USE_EFFECT: _using_effect,
    Step.DISCARD_DRAWN: discarding_choices,
    Step.TRIM_HANDS: _trimming,
    Step.CHOOSE_COLOUR: _choosing_colour,
}


def default_move(state: State, seat: Seat, dice: Dice) -> Move:
    """Declines an effect; where something has to be chosen, chance does, without the use of a permit."""
    if state.step is Step.USE_EFFECT:
        return DeclineEffect()
    moves = legal_moves(state, seat)
    return dice.choice("default-move", [move for move in moves if not isinstance(move, PlaceBard) or not move.permit])


# Open moves


def is_open(move: Move) -> bool:
    """Swaps and discards are listed in one order only, bards with one permit only."""
    return isinstance(move, SwapOwn | DiscardTwo) or (isinstance(move, PlaceBard) and move.permit is not None)


def forms(state: State, seat: Seat) -> tuple[Form[Move], ...]:
    """The forms of the open moves that the seat can make now."""
    examples = [move for move in legal_moves(state, seat) if is_open(move)]
    return (_form(state, seat, examples),) if examples else ()


def _form(state: State, seat: Seat, examples: list[Move]) -> Form[Move]:
    match examples[0]:
        case PlaceBard():
            spots = tuple(move.spot for move in examples if isinstance(move, PlaceBard))
            permits = tuple(card.id for card in permits_of(state, seat))
            fields = (
                FormField(name="spot", summary="a spot that the card permits", choices=spots),
                FormField(name="permit", summary="the card of your saga that is used", choices=permits),
            )
            return Form("place_bard", "Place a bard by the permit of a card", fields, examples[0])
        case SwapOwn():
            blanks = (*_place_fields("first"), *_place_fields("second"))
            return Form("swap_own", "Let two cards of your saga change places", blanks, examples[0])
        case _:
            cards = FormField(
                name="cards",
                summary="cards of your hand to discard, in any order",
                choices=state.players[seat].hand,
                min_items=state.drawn,
                max_items=state.drawn,
            )
            return Form("discard_two", "Discard cards of your hand", (cards,), examples[0])


def _place_fields(name: str) -> tuple[FormField, ...]:
    rows = tuple(f"ROW_{row.name}" for row in ROWS)
    return (
        FormField(name=f"{name}.row", summary=f"row of the {name} card", choices=rows),
        FormField(name=f"{name}.space", summary=f"space of the {name} card", minimum=1, maximum=LAST_SPACE),
    )
