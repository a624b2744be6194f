"""Regions of a saga: cards of one colour that are connected orthogonally (specification, section 8)."""

from __future__ import annotations

from collections.abc import Iterator

from sagahall.games.tir_na_nog.cards import Colour, EffectOp
from sagahall.games.tir_na_nog.facts import CARDS
from sagahall.games.tir_na_nog.saga import ROWS, Lines, SagaCard, filled

_BESIDE = {row: tuple(ROWS[i] for i in (at - 1, at + 1) if 0 <= i < len(ROWS)) for at, row in enumerate(ROWS)}
"""The rows above and below a row."""


def adjacent(card: SagaCard, lines: Lines) -> Iterator[SagaCard]:
    """The cards beside, above and below the card."""
    line = lines[card.row]
    around = (line[card.space - 1], line[card.space + 1], *(lines[row][card.space] for row in _BESIDE[card.row]))
    return (other for other in around if other is not None)


def region_sizes(lines: Lines, *, landmarks: bool = True) -> tuple[int, ...]:
    """The size of the largest region of each colour, 0 where there is none of two cards. Landmarks add to theirs."""
    largest = dict.fromkeys(Colour, 0)
    seen: set[str] = set()
    for row in ROWS:
        for card in filled(lines[row]):
            if card.card not in seen:
                region = _region(card, lines)
                seen.update(other.card for other in region)
                largest[card.colour] = max(largest[card.colour], _size(region, landmarks=landmarks))
    return tuple(largest.values())


def _region(start: SagaCard, lines: Lines) -> list[SagaCard]:
    region = {start.card: start}
    reached = [start]
    for card in reached:
        for other in adjacent(card, lines):
            if other.colour is card.colour and other.card not in region:
                region[other.card] = other
                reached.append(other)
    return reached


def _size(region: list[SagaCard], *, landmarks: bool) -> int:
    """0 for a card alone."""
    if len(region) < 2:
        return 0
    effects = (CARDS[card.card].effect for card in region) if landmarks else ()
    return len(region) + sum(effect.number for effect in effects if effect and effect.op is EffectOp.REGION_BONUS)
