"""What steps cost: the worked examples of the specification, section 8, in both variants."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.games.elfenland.tables import (
    CLOUD,
    CYCLE,
    DRAGON,
    EDITIONS,
    PIG,
    RAFT,
    TROLL,
    UNICORN,
    counter,
    played,
    refusal,
    travelling,
)

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.moves import Step
from sagahall.games.elfenboard.table import Placed
from sagahall.games.elfenland.moves import Caravan
from sagahall.games.elfenland.state import State

BOARD = (
    counter("dagamura-feodor-d", TROLL, obstacle=True),
    counter("feodor-lapphalya-f", DRAGON, obstacle=True),
    counter("lapphalya-virst-p", CYCLE),
    counter("dagamura-kihromah-f", CLOUD),
)

WATERWAY = (
    "elvenhold-virst-l",
    "jxara-virst-r",
    "jxara-mahdavikia-r",
    "grangor-mahdavikia-r",
    "grangor-yttar-l",
    "parundia-yttar-l",
)

LAND: list[tuple[str, tuple[str, ...], Transport, int]] = [
    ("dagamura", ("dagamura-feodor-d",), TROLL, 3),
    ("feodor", ("feodor-lapphalya-f",), DRAGON, 3),
    ("lapphalya", ("lapphalya-virst-p",), CYCLE, 1),
    ("dagamura", ("dagamura-kihromah-f", "dagamura-kihromah-f"), CLOUD, 4),
]

WATER: list[tuple[str, tuple[str, ...], dict[str, int]]] = [
    ("virst", ("jxara-virst-r",), {"moon": 1, "amigo": 1}),
    ("jxara", ("jxara-virst-r",), {"moon": 2, "amigo": 2}),
    ("elvenhold", ("elvenhold-virst-l",), {"moon": 2, "amigo": 2}),
    ("grangor", ("grangor-parundia-l",), {"moon": 1, "amigo": 2}),
    ("elvenhold", ("elvenhold-rivinia-r", "rivinia-tichih-r"), {"moon": 2, "amigo": 2}),
    ("tichih", ("rivinia-tichih-r", "elvenhold-rivinia-r"), {"moon": 4, "amigo": 4}),
    ("beata", ("beata-elvenhold-r", "elvenhold-rivinia-r", "rivinia-tichih-r"), {"moon": 3, "amigo": 3}),
    ("virst", ("jxara-virst-r", "jxara-mahdavikia-r", "grangor-mahdavikia-r"), {"moon": 3, "amigo": 3}),
    ("usselen", ("usselen-wylhien-r",), {"moon": 2, "amigo": 2}),
    ("wylhien", ("usselen-wylhien-r",), {"moon": 1, "amigo": 1}),
    ("elvenhold", WATERWAY, {"moon": 7, "amigo": 9}),
]


def journeys() -> Iterator[tuple[str, str, tuple[str, ...], Transport, int]]:
    for variant in EDITIONS:
        yield from ((variant, *journey) for journey in LAND)
        yield from ((variant, start, roads, RAFT, cost[variant]) for start, roads, cost in WATER)


@pytest.mark.parametrize(("variant", "start", "roads", "card", "number"), list(journeys()))
def test_a_journey_costs_the_cards_of_the_chart(
    variant: str, start: str, roads: tuple[str, ...], card: Transport, number: int
) -> None:
    # The other card is of no use on the way, and keeps the move from ending for want of cards.
    other = PIG
    state = travelling(variant, start, *BOARD, hand=(other, *(card,) * number))
    after = played(state, 0, *map(Step, roads))
    assert after.seats[0].hand == (other,)
    assert after.discard == (card,) * number

    short = travelling(variant, start, *BOARD, hand=(other, *(card,) * (number - 1)))
    *before, last = map(Step, roads)
    assert refusal(played(short, 0, *before), 0, last) == "cards-missing"


@pytest.mark.parametrize("variant", EDITIONS)
def test_the_journey_by_all_the_water_collects_six_markers(variant: str) -> None:
    after = played(travelling(variant, "elvenhold", hand=(PIG, *(RAFT,) * 9)), 0, *map(Step, WATERWAY))
    assert after.seats[0].visited == ("virst", "jxara", "mahdavikia", "grangor", "yttar", "parundia")


def test_a_hand_of_eight_rafts_does_not_get_there_in_amigo() -> None:
    state = travelling("amigo", "elvenhold", hand=(RAFT,) * 8)
    *before, last = map(Step, WATERWAY)
    assert refusal(played(state, 0, *before), 0, last) == "cards-missing"


@pytest.mark.parametrize("variant", EDITIONS)
def test_four_cards_of_any_kind_do_for_an_obstacle(variant: str) -> None:
    """C2."""
    state = travelling(variant, "dagamura", *BOARD, hand=(PIG, TROLL, TROLL, DRAGON, RAFT))
    after = played(state, 0, Caravan("dagamura-feodor-d", (PIG, TROLL, DRAGON, RAFT)))
    assert (after.seats[0].boot, after.seats[0].hand) == ("feodor", (TROLL,))
    assert refusal(state, 0, Caravan("dagamura-feodor-d", (PIG, TROLL, DRAGON))) == "wrong-number-of-cards"


def test_three_cards_of_any_kind_pay_the_ferrymen_of_mare_nebulae_in_moon_only() -> None:
    ferry = Caravan("grangor-parundia-l", (PIG, UNICORN, UNICORN))
    hand = (PIG, UNICORN, UNICORN, DRAGON)

    assert played(travelling("moon", "grangor", hand=hand), 0, ferry).seats[0].boot == "parundia"
    assert refusal(travelling("amigo", "grangor", hand=hand), 0, ferry) == "no-caravan-on-water"


@pytest.mark.parametrize("variant", EDITIONS)
def test_no_cards_of_any_kind_cross_mare_magnum_or_a_river(variant: str) -> None:
    """C3."""
    state = travelling(variant, "virst", hand=(PIG, UNICORN, DRAGON, TROLL))
    assert refusal(state, 0, Caravan("strykhaven-virst-l", (PIG, UNICORN, DRAGON))) == "no-caravan-on-water"
    assert refusal(state, 0, Caravan("jxara-virst-r", (PIG, UNICORN, DRAGON))) == "no-caravan-on-water"


CLOUD_ON_PLAIN = counter("elvenhold-lapphalya-p", CLOUD)
OFFER = Caravan("elvenhold-lapphalya-p", (PIG, UNICORN, DRAGON))


def at_the_cloud(variant: str, clouds: int, **options: bool | int) -> State:
    return travelling(variant, "elvenhold", CLOUD_ON_PLAIN, hand=(PIG, *(CLOUD,) * clouds, UNICORN, DRAGON), **options)


def test_a_caravan_is_refused_in_amigo_to_one_who_can_pay_the_counter() -> None:
    """C1."""
    assert played(at_the_cloud("moon", 2), 0, OFFER).seats[0].boot == "lapphalya"
    assert refusal(at_the_cloud("amigo", 2), 0, OFFER) == "caravan-only-if-unable"
    for variant in EDITIONS:
        assert played(at_the_cloud(variant, 1), 0, OFFER).seats[0].boot == "lapphalya"


def test_who_may_join_a_caravan_is_an_option() -> None:
    """C1."""
    free, strict = {"caravan_only_if_unable": False}, {"caravan_only_if_unable": True}
    assert played(at_the_cloud("amigo", 2, **free), 0, OFFER).seats[0].boot == "lapphalya"
    assert refusal(at_the_cloud("moon", 2, **strict), 0, OFFER) == "caravan-only-if-unable"


def test_the_obstacle_counts_when_it_is_asked_whether_the_hand_can_pay() -> None:
    """C1: two clouds would pay the road, three are needed with its obstacle."""
    blocked = counter("elvenhold-lapphalya-p", CLOUD, obstacle=True)
    hand = (PIG, CLOUD, CLOUD, UNICORN, DRAGON)
    state = travelling("amigo", "elvenhold", blocked, hand=hand)
    after = played(state, 0, Caravan("elvenhold-lapphalya-p", (PIG, CLOUD, CLOUD, UNICORN)))
    assert after.seats[0].hand == (DRAGON,)


@pytest.mark.parametrize("variant", EDITIONS)
def test_no_caravan_goes_where_there_is_no_counter(variant: str) -> None:
    """C3."""
    state = travelling(variant, "elvenhold", hand=(PIG, UNICORN, DRAGON, RAFT))
    assert refusal(state, 0, OFFER) == "no-counter"
    assert refusal(state, 0, Step("elvenhold-lapphalya-p")) == "no-counter"


@pytest.mark.parametrize("variant", EDITIONS)
def test_a_harder_caravan_takes_five_cards_and_six_with_an_obstacle(variant: str) -> None:
    """C4."""
    hand = (PIG, PIG, CYCLE, CYCLE, UNICORN, TROLL, RAFT)
    for obstacle, cost in ((False, 5), (True, 6)):
        placed = counter("elvenhold-lapphalya-p", DRAGON, obstacle=obstacle)
        state = travelling(variant, "elvenhold", placed, hand=hand, caravan_cost=5)
        assert refusal(state, 0, Caravan(placed.road, hand[: cost - 1])) == "wrong-number-of-cards"
        assert played(state, 0, Caravan(placed.road, hand[:cost])).seats[0].hand == hand[cost:]


def test_ferrymen_stay_at_three_cards_when_caravans_take_five() -> None:
    """C4."""
    hand = (PIG, PIG, CYCLE, CYCLE, UNICORN)
    ferry = Caravan("grangor-yttar-l", (PIG, PIG, CYCLE))
    assert played(travelling("moon", "grangor", hand=hand, caravan_cost=5), 0, ferry).seats[0].boot == "yttar"

    dear = travelling("moon", "grangor", hand=hand, ferrymen_cost=4)
    assert refusal(dear, 0, ferry) == "wrong-number-of-cards"
    assert played(dear, 0, Caravan("grangor-yttar-l", (PIG, PIG, CYCLE, CYCLE))).seats[0].boot == "yttar"


@pytest.mark.parametrize("variant", EDITIONS)
def test_the_card_for_the_obstacle_is_of_the_counters_kind(variant: str) -> None:
    """C6."""
    placed: Placed = counter("elvenhold-lapphalya-p", DRAGON, obstacle=True)
    state = travelling(variant, "elvenhold", placed, hand=(PIG, PIG, DRAGON))
    assert refusal(state, 0, Step(placed.road)) == "cards-missing"


def test_three_cards_of_the_right_kind_where_one_would_do_are_a_caravan() -> None:
    """C25."""
    placed = counter("elvenhold-lapphalya-p", DRAGON)
    hand = (PIG, DRAGON, DRAGON, DRAGON)
    move = Caravan(placed.road, (DRAGON, DRAGON, DRAGON))
    assert played(travelling("moon", "elvenhold", placed, hand=hand), 0, move).seats[0].hand == (PIG,)
    assert refusal(travelling("amigo", "elvenhold", placed, hand=hand), 0, move) == "caravan-only-if-unable"


@pytest.mark.parametrize("variant", EDITIONS)
def test_nothing_is_overpaid(variant: str) -> None:
    """C25."""
    placed = counter("elvenhold-lapphalya-p", DRAGON)
    state = travelling(variant, "elvenhold", placed, hand=(PIG, PIG, CYCLE, CYCLE, RAFT))
    assert refusal(state, 0, Caravan(placed.road, (PIG, PIG, CYCLE, CYCLE))) == "wrong-number-of-cards"
    assert refusal(state, 0, Caravan(placed.road, (PIG, PIG))) == "wrong-number-of-cards"
    assert refusal(state, 0, Caravan(placed.road, (PIG, PIG, PIG))) == "cards-missing"


@pytest.mark.parametrize("variant", EDITIONS)
def test_rafts_may_join_a_caravan(variant: str) -> None:
    placed = counter("elvenhold-lapphalya-p", DRAGON)
    state = travelling(variant, "elvenhold", placed, hand=(PIG, RAFT, RAFT, RAFT))
    assert played(state, 0, Caravan(placed.road, (RAFT, RAFT, RAFT))).seats[0].hand == (PIG,)
