"""The cards, faces and tables of the data file, the numbers of the rule book, and the variants with their options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

import yaml

from sagahall.games.entries import DataError, Entry
from sagahall.games.kernel import Option, Variant
from sagahall.games.tir_na_nog.cards import Card, Colour, Row
from sagahall.games.tir_na_nog.otherworld import Cell, Grid, grid_of
from sagahall.games.tir_na_nog.reading import HIGHEST, Face, read_cards, read_effects, read_faces

ROUNDS = 5
BARDS = 3
"""Bards of a player, and so the cards that each adds to the own saga in a round."""
HAND = 5
"""Cards dealt to a player: one is discarded after each round."""
MAX_SEATS = 5
RANDOM = "random"
FIRST_GAME = "first_game"


@dataclass(frozen=True, slots=True)
class Facts:
    """What the data file says."""

    cards: Mapping[str, Card]
    faces: Mapping[str, Face]
    first_game: tuple[str, ...]
    colour_tokens: Mapping[Colour, int]
    value_tokens: Mapping[int, int]
    grids: Mapping[int, Grid]
    rewards: Mapping[int, tuple[int, ...]]
    balor_points: Mapping[str, int]
    default_difficulty: str


def read_facts(content: object, name: str) -> Facts:
    """Checks what the data file of that name holds. Raises DataError, which names the entry and the field."""
    data = Entry(name, content)
    data.only("tokens", "tables", "balor", "effects", "encounters", "geis")
    faces = read_faces(data)
    tables = data.entries("tables")
    if [entry.get("players", int) for entry in tables] != list(range(1, MAX_SEATS + 1)):
        raise DataError(f"{name}.tables", f"must be one for each number of players from 1 to {MAX_SEATS}")
    facts = Facts(
        cards=read_cards(data, read_effects(data)),
        faces=faces,
        first_game=_first_game(data.entry("geis"), faces),
        colour_tokens={Colour(colour): n for colour, n in data.entry("tokens").numbers("colours").items()},
        value_tokens=dict(enumerate(_numbers(data.entry("tokens"), "values"), start=1)),
        grids={entry.get("players", int): _grid(entry) for entry in tables},
        rewards={entry.get("players", int): _numbers(entry, "rewards") for entry in tables},
        balor_points=data.entry("balor").numbers("points"),
        default_difficulty=data.entry("balor").get("default", str),
    )
    _check_numbers(facts, name)
    return facts


def _first_game(geis: Entry, faces: Mapping[str, Face]) -> tuple[str, ...]:
    chosen = geis.get("first_game", list)
    if [faces[face].row for face in chosen if face in faces] != list(Row):
        raise DataError(f"{geis.where}.first_game", "must be a face for each row, from top to bottom")
    return tuple(chosen)


def _numbers(entry: Entry, key: str) -> tuple[int, ...]:
    numbers = entry.get(key, list)
    if not all(type(number) is int and number >= 0 for number in numbers):
        raise DataError(f"{entry.where}.{key}", f"must be a list of numbers, is {numbers!r}")
    return tuple(numbers)


def _grid(entry: Entry) -> Grid:
    entry.only("players", "rows", "columns", "holes", "rewards")
    holes = entry.get("holes", list)
    if not all(isinstance(hole, list) and [type(n) for n in hole] == [int, int] for hole in holes):
        raise DataError(f"{entry.where}.holes", f"must be a list of cells, is {holes!r}")
    return grid_of(entry.get("rows", int), entry.get("columns", int), tuple(Cell(*hole) for hole in holes))


def _check_numbers(facts: Facts, name: str) -> None:
    """There is something of every kind, and there are cards enough for the last deal of a full table."""
    for row in Row:
        if not any(face.row is row for face in facts.faces.values()):
            raise DataError(f"{name}.geis.cards", f"there is no face for a {row.value} row")
    if set(facts.colour_tokens) != set(Colour):
        raise DataError(f"{name}.tokens.colours", "must have every colour")
    if len(facts.value_tokens) != HIGHEST:
        raise DataError(f"{name}.tokens.values", f"must have one number for each value from 1 to {HIGHEST}")
    if facts.default_difficulty not in facts.balor_points:
        raise DataError(f"{name}.balor.default", f"must be one of {', '.join(facts.balor_points)}")
    bound = max(seats * (BARDS * (ROUNDS - 1) + 1) + len(grid.cells) for seats, grid in facts.grids.items())
    if len(facts.cards) < bound:
        raise DataError(f"{name}.encounters", f"must be at least {bound} cards, are {len(facts.cards)}")


_NAME = "tir_na_nog.yaml"
_FILE = files("sagahall.games.tir_na_nog").joinpath(_NAME)
FACTS = read_facts(yaml.safe_load(_FILE.read_text("utf-8")), _NAME)

CARDS = FACTS.cards
FACES = FACTS.faces
GRIDS = FACTS.grids


def _face_option(row: Row) -> Option:
    faces = tuple(face.id for face in FACES.values() if face.row is row)
    summary = f"the face of the geis beside the {row.value} row; {RANDOM}: as `geis` says"
    return Option(name=row.value, summary=summary, default=RANDOM, choices=(RANDOM, *faces))


_GEIS = (
    Option(
        name="geis",
        summary="where the geis faces come from that are not chosen: drawn, or those of a first game",
        default=RANDOM,
        choices=(RANDOM, FIRST_GAME),
    ),
    *map(_face_option, Row),
)

STANDARD = Variant(
    name="standard",
    title="Tír na nÓg",
    summary="Five journeys to the Otherworld; the best saga of three rows wins.",
    min_seats=2,
    max_seats=MAX_SEATS,
    options=_GEIS,
)

SOLO = Variant(
    name="solo",
    title="Tír na nÓg against Balor",
    summary="Alone against Balor, who takes cards of the colour that he gazes at and needs no rules for his lair.",
    min_seats=1,
    max_seats=1,
    options=(
        *_GEIS,
        Option(
            name="difficulty",
            summary="how many points Balor starts with",
            default=FACTS.default_difficulty,
            choices=tuple(FACTS.balor_points),
        ),
    ),
)
