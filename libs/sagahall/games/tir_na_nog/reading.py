"""Reading cards, effects and geis faces from the data file. Whatever is wrong is named by entry and field."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, get_type_hints

from sagahall.games.entries import DataError, Entry
from sagahall.games.tir_na_nog import placements, scorers
from sagahall.games.tir_na_nog.cards import PARAMETERS, TIMINGS, Card, Colour, Effect, EffectOp, Row, Timing
from sagahall.games.tir_na_nog.placements import PREDICATES, Predicate
from sagahall.games.tir_na_nog.relations import (
    COLOUR_COMPARISONS,
    NUMBERED_COMPARISONS,
    NUMBERED_TESTS,
    Attribute,
    Comparison,
    Condition,
    Relation,
    ValueTest,
)
from sagahall.games.tir_na_nog.saga import LAST_SPACE
from sagahall.games.tir_na_nog.scorers import TERMS, Band, Positive, Spaces, Table, Term

T = TypeVar("T")

HIGHEST = 12
"""The highest value of a card; the lowest is 1."""


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a geis card: where and when a card may be placed, and what the row scores."""

    id: str
    row: Row
    name: str
    text: str
    placement: tuple[Predicate, ...]
    terms: tuple[Term, ...]


# Cards and effects


def read_effects(data: Entry) -> Mapping[str, Effect]:
    """All effects by id. Raises DataError."""
    return {name: _effect(name, entry) for name, entry in data.items("effects")}


def _effect(name: str, entry: Entry) -> Effect:
    entry.only("timing", "op", "params", "text")
    op = entry.member("op", EffectOp)
    if op not in TIMINGS[entry.member("timing", Timing)]:
        raise DataError(f"{entry.where}.timing", f"is not that of {op.value}")
    params = entry.entry("params")
    params.only(*([PARAMETERS[op]] if op in PARAMETERS else []))
    number = params.get(PARAMETERS[op], int) if op in PARAMETERS else 0
    if op in PARAMETERS and number < 1:
        raise DataError(f"{params.where}.{PARAMETERS[op]}", f"must be at least 1, is {number}")
    return Effect(name, op, number, entry.get("text", str))


def read_cards(data: Entry, effects: Mapping[str, Effect]) -> Mapping[str, Card]:
    """All encounter cards by id. Raises DataError."""
    cards: dict[str, Card] = {}
    for entry in data.entries("encounters"):
        card = _card(entry, effects)
        if card.id in cards:
            raise DataError(f"{entry.where}.id", "is that of another card, too")
        cards[card.id] = card
    return cards


def _card(entry: Entry, effects: Mapping[str, Effect]) -> Card:
    entry.only("id", "name", "colour", "value", "effect")
    effect = entry.optional("effect", str)
    if effect is not None and effect not in effects:
        raise DataError(f"{entry.where}.effect", f"must be one of {', '.join(effects)}, is {effect!r}")
    card = Card(
        entry.get("id", str),
        entry.get("name", str),
        entry.member("colour", Colour),
        _within(entry, "value", 1, HIGHEST),
        None if effect is None else effects[effect],
    )
    start = f"{card.colour.name[0]}{card.value:02}"
    if card.id[:-1] != start or not card.id[-1:].islower():
        raise DataError(f"{entry.where}.id", f"must be {start} and a small letter, is {card.id!r}")
    return card


def _within(entry: Entry, key: str, low: int, high: int) -> int:
    number = entry.get(key, int)
    if not low <= number <= high:
        raise DataError(f"{entry.where}.{key}", f"must be from {low} to {high}, is {number}")
    return number


# Geis faces


def read_faces(data: Entry) -> Mapping[str, Face]:
    """All faces by id: that of the card and the letter of the side. Raises DataError."""
    faces: dict[str, Face] = {}
    for card in data.entry("geis").entries("cards"):
        for face in _faces(card):
            if face.id in faces:
                raise DataError(f"{card.where}.id", "is that of another geis card, too")
            faces[face.id] = face
    return faces


def _faces(card: Entry) -> Iterator[Face]:
    card.only("id", "row", "a", "b")
    row = card.member("row", Row)
    for side in ("a", "b"):
        yield _face(f"{card.get('id', str)}{side.upper()}", row, card.entry(side))


def _face(face: str, row: Row, entry: Entry) -> Face:
    entry.only("name", "text", "placement", "score")
    placement = tuple(_term(item, "rule", PREDICATES, row) for item in entry.entries("placement"))
    terms = tuple(_term(item, "score", TERMS, row) for item in entry.entries("score"))
    return Face(face, row, entry.get("name", str), entry.get("text", str), placement, terms)


def _term(entry: Entry, kind: str, classes: Mapping[str, type[T]], row: Row) -> T:
    """A predicate or a term of a score: an object of the class that ``kind`` names, read field by field."""
    name = entry.get(kind, str)
    if name not in classes:
        raise DataError(f"{entry.where}.{kind}", f"must be one of {', '.join(classes)}, is {name!r}")
    if row is Row.TOP and classes[name] in (placements.Above, scorers.Above):
        raise DataError(f"{entry.where}.{kind}", "cannot be above: nothing lies above a top row")
    fields = get_type_hints(classes[name], include_extras=True)
    entry.only(kind, *fields)
    return classes[name](**{field: _FIELDS[hint](entry, field) for field, hint in fields.items()})


def _relation(entry: Entry, key: str) -> Relation:
    inner = entry.entry(key)
    attr, op = inner.member("attr", Attribute), inner.member("op", Comparison)
    if attr is Attribute.COLOUR and op not in COLOUR_COMPARISONS:
        raise DataError(f"{inner.where}.op", "must be eq or ne for colours")
    return Relation(attr, op, _number(inner, needed=op in NUMBERED_COMPARISONS))


def _conditions(entry: Entry, key: str) -> tuple[Condition, ...]:
    return tuple(_condition(item) for item in entry.entries(key))


def _condition(entry: Entry) -> Condition:
    if entry.member("attr", Attribute) is Attribute.COLOUR:
        raise DataError(f"{entry.where}.attr", "must be value")
    op = entry.member("op", ValueTest)
    return Condition(op, _number(entry, needed=op in NUMBERED_TESTS))


def _number(entry: Entry, *, needed: bool) -> int:
    """The n of a relation or condition; only some have one."""
    entry.only("attr", "op", *(["n"] if needed else []))
    return entry.get("n", int) if needed else 0


def _table(entry: Entry, key: str) -> Table:
    numbers = entry.get(key, list)
    if not numbers or not all(type(number) is int for number in numbers):
        raise DataError(f"{entry.where}.{key}", f"must be a list of numbers, is {numbers!r}")
    return tuple(numbers)


def _bands(entry: Entry, key: str) -> tuple[Band, ...]:
    return tuple(_band(item) for item in entry.entries(key))


def _band(entry: Entry) -> Band:
    entry.only("min", "max", "points")
    return Band(entry.optional("min", int), entry.optional("max", int), entry.get("points", int))


def _spaces(where: str, value: Any) -> Spaces:
    spaces = value if isinstance(value, list) else []
    if len(spaces) != 2 or not all(type(space) is int and 1 <= space <= LAST_SPACE for space in spaces):
        raise DataError(where, f"must be two spaces from 1 to {LAST_SPACE}, is {value!r}")
    return Spaces(*spaces)


def _mirrored(entry: Entry, key: str) -> tuple[Spaces, ...]:
    return tuple(_spaces(f"{entry.where}.{key}[{i}]", pair) for i, pair in enumerate(entry.get(key, list)))


_FIELDS: Mapping[Any, Callable[[Entry, str], Any]] = {
    int: lambda entry, key: entry.get(key, int),
    Positive: lambda entry, key: _within(entry, key, 1, HIGHEST),
    Attribute: lambda entry, key: entry.member(key, Attribute),
    Relation: _relation,
    Table: _table,
    Spaces: lambda entry, key: _spaces(f"{entry.where}.{key}", entry.get(key, list)),
    tuple[Condition, ...]: _conditions,
    tuple[Band, ...]: _bands,
    tuple[Spaces, ...]: _mirrored,
}
"""How a field is read, by its type."""
