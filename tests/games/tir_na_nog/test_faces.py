"""Every geis face: the worked examples of placing and scoring."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.tir_na_nog.tables import EXAMPLES, row_of, tile, under

from sagahall.games.tir_na_nog.facts import FACES
from sagahall.games.tir_na_nog.placements import PREDICATES, allows
from sagahall.games.tir_na_nog.saga import SagaCard, above, lines_of
from sagahall.games.tir_na_nog.scorers import TERMS, row_points


def named(example: dict[str, Any]) -> str:
    return " ".join(map(str, example.values()))


@pytest.mark.parametrize("example", EXAMPLES["rows"], ids=named)
def test_a_row_scores_what_the_example_says(example: dict[str, Any]) -> None:
    lines = lines_of(under(example["face"], example["row"], example.get("above", "")))
    row = row_of(example["face"])
    assert row_points(FACES[example["face"]].terms, lines[row], above(lines, row)) == example["score"]


def may_lie(face: str, card: SagaCard, told: tuple[SagaCard, ...]) -> bool:
    lines = lines_of(told)
    return allows(FACES[face].placement, card, lines[card.row], above(lines, card.row))


@pytest.mark.parametrize("example", EXAMPLES["placements"], ids=named)
def test_a_card_may_be_placed_where_the_example_says(example: dict[str, Any]) -> None:
    told = under(example["face"], example["row"], example.get("above", ""))
    card = tile(example["card"], row_of(example["face"]), example["space"], {other.card for other in told})
    assert may_lie(example["face"], card, told) == example["allowed"]


@pytest.mark.parametrize(
    ("face", "row", "card", "space", "allowed"),
    [
        ("T1B", "R9 G5", "B4", 3, True),
        ("T1B", "R9 G5", "B5", 3, False),
        ("B3B", "", "B5", 1, False),
        ("T3A", "R2", "R2", 2, True),
        ("M3B", "R2", "R2", 2, True),
    ],
)
def test_faces_without_an_example_of_placing(face: str, row: str, card: str, space: int, allowed: bool) -> None:
    assert may_lie(face, tile(card, row_of(face), space), under(face, row)) == allowed


def test_every_face_has_an_example_and_every_term_a_face() -> None:
    assert {example["face"] for example in EXAMPLES["rows"]} == set(FACES)
    placing = {type(predicate) for face in FACES.values() for predicate in face.placement}
    scoring = {type(term) for face in FACES.values() for term in face.terms}
    assert placing == set(PREDICATES.values())
    assert scoring == set(TERMS.values())


def test_there_are_twelve_two_sided_cards_four_for_each_row() -> None:
    assert sorted(FACES) == sorted(f"{row}{number}{side}" for row in "TMB" for number in range(1, 5) for side in "AB")
    assert all(face.row is row_of(face.id) for face in FACES.values())
