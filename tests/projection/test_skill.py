"""The numbers of ratings, against results that were worked by hand and published ones."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from sagahall.projection.skill import NEWCOMER, Skill, rate

STRONG = Skill(35_000_000, 2_000_000, 100)
WEAK = Skill(15_000_000, 2_000_000, 100)


def by_hand(own: Skill, other: Skill, score: float) -> tuple[float, float]:
    """Mean and standard deviation after a match of two, by the formulas of the paper; the score is 1, 1/2 or 0."""
    beta, tau = 25 / 6, 25 / 300
    mu, opponent = own.mu / 1e6, other.mu / 1e6
    variance, others = (own.sigma / 1e6) ** 2 + tau**2, (other.sigma / 1e6) ** 2 + tau**2
    c = math.sqrt(variance + others + 2 * beta**2)
    p = 1 / (1 + math.exp((opponent - mu) / c))
    shrink = 1 - math.sqrt(variance) / c * variance / c**2 * p * (1 - p)
    return mu + variance / c * (score - p), math.sqrt(variance * shrink)


def test_a_newcomer_has_a_rating_of_1000_and_the_settled_average_about_1500() -> None:
    assert Skill(25_000_000, 8_333_333, 0) == NEWCOMER
    assert NEWCOMER.rating == 1000
    assert Skill(25_000_000, 1_666_667, 100).rating == 1500
    assert Skill(0, 8_333_333, 100).rating == 375
    assert Skill(-25_000_000, 8_333_333, 100).rating == -250


def test_a_rating_is_provisional_before_ten_matches() -> None:
    assert [Skill(0, 1, matches).provisional for matches in (0, 9, 10, 11)] == [True, True, False, False]


def test_the_first_match_of_two_newcomers() -> None:
    """The same in every release and on every machine; p is 1/2, so what one wins the other loses."""
    winner, loser = rate([NEWCOMER, NEWCOMER], [1, 2])

    assert winner == Skill(27_635_389, 8_065_901, 1)
    assert loser == Skill(22_364_611, 8_065_901, 1)
    assert (winner.rating, loser.rating) == (1086, 954)


@pytest.mark.parametrize("other", [NEWCOMER, STRONG, WEAK])
@pytest.mark.parametrize(("ranks", "score"), [((1, 2), 1.0), ((1, 1), 0.5), ((2, 1), 0.0)])
def test_a_match_of_two_is_rated_as_the_paper_says(other: Skill, ranks: tuple[int, int], score: float) -> None:
    for own in (NEWCOMER, Skill(28_123_456, 4_000_000, 20)):
        first, second = rate([own, other], ranks)
        assert (first.mu / 1e6, first.sigma / 1e6) == pytest.approx(by_hand(own, other, score), abs=1e-6)
        assert (second.mu / 1e6, second.sigma / 1e6) == pytest.approx(by_hand(other, own, 1 - score), abs=1e-6)


def test_in_a_match_of_several_each_is_compared_with_each_other() -> None:
    """What newcomers gain and lose are sums of what they would against one another."""
    alone = rate([NEWCOMER, NEWCOMER], [1, 2])[0].mu - NEWCOMER.mu

    gains = [skill.mu - NEWCOMER.mu for skill in rate([NEWCOMER] * 4, [3, 1, 4, 2])]

    assert gains == pytest.approx([-alone, 3 * alone, -3 * alone, alone], abs=3)


def test_whoever_beats_a_strong_player_gains_more_than_whoever_beats_a_weak_one() -> None:
    gains = [rate([NEWCOMER, other], [1, 2])[0].rating - NEWCOMER.rating for other in (STRONG, NEWCOMER, WEAK)]

    assert all(more > less for more, less in pairwise([*gains, 0]))


def test_whoever_loses_to_a_weak_player_loses_more_than_whoever_loses_to_a_strong_one() -> None:
    settled = Skill(25_000_000, 2_000_000, 100)
    losses = [settled.rating - rate([other, settled], [1, 2])[1].rating for other in (WEAK, settled, STRONG)]

    assert all(more > less for more, less in pairwise([*losses, 0]))


def test_a_tie_brings_the_weaker_up_and_the_stronger_down_and_equals_nowhere() -> None:
    weak, strong = rate([WEAK, STRONG], [1, 1])
    assert weak.mu > WEAK.mu
    assert strong.mu < STRONG.mu
    assert [skill.mu for skill in rate([NEWCOMER] * 3, [1, 1, 1])] == [NEWCOMER.mu] * 3


def test_those_who_share_a_place_are_rated_alike_wherever_they_sit() -> None:
    first, last, second = rate([NEWCOMER] * 3, [1, 3, 1])
    assert first == second
    assert last.mu < NEWCOMER.mu < first.mu
    assert rate([WEAK, STRONG, NEWCOMER], [2, 1, 3]) == list(reversed(rate([NEWCOMER, STRONG, WEAK], [3, 1, 2])))


def test_only_the_order_of_the_places_counts() -> None:
    assert rate([NEWCOMER, STRONG, WEAK], [1, 2, 2]) == rate([NEWCOMER, STRONG, WEAK], [2, 7, 7])


def test_many_wins_in_a_row_make_a_rating_sure_but_never_certain() -> None:
    skill = NEWCOMER
    ratings = []
    for _ in range(1000):
        skill = rate([skill, WEAK], [1, 2])[0]
        ratings.append(skill.rating)
    assert ratings[0] < ratings[9] < ratings[99] < ratings[999]
    assert 0 < skill.sigma < NEWCOMER.sigma
