"""Drawing cards."""

from __future__ import annotations

from sagahall.games.kernel import Dice
from sagahall.games.tir_na_nog.state import State


def draw(state: State, number: int, label: str, dice: Dice) -> tuple[tuple[str, ...], bool]:
    """So many cards of the deck, fewer if there are no more, and whether the discard pile had to be shuffled into a new
    deck for them."""
    cards = dice.shuffled(label, state.deck)[:number]
    if len(cards) == number or not state.discards:
        return cards, False
    return cards + dice.shuffled(f"{label}-reshuffle", state.discards)[: number - len(cards)], True
