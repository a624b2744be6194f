"""What is done for a seat that lets its time run out."""

from __future__ import annotations

import pytest
from tests.games.elfenroads.tables import PIG, dice, in_phase, selling, with_seat

from sagahall.games.elfenboard.moves import Discard, Pass
from sagahall.games.elfenroads.game import ELFENROADS
from sagahall.games.elfenroads.moves import DrawCard, EndMove, KeepItems, Move, ShowItem, TakeCard
from sagahall.games.elfenroads.state import Item, Phase, Reward, State


def default(state: State, seed: int = 0) -> Move:
    return ELFENROADS.default_move(state, 0, dice(seed))


def test_it_bids_nothing_places_nothing_and_stays_for_gold() -> None:
    assert default(selling(12, 12)) == Pass()
    assert default(in_phase(Phase.PLACING)) == Pass()
    assert default(in_phase(Phase.MOVING)) == EndMove(Reward.GOLD)


@pytest.mark.parametrize("phase", [Phase.DRAWING, Phase.REWARD])
def test_it_draws_from_the_deck_or_takes_what_there_is(phase: Phase) -> None:
    assert default(in_phase(phase, gold_stack=2)) == DrawCard()
    assert default(in_phase(phase, deck=(), deck_gold=0, gold_stack=2)) == TakeCard(PIG)


def test_chance_chooses_what_is_shown_kept_and_laid_off() -> None:
    showing = with_seat(in_phase(Phase.ITEMS), 0, drawn=(Item.DRAGON, Item.GOLD))
    assert {default(showing, seed) for seed in range(20)} == {ShowItem(Item.DRAGON), ShowItem(Item.GOLD)}
    keeping = with_seat(in_phase(Phase.KEEPING), 0, open_items=(Item.DRAGON,) * 2, hidden_items=(Item.GOLD,))
    kept = {KeepItems((Item.DRAGON,) * 2, ()), KeepItems((Item.DRAGON,), (Item.GOLD,))}
    assert {default(keeping, seed) for seed in range(20)} == kept
    cutting = with_seat(in_phase(Phase.DISCARDING, options={"hand_limit": 2}), 0, hand=(PIG,) * 3)
    assert default(cutting) == Discard((PIG,))
