"""The grid of the Otherworld: its cells, and the spots between them where bards stand (specification, section 5).

A spot is named by its kind and the cell that it follows: ``h:1:2`` lies between cells (1, 2) and (1, 3), ``v:1:2``
between (1, 2) and (2, 2), ``x:1:2`` where (1, 2), (1, 3), (2, 2) and (2, 3) meet, ``e:1:2:n`` on the northern edge of
(1, 2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """A cell, from 1; row 1 is on top, column 1 at the left."""

    row: int
    column: int


class SpotKind(Enum):
    """What kind of a spot it is. A gap at a hole of the grid has its own: nobody may ever stand there."""

    GAP = "gap"
    HOLE = "hole"
    CROSSING = "crossing"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a bard, and the cells that it touches. ``rank`` is its place in the order of spots."""

    id: str
    kind: SpotKind
    cells: tuple[Cell, ...]
    rank: int


@dataclass(frozen=True, slots=True)
class Grid:
    """The Otherworld for a number of players, full of cards. Cells and spots are in their order."""

    rows: int
    columns: int
    cells: tuple[Cell, ...]
    spots: Mapping[str, Spot]

    def of_kind(self, kind: SpotKind) -> tuple[Spot, ...]:
        """The spots of a kind."""
        return tuple(spot for spot in self.spots.values() if spot.kind is kind)


_SIDES = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}


def grid_of(rows: int, columns: int, holes: tuple[Cell, ...]) -> Grid:
    """The grid of that size with those holes."""
    every = [Cell(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    cells = tuple(cell for cell in every if cell not in holes)
    spots = [spot for cell in every for spot in _spots(cell, frozenset(every), frozenset(cells))]
    return Grid(rows, columns, cells, {spot[0]: Spot(*spot, rank) for rank, spot in enumerate(spots)})


def _spots(
    cell: Cell, every: frozenset[Cell], cells: frozenset[Cell]
) -> Iterator[tuple[str, SpotKind, tuple[Cell, ...]]]:
    """The spots that are named after a cell."""
    at = f"{cell.row}:{cell.column}"
    right, below = Cell(cell.row, cell.column + 1), Cell(cell.row + 1, cell.column)
    for letter, other in (("h", right), ("v", below)):
        if other in every:
            touched = tuple(end for end in (cell, other) if end in cells)
            yield f"{letter}:{at}", SpotKind.GAP if len(touched) == 2 else SpotKind.HOLE, touched
    corners = (cell, right, below, Cell(cell.row + 1, cell.column + 1))
    if corners[-1] in every:
        yield f"x:{at}", SpotKind.CROSSING, tuple(corner for corner in corners if corner in cells)
    if cell in cells:
        for side, (down, across) in _SIDES.items():
            if Cell(cell.row + down, cell.column + across) not in cells:
                yield f"e:{at}:{side}", SpotKind.EDGE, (cell,)
