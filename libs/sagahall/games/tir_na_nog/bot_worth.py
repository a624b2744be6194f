"""What a saga is worth to a bot: what it scores now, and what may still come of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sagahall.games.tir_na_nog.cards import TIMINGS, Card, Colour, Timing
from sagahall.games.tir_na_nog.facts import CARDS, FACES, FACTS, ROUNDS
from sagahall.games.tir_na_nog.placements import allows
from sagahall.games.tir_na_nog.reading import Face
from sagahall.games.tir_na_nog.regions import region_sizes
from sagahall.games.tir_na_nog.saga import ROWS, SPACES, SagaCard, above, filled, first_free, lines_of
from sagahall.games.tir_na_nog.scorers import row_points
from sagahall.games.tir_na_nog.scoring import effect_points, rewards
from sagahall.games.tir_na_nog.view import ToldCard, View

Saga = tuple[SagaCard, ...]

_HOPE = 0.3
"""How much of the points that the next good card would bring counts already, for each space that is free."""
_GOOD = 12
"""How many of the best kinds of cards are good."""
_GROWTH = 0.6
"""Points for each card of a region, beside those that it earns now."""
_INSTANT = 1.0
"""Points for the use of an instant effect."""
_ONGOING = 1.0
"""Points for the use of an ongoing effect in a round."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a bot knows of the table when it weighs its saga."""

    faces: tuple[str, ...]
    round: int
    seats: int
    others: tuple[tuple[int, ...], ...]
    """The sizes of the regions of everybody else."""

    @property
    def to_come(self) -> int:
        """Rounds after this one."""
        return ROUNDS - self.round


def outlook(view: View) -> Outlook:
    """What the viewer sees."""
    others = tuple(score.sizes for score in view.scores if score.seat != view.viewer)
    return Outlook(tuple(geis.id for geis in view.geasa), view.round, len(view.seats), others)


def saga_of(told: tuple[ToldCard, ...]) -> Saga:
    """A saga of the view as the rules know it."""
    return tuple(SagaCard(card.card.id, card.row, card.space, card.colour, card.value) for card in told)


def worth(table: Outlook, saga: Saga) -> float:
    """The points of the saga: effects, rows with what they may become, regions, and permits for rounds to come."""
    lines = lines_of(saga)
    faces = zip(ROWS, table.faces, strict=True)
    rows = sum(_row_worth(face, tuple(lines[row]), tuple(above(lines, row))) for row, face in faces)
    permits = sum(_is(CARDS[card.card], Timing.ONGOING) for card in saga)
    return rows + effect_points(lines) + _regions(table, region_sizes(lines)) + _ONGOING * permits * table.to_come


def _is(card: Card, timing: Timing) -> bool:
    return card.effect is not None and card.effect.op in TIMINGS[timing]


def _regions(table: Outlook, sizes: tuple[int, ...]) -> float:
    """What the regions earn now, the more surely the later it is, and a little for growing."""
    earned = sum(
        rewards((size, *(other[at] for other in table.others)), FACTS.rewards[table.seats])[0]
        for at, size in enumerate(sizes)
    )
    return earned * table.round / ROUNDS + _GROWTH * sum(sizes)


@lru_cache(maxsize=1 << 15)
def _row_worth(face_id: str, line: tuple[SagaCard | None, ...], upper: tuple[SagaCard | None, ...]) -> float:
    """The points of a row and a share of what good cards would add, for each space that is free."""
    face = FACES[face_id]
    points = row_points(face.terms, line, upper)
    space = first_free(line)
    if space is None:
        return points
    gains = sorted((_gain(face, line, upper, space, kind) - points for kind in _KINDS), reverse=True)
    return points + _HOPE * (SPACES - len(filled(line))) * sum(gains[:_GOOD]) / _GOOD


_KINDS = tuple(dict.fromkeys((card.colour, card.value) for card in CARDS.values()))
"""The cards without their names and effects."""


def _gain(
    face: Face,
    line: tuple[SagaCard | None, ...],
    upper: tuple[SagaCard | None, ...],
    space: int,
    kind: tuple[Colour, int],
) -> int:
    """What the row scores with a card of the kind in the space; 0 if it may not lie there."""
    card = SagaCard("", face.row, space, *kind)
    if not allows(face.placement, card, line, upper):
        return 0
    return row_points(face.terms, (*line[:space], card, *line[space + 1 :]), upper)


def instant_worth(card: Card) -> float:
    """What the effect of a card adds when it is played."""
    return _INSTANT if _is(card, Timing.INSTANT) else 0
