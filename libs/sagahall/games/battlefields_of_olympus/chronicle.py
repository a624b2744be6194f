"""Telling what happens: every event changes the table that the next one finds."""

from __future__ import annotations

from sagahall.games.battlefields_of_olympus.events import DeckReshuffled, Event, WarriorDrawn, WarriorReserved
from sagahall.games.battlefields_of_olympus.evolve import evolve
from sagahall.games.battlefields_of_olympus.facts import WARRIOR_HAND
from sagahall.games.battlefields_of_olympus.state import State
from sagahall.games.kernel import Dice, Seat


class Chronicle:
    """The events of one change of a match, and the table after them."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.events: tuple[Event, ...] = ()

    def tell(self, event: Event) -> None:
        """The event happens."""
        self.events += (event,)
        self.state = evolve(self.state, event)

    def draw_warriors(self, seat: Seat, number: int) -> None:
        """Warriors into the hand, and what it cannot hold unseen onto the reserve."""
        for _ in range(number):
            full = len(self.state.camps[seat].warriors) >= WARRIOR_HAND
            self._draw_warrior(seat, WarriorReserved if full else WarriorDrawn)

    def draw_reserve(self, seat: Seat, number: int) -> None:
        """Warriors unseen onto the reserve."""
        for _ in range(number):
            self._draw_warrior(seat, WarriorReserved)

    def _draw_warrior(self, seat: Seat, kind: type[WarriorDrawn | WarriorReserved]) -> None:
        """One Warrior; nothing if there is none anywhere (specification, section 12)."""
        if not self.state.no_warriors:
            self.reshuffle_if_empty()
            self.tell(kind(seat, self.dice.choice("warrior", self.state.deck)))

    def reshuffle_if_empty(self) -> None:
        """An empty deck is made anew of the discards."""
        if not self.state.deck and self.state.warrior_discards:
            self.tell(DeckReshuffled(len(self.state.warrior_discards)))
