"""Matches of Tír na nÓg in any position that a test needs, and the notation of the worked examples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
import yaml

from sagahall.games.kernel import IllegalMove, Seat, Setting
from sagahall.games.tir_na_nog.cards import Colour, Row
from sagahall.games.tir_na_nog.facts import CARDS
from sagahall.games.tir_na_nog.game import TIR_NA_NOG
from sagahall.games.tir_na_nog.moves import Event, Move
from sagahall.games.tir_na_nog.otherworld import Cell
from sagahall.games.tir_na_nog.saga import ROWS, Place, SagaCard
from sagahall.games.tir_na_nog.state import Bard, CellCard, Player, State, Step
from sagahall.match.dice import HmacDice

TOP, MIDDLE, BOTTOM = ROWS
YELLOW, BLUE, GREEN, RED = Colour
COLOURS = {colour.name[0]: colour for colour in Colour}
FIRST_GAME = ("T1A", "M1A", "B1A")
EXAMPLES: Mapping[str, list[dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("examples.yaml").read_text(encoding="utf-8")
)


def dice(seed: int = 0) -> HmacDice:
    return HmacDice(b"tir_na_nog"[:8] * 4, "tir_na_nog", seed)


# Notation


def tile(notation: str, row: Row, space: int, taken: set[str] | None = None) -> SagaCard:
    """``R7``: a card that counts as red 7 and has no effect; ``R7:kindred``: one with that effect. If need be, any card
    that nobody took, with tokens."""
    taken = set() if taken is None else taken
    name, _, effect = notation.partition(":")
    colour, value = COLOURS[name[0]], int(name[1:])
    fitting = [
        card for card in CARDS.values() if card.id not in taken and (card.effect.id if card.effect else "") == effect
    ]
    best = max(fitting, key=lambda card: (card.colour is colour) + (card.value == value))
    taken.add(best.id)
    return SagaCard(best.id, row, space, colour, value)


def saga(top: str = "", middle: str = "", bottom: str = "", *, taken: set[str] | None = None) -> tuple[SagaCard, ...]:
    """Rows from left to right; ``--`` is an empty space."""
    taken = set() if taken is None else taken
    return tuple(
        tile(notation, row, space, taken)
        for row, written in zip(ROWS, (top, middle, bottom), strict=True)
        for space, notation in enumerate(written.split(), start=1)
        if notation != "--"
    )


def row_of(face: str) -> Row:
    return {"T": TOP, "M": MIDDLE, "B": BOTTOM}[face[0]]


def under(face: str, row: str, above: str = "") -> tuple[SagaCard, ...]:
    """A saga with a row where the face lies, and a row above it."""
    at = ROWS.index(row_of(face))
    return saga(*(row if i == at else above if i == at - 1 else "" for i in range(3)))


# Matches


def unstarted(seats: int = 2, variant: str = "standard", /, **options: Setting) -> State:
    chosen = TIR_NA_NOG.variant(variant)
    return TIR_NA_NOG.initial(variant, chosen.resolve({"geis": "first_game", **options}), seats)


def started(seats: int = 2, variant: str = "standard", /, *, seed: int = 0, **options: Setting) -> State:
    """A match at its first Journey."""
    state = unstarted(seats, variant, **options)
    return fold(state, TIR_NA_NOG.setup(state, dice(seed)))


def fold(state: State, events: tuple[Event, ...]) -> State:
    return reduce(TIR_NA_NOG.evolve, events, state)


def with_seat(state: State, seat: Seat, **changes: Any) -> State:
    return state.with_player(seat, **changes)


def table(seats: int = 2, /, *, faces: tuple[str, ...] = FIRST_GAME, **changes: Any) -> State:
    """A match of empty hands and sagas, seat 0 being the first player and on turn."""
    return replace(unstarted(seats), faces=faces, players=(Player(),) * seats, **changes)


def playing(hand: tuple[str, ...], told: tuple[SagaCard, ...] = (), faces: tuple[str, ...] = FIRST_GAME) -> State:
    """Seat 0 of two has taken a card and is to play one; a bard of seat 1 waits for its turn."""
    state = table(faces=faces, step=Step.PLAY_CARD, otherworld=grid({(1, 1): "G12a"}), bards=(Bard(1, "h:1:1"),))
    return with_seat(state, 0, hand=hand, saga=told)


def using(effect_card: str, told: tuple[SagaCard, ...], faces: tuple[str, ...] = FIRST_GAME) -> State:
    """Seat 0 of two has just played the card of its saga, and may use its effect."""
    return replace(playing((), told, faces), step=Step.USE_EFFECT, played=effect_card)


def grid(cards: Mapping[tuple[int, int], str]) -> tuple[CellCard, ...]:
    return tuple(CellCard(Cell(*cell), card) for cell, card in cards.items())


def full_grid(state: State, *cards: str) -> tuple[CellCard, ...]:
    """The cards in all cells, row by row."""
    return tuple(map(CellCard, state.grid.cells, cards))


def bards(**spots: str) -> tuple[Bard, ...]:
    """``a="h:1:1 v:1:1"``: the bards of seats a, b, c, ..., and of Balor."""
    return tuple(
        Bard(None if name == "balor" else "abcde".index(name), spot)
        for name, written in spots.items()
        for spot in written.split()
    )


def played(state: State, seat: Seat, *moves: Move, seed: int = 0) -> State:
    """The state after the moves of a seat."""
    for move in moves:
        state = fold(state, events_of(state, seat, move, seed=seed))
    return state


def events_of(state: State, seat: Seat, move: Move, *, seed: int = 0) -> tuple[Event, ...]:
    return TIR_NA_NOG.decide(state, seat, move, dice(seed))


def refusal(state: State, seat: Seat, move: Move) -> str:
    """The rule that forbids the move."""
    with pytest.raises(IllegalMove) as caught:
        TIR_NA_NOG.decide(state, seat, move, dice())
    assert move not in TIR_NA_NOG.legal_moves(state, seat)
    return caught.value.rule


def listed(state: State, seat: Seat) -> tuple[Move, ...]:
    return TIR_NA_NOG.legal_moves(state, seat)


def place(row: Row, space: int) -> Place:
    return Place(row, space)
