"""The table as text for a terminal of 100 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap

from sagahall.games.kernel import Seat
from sagahall.games.tir_na_nog.facts import CARDS, GRIDS
from sagahall.games.tir_na_nog.labels import effect_name
from sagahall.games.tir_na_nog.otherworld import Cell
from sagahall.games.tir_na_nog.phrases import (
    code,
    effects_in_sight,
    hand,
    lasting,
    offer,
    piles,
    results,
    situation,
    spaces_shown,
    summed,
    supplies,
    task,
    told_of,
)
from sagahall.games.tir_na_nog.saga import ROWS
from sagahall.games.tir_na_nog.scoring import COLOURS
from sagahall.games.tir_na_nog.state import Score
from sagahall.games.tir_na_nog.view import ToldCard, View

_COLUMNS = 100
_CELL = 12
_GAP = 4
_KEY = "Y yellow, B blue, G green, R red; + has an effect, * changed by a token; (0) bard of seat 0, (B) of Balor."


def text(view: View) -> str:
    """The table as the viewer sees it: Otherworld, sagas, geasa, own cards and what they can do."""
    parts = (
        [f"Tír na nÓg. {situation(view)}", task(view)],
        results(view),
        _otherworld(view),
        _sagas(view),
        [line for geis in view.geasa for line in _wrapped(f"{geis.row.value.title()}: {geis.name}. {geis.text}")],
        [line for sentence in _own(view) for line in _wrapped(sentence)],
        [line for sentence in (*lasting(view), *effects_in_sight(view)) for line in _wrapped(sentence)],
        [line for sentence in (supplies(view), piles(view), _KEY) for line in _wrapped(sentence)],
    )
    return "\n\n".join("\n".join(part) for part in parts if part)


def _wrapped(sentence: str) -> list[str]:
    return wrap(sentence, _COLUMNS, subsequent_indent="  ")


# The Otherworld


def _otherworld(view: View) -> list[str]:
    """Cards with their effects, and between and around them the bards."""
    bards = _bards(view)
    columns = range(1, view.columns + 1)
    lines = [_line("", [f"column {column}" for column in columns])]
    lines.append(_line("", [bards.get(f"e:1:{column}:n", "") for column in columns]))
    for row in range(1, view.rows + 1):
        cards = [_lying(view, Cell(row, column)) for column in columns]
        across = [bards.get(f"h:{row}:{column}", _sides(bards, row, column)) for column in columns]
        down = [bards.get(f"v:{row}:{column}", _ends(bards, row, column)) for column in columns]
        lines.append(_line(f"{row}{bards.get(f'e:{row}:1:w', '')}", [drawn for drawn, _ in cards], across))
        lines.append(_line("", [effect for _, effect in cards]))
        lines.append(_line("", down, [bards.get(f"x:{row}:{column}", "") for column in columns]))
    return [line for line in lines if line]


def _lying(view: View, cell: Cell) -> tuple[str, str]:
    """The card of a cell and its effect; a dot where it was taken, nothing at a hole."""
    for lying in view.otherworld:
        if lying.cell == cell:
            return f"[{code(lying.card.colour, lying.card.value):^10}]", effect_name(lying.card)
    return "." if cell in GRIDS[len(view.seats)].cells else "", ""


def _sides(bards: dict[str, str], row: int, column: int) -> str:
    """Bards on the edges to both sides of the gap to the right of a cell: outer ones, and those at a hole."""
    return bards.get(f"e:{row}:{column}:e", "") + bards.get(f"e:{row}:{column + 1}:w", "")


def _ends(bards: dict[str, str], row: int, column: int) -> str:
    """Bards on the edges to both sides of the gap below a cell."""
    return bards.get(f"e:{row}:{column}:s", "") + bards.get(f"e:{row + 1}:{column}:n", "")


def _bards(view: View) -> dict[str, str]:
    """The bards by spot."""
    standing: dict[str, str] = {}
    for bard in view.bards:
        standing[bard.spot] = standing.get(bard.spot, "") + ("B" if bard.seat is None else str(bard.seat))
    return {spot: f"({seats})" for spot, seats in standing.items()}


def _line(margin: str, cells: Sequence[str], gaps: Sequence[str] = ()) -> str:
    """A line of the grid: cells and the gaps to their right."""
    pairs = zip_longest(cells, gaps, fillvalue="")
    return (f"{margin:<{_GAP}}" + "".join(f"{cell:^{_CELL}}{gap:^{_GAP}}" for cell, gap in pairs)).rstrip()


# Sagas


def _sagas(view: View) -> list[str]:
    """The sagas, as many side by side as there is room for."""
    blocks = [list(_saga(view, score)) for score in view.scores]
    width = 8 + 5 * spaces_shown(view)
    beside = _COLUMNS // width
    lines: list[str] = []
    for start in range(0, len(blocks), beside):
        lines += [
            "".join(f"{part:<{width}}" for part in parts).rstrip()
            for parts in zip(*blocks[start : start + beside], strict=True)
        ]
    return lines


def _saga(view: View, score: Score) -> Iterator[str]:
    """A saga row by row with the points of each row, and those for regions as size/points."""
    cards = {(card.row, card.space): card for card in told_of(view, score.seat)}
    yield _title(view, score.seat, score)
    for row, points in zip(ROWS, score.rows, strict=True):
        written = "".join(f"{_told(cards.get((row, space))):<5}" for space in range(1, spaces_shown(view) + 1))
        yield f"{written}={points:>3}" if score.seat is not None else written
    yield summed(score)
    sizes = zip(COLOURS, score.sizes, score.regions, strict=True)
    yield "regions " + " ".join(f"{colour.name[0]}{size}/{points}" for colour, size, points in sizes)


def _title(view: View, seat: Seat | None, score: Score) -> str:
    if seat is None:
        gaze = view.balor.gaze if view.balor else None
        return f"Balor {score.total}p" + (f" gaze {gaze.value}" if gaze else "")
    who = view.seats[seat]
    note = " (you)" if seat == view.viewer else " (left)" if who.left else " (chosen)" if who.has_chosen else ""
    first = " 1st" if seat == view.first else ""
    return f"Seat {seat}{note} {score.total}p {who.hand_count} cards{first}"


def _told(card: ToldCard | None) -> str:
    if card is None:
        return "--"
    token = "*" if (card.colour, card.value) != (card.card.colour, card.card.value) else ""
    return f"{code(card.colour, card.value)}{token}{'+' if card.card.effect else ''}"


# The viewer's own


def _own(view: View) -> Iterator[str]:
    if view.viewer is not None:
        yield f"Your hand: {hand(view.seats[view.viewer].hand)}"
    if effect := offer(view):
        yield effect
    if view.used:
        yield f"Permits used in this Journey: {hand(CARDS[card] for card in view.used)}"
