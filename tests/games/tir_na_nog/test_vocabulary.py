"""Each relation, condition, predicate and scorer of the data file by itself."""

from __future__ import annotations

import pytest
from tests.games.tir_na_nog.tables import MIDDLE, TOP, saga, tile

from sagahall.games.tir_na_nog import placements, scorers
from sagahall.games.tir_na_nog.placements import CardMeets, Neighbours, Predicate, Uniform, Unique, allows
from sagahall.games.tir_na_nog.relations import Attribute, Comparison, Condition, Relation, ValueTest
from sagahall.games.tir_na_nog.saga import NO_LINE, lines_of
from sagahall.games.tir_na_nog.scorers import (
    Band,
    Cards,
    Count,
    Distinct,
    Ends,
    Groups,
    Mirror,
    Pairs,
    Run,
    Spaces,
    Sum,
    Term,
    row_points,
)

VALUE, COLOUR = Attribute.VALUE, Attribute.COLOUR
RISES = Relation(VALUE, Comparison.LT, 0)
SAME_COLOUR = Relation(COLOUR, Comparison.EQ, 0)


@pytest.mark.parametrize(
    ("op", "n", "holds", "fails"),
    [
        (Comparison.LT, 0, [(3, 4)], [(4, 4), (5, 4)]),
        (Comparison.LE, 0, [(3, 4), (4, 4)], [(5, 4)]),
        (Comparison.GT, 0, [(5, 4)], [(4, 4), (3, 4)]),
        (Comparison.GE, 0, [(5, 4), (4, 4)], [(3, 4)]),
        (Comparison.EQ, 0, [(4, 4)], [(3, 4)]),
        (Comparison.NE, 0, [(3, 4)], [(4, 4)]),
        (Comparison.NEAR, 2, [(4, 6), (6, 4), (5, 5)], [(4, 7), (7, 4)]),
        (Comparison.FAR, 2, [(4, 6), (6, 4), (1, 9)], [(4, 5), (5, 5)]),
        (Comparison.NEXT, 2, [(4, 6)], [(6, 4), (4, 5)]),
    ],
)
def test_values_are_compared(
    op: Comparison, n: int, holds: list[tuple[int, int]], fails: list[tuple[int, int]]
) -> None:
    relation = Relation(VALUE, op, n)
    for first, second in [*holds, *fails]:
        left, right = tile(f"R{first}", TOP, 1), tile(f"G{second}", TOP, 2)
        assert relation.holds(left, right) == ((first, second) in holds)


def test_colours_are_equal_or_not() -> None:
    red, other_red, green = tile("R1", TOP, 1), tile("R9", TOP, 2), tile("G1", TOP, 3)
    for op, expected in ((Comparison.EQ, True), (Comparison.NE, False)):
        assert Relation(COLOUR, op, 0).holds(red, other_red) == expected
        assert Relation(COLOUR, op, 0).holds(red, green) != expected


def test_relations_look_at_what_tokens_make_of_a_card() -> None:
    """A red 7 that is shown by tokens on another card counts as a red 7."""
    taken = {"R07a", "R07b"}
    shown = tile("R7", TOP, 1, taken)
    assert shown.card not in {"R07a", "R07b"}
    assert SAME_COLOUR.holds(shown, tile("R2", TOP, 2))
    assert RISES.holds(shown, tile("R8", TOP, 2))


@pytest.mark.parametrize(
    ("op", "n", "met"),
    [
        (ValueTest.ODD, 0, {1, 3, 5, 7, 9, 11}),
        (ValueTest.EVEN, 0, {2, 4, 6, 8, 10, 12}),
        (ValueTest.LE, 3, {1, 2, 3}),
        (ValueTest.GE, 11, {11, 12}),
        (ValueTest.EQ, 5, {5}),
    ],
)
def test_values_meet_conditions(op: ValueTest, n: int, met: set[int]) -> None:
    assert {value for value in range(1, 13) if Condition(op, n).met_by(tile(f"B{value}", TOP, 1))} == met


# Placement


def may_lie(predicate: Predicate, row: str, card: str, space: int, above: str = "") -> bool:
    """Whether the card may be placed in a middle row."""
    lines = lines_of(saga(above, row))
    return allows((predicate,), tile(card, MIDDLE, space), lines[MIDDLE], lines[TOP])


def test_neighbours_tests_the_card_against_both_sides() -> None:
    rule = Neighbours(RISES)
    assert may_lie(rule, "R2 -- Y8", "B5", 2)
    assert not may_lie(rule, "R2 -- Y8", "B9", 2)
    assert not may_lie(rule, "R2 -- Y8", "B1", 2)
    assert may_lie(rule, "R9 -- -- B1", "B5", 3) is False
    assert may_lie(rule, "R9 -- -- --", "B5", 3)


def test_a_neighbour_is_in_an_adjacent_space() -> None:
    assert may_lie(Neighbours(RISES), "R9 --", "B5", 3)
    assert may_lie(Neighbours(RISES), "R1 R2 R3 R4 R9", "B5", 6) is False


def test_unique_and_uniform_look_at_the_whole_row_over_holes() -> None:
    assert not may_lie(Unique(VALUE), "R4 -- B9", "G4", 4)
    assert may_lie(Unique(VALUE), "R4 -- B9", "R5", 4)
    assert not may_lie(Unique(COLOUR), "R4 -- B9", "R5", 4)
    assert may_lie(Uniform(COLOUR), "R4 -- R9", "R5", 4)
    assert not may_lie(Uniform(COLOUR), "R4 -- B9", "R5", 4)
    assert may_lie(Uniform(VALUE), "R4 G4", "B4", 3)


def test_card_tests_the_card_alone_and_all_conditions() -> None:
    rule = CardMeets((Condition(ValueTest.GE, 4), Condition(ValueTest.ODD, 0)))
    assert [value for value in range(1, 13) if may_lie(rule, "R4", f"B{value}", 2)] == [5, 7, 9, 11]


def test_above_tests_the_card_against_the_one_over_it() -> None:
    rule = placements.Above(SAME_COLOUR)
    assert may_lie(rule, "", "R5", 1, above="R1 B2")
    assert not may_lie(rule, "R1", "R5", 2, above="R1 B2")
    assert may_lie(rule, "R1 R2", "R5", 3, above="R1 B2")


@pytest.mark.parametrize(
    "rule", [Neighbours(RISES), Unique(VALUE), Uniform(COLOUR), placements.Above(SAME_COLOUR)], ids=repr
)
def test_the_first_card_of_a_row_passes_everything_but_card(rule: Predicate) -> None:
    """Specification, section 12, case 9."""
    assert may_lie(rule, "", "R5", 1)
    assert not may_lie(CardMeets((Condition(ValueTest.LE, 4),)), "", "R5", 1)


def test_all_predicates_of_a_rule_have_to_hold() -> None:
    rule = (Neighbours(RISES), Unique(COLOUR))
    line = lines_of(saga(middle="R2"))[MIDDLE]
    assert allows(rule, tile("B5", MIDDLE, 2), line, NO_LINE)
    assert not allows(rule, tile("B1", MIDDLE, 2), line, NO_LINE)
    assert not allows(rule, tile("R5", MIDDLE, 2), line, NO_LINE)


# Scoring


def points(term: Term, row: str, above: str = "") -> int:
    """What a middle row scores for the term."""
    lines = lines_of(saga(above, row))
    return term.score(lines[MIDDLE], lines[TOP])


def test_cards_counts_those_that_meet_all_conditions() -> None:
    term = Cards((Condition(ValueTest.ODD, 0), Condition(ValueTest.GE, 4)), 3)
    assert points(term, "R1 G4 -- B5 Y7") == 6
    assert points(Cards((), 2), "R1 -- B5") == 4


def test_pairs_counts_neighbours_in_their_order() -> None:
    assert points(Pairs(RISES, 2), "R1 B5 G4 Y9") == 4
    assert points(Pairs(RISES, 2), "R1 -- B5") == 0


def test_run_takes_the_longest_chain() -> None:
    term = Run(RISES, (0, 1, 3, 6))
    assert points(term, "") == 0
    assert points(term, "R5") == 1
    assert points(term, "R5 G4 B6 Y7 R2") == 6
    assert points(term, "R5 G6 -- Y7 R8") == 3
    assert points(term, "R1 G2 B3 Y4 R5") == 6


def test_distinct_counts_different_ones() -> None:
    assert points(Distinct(COLOUR, (0, 1, 3, 6, 10)), "R1 B2 -- R3 Y4") == 6
    assert points(Distinct(VALUE, (0, 1, 3)), "R1 B1 G1") == 1


def test_groups_adds_up_every_group() -> None:
    term = Groups(COLOUR, (0, 0, 3, 6))
    assert points(term, "R1 B2 R3 B4 -- Y5") == 6
    assert points(term, "R1 R2 R3 R4 R5") == 6


def test_sum_takes_the_first_band_that_fits() -> None:
    term = Sum(2, (Band(None, 5, 9), Band(4, 10, 7), Band(11, None, 3)))
    assert [points(term, row) for row in ("R2 B3", "R3 -- B3", "R9 B9", "R5")] == [9, 7, 3, 0]
    assert points(Sum(0, (Band(8, None, 4),)), "R5") == 0


def test_mirror_looks_at_the_spaces_that_it_names() -> None:
    term = Mirror(SAME_COLOUR, (Spaces(1, 3), Spaces(2, 6)), 5)
    assert points(term, "R1 B2 R3 Y4 Y5 B6") == 10
    assert points(term, "R1 -- R3 Y4 Y5 B6") == 5
    assert points(term, "R1 B2 B3") == 0


def test_ends_divides_the_sum_of_two_spaces() -> None:
    assert points(Ends(Spaces(1, 4), 3), "R9 -- -- B8") == 5
    assert points(Ends(Spaces(1, 4), 3), "R9 B8") == 0


def test_above_counts_cards_under_one_that_meets_the_relation() -> None:
    assert points(scorers.Above(RISES, 4), "R5 B1 G9 Y9", above="R2 B3 --") == 4


def test_count_is_all_or_nothing() -> None:
    assert points(Count(3, 7), "R1 -- B2 G3") == 7
    assert points(Count(3, 7), "R1 B2") == 0


def test_beyond_the_end_of_a_table_the_last_entry_counts() -> None:
    assert points(Distinct(VALUE, (0, 5)), "R1 B2 G3") == 5


def test_terms_add_up_and_a_row_never_scores_less_than_nothing() -> None:
    line = lines_of(saga(middle="R1 B2"))[MIDDLE]
    assert row_points((Cards((), 2), Count(2, 5)), line, NO_LINE) == 9
    assert row_points((Cards((), -3), Count(2, 5)), line, NO_LINE) == 0
