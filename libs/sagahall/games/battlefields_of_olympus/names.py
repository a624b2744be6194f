"""How cards are called when people read of them."""

from __future__ import annotations

from collections.abc import Iterable

from sagahall.games.battlefields_of_olympus.cards import ANY_COLOUR, Action, Warrior
from sagahall.games.battlefields_of_olympus.facts import ACTIONS, TERRITORIES, WARRIORS
from sagahall.games.battlefields_of_olympus.state import Bundle


def title(card: Warrior | Action) -> str:
    """The name printed on a Warrior or an Action."""
    return WARRIORS[card].title if isinstance(card, Warrior) else ACTIONS[card].title


def counted(cards: Iterable[Warrior | Action]) -> str:
    """How many there are of each kind, in the order of the cards; a dash for none."""
    held = tuple(cards)
    return ", ".join(f"{held.count(card)} {title(card)}" for card in dict.fromkeys(held)) or "-"


def listed(cards: Iterable[Warrior | Action]) -> str:
    """Each card by its name, in their order."""
    return ", ".join(map(title, cards))


def land(territory: str) -> str:
    """A territory with its colour, where it has one."""
    card = TERRITORIES.get(territory)
    if card is None:
        return territory
    return card.type if card.colour == ANY_COLOUR else f"{card.type} ({card.colour})"


def bundled(cards: Bundle) -> str:
    """The cards of a trade."""
    parts = (counted(cards.actions), counted(cards.warriors), ", ".join(map(land, cards.territories)))
    return ", ".join(part for part in parts if part not in ("", "-")) or "nothing"
