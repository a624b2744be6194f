"""Travelling, what it costs and brings (specification, sections 9.3, step 6, and 9.4)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.elfenroads.tables import (
    CLOUD,
    CYCLE,
    DRAGON,
    PIG,
    RAFT,
    TROLL,
    UNICORN,
    counter,
    events_of,
    fold,
    played,
    refusal,
    travelling,
    with_seat,
)

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.facts import ROADS
from sagahall.games.elfenboard.moves import CardsDiscarded, Discard, Step
from sagahall.games.elfenroads.game import ELFENROADS
from sagahall.games.elfenroads.moves import (
    CardTaken,
    DrawCard,
    EndMove,
    MoveEnded,
    TakeCard,
    TakeGold,
    Travelled,
)
from sagahall.games.elfenroads.state import Phase, Placed, Reward, State

DESERTS = (
    counter("feodor-throtmanni-d", TROLL),
    counter("albaran-throtmanni-d", DRAGON),
    counter("albaran-parundia-d", UNICORN),
)
GOLDEN = counter("dagamura-feodor-d", DRAGON, gold=True)
KIHROMAH = counter("dagamura-kihromah-f", CYCLE)
PLENTY = (CYCLE,) * 4 + (UNICORN,) * 4 + (TROLL,) * 4 + (DRAGON,) * 4 + (RAFT,) * 6


@pytest.mark.parametrize(
    ("start", "roads", "board", "gold"),
    [
        # Feodor, Throtmanni, Al'Baran, Parundia.
        ("feodor", ("feodor-throtmanni-d", "albaran-throtmanni-d", "albaran-parundia-d"), DESERTS, 14),
        # Feodor to Dag'Amura over a gold item.
        ("feodor", ("dagamura-feodor-d",), (GOLDEN,), 8),
        # There and back over the same gold item.
        ("feodor", ("dagamura-feodor-d", "dagamura-feodor-d"), (GOLDEN,), 16),
        # Dag'Amura, Kihromah, Dag'Amura.
        ("dagamura", ("dagamura-kihromah-f", "dagamura-kihromah-f"), (KIHROMAH,), 10),
        # Rivinia to Elvenhold to Beata.
        ("rivinia", ("elvenhold-rivinia-r", "beata-elvenhold-r"), (), 2),
        # Nobody has to move.
        ("feodor", (), (), 0),
    ],
)
def test_a_move_brings_the_values_of_the_towns_that_are_entered(
    start: str, roads: tuple[str, ...], board: tuple[Placed, ...], gold: int
) -> None:
    state = played(travelling(start, *board, hand=PLENTY), 0, *map(Step, roads))
    assert (state.seats[0].earned, state.seats[0].gold) == (gold, 12)
    events = events_of(state, 0, EndMove(Reward.GOLD))
    assert events[0] == MoveEnded(0, Reward.GOLD, gold)
    after = fold(state, events[:1])
    assert (after.seats[0].gold, after.seats[0].earned) == (12 + gold, 0)


def test_a_step_tells_what_it_earns() -> None:
    events = events_of(travelling("feodor", GOLDEN, hand=(DRAGON,)), 0, Step("dagamura-feodor-d"))
    assert events == (Travelled(0, "dagamura-feodor-d", "dagamura", (DRAGON,), collected=True, gold=8),)


def test_a_gold_item_doubles_only_the_road_where_it_lies() -> None:
    board = (GOLDEN, KIHROMAH)
    state = travelling("feodor", *board, hand=PLENTY)
    assert played(state, 0, Step("dagamura-feodor-d"), Step("dagamura-kihromah-f")).seats[0].earned == 8 + 6


# What it costs


@pytest.mark.parametrize(
    ("start", "road", "placed", "card", "number"),
    [
        # Grangor to Yttar by lake.
        ("grangor", "grangor-yttar-l", (), RAFT, 1),
        ("parundia", "parundia-yttar-l", (), RAFT, 1),
        ("elvenhold", "elvenhold-virst-l", (), RAFT, 2),
        ("strykhaven", "strykhaven-virst-l", (), RAFT, 2),
        ("virst", "jxara-virst-r", (), RAFT, 1),
        ("jxara", "jxara-virst-r", (), RAFT, 2),
        ("jxara", "jxara-virst-p", (PIG, False), PIG, 1),
        ("jxara", "jxara-virst-p", (CLOUD, True), CLOUD, 3),
        ("dagamura", "dagamura-feodor-d", (TROLL, True), TROLL, 3),
        ("dagamura", "dagamura-feodor-d", (DRAGON, False), DRAGON, 1),
    ],
)
def test_a_road_costs_the_cards_of_the_chart_and_one_more_with_an_obstacle(
    start: str, road: str, placed: tuple[Transport, bool] | tuple[()], card: Transport, number: int
) -> None:
    board = (counter(road, placed[0], obstacle=placed[1]),) if placed else ()
    after = played(travelling(start, *board, hand=(card,) * number), 0, Step(road))
    assert (after.seats[0].hand, after.discard) == ((), (card,) * number)
    short = travelling(start, *board, hand=(card,) * (number - 1))
    assert refusal(short, 0, Step(road)) == "cards-missing"


def test_gold_on_a_road_costs_no_card_more() -> None:
    assert played(travelling("feodor", GOLDEN, hand=(DRAGON,)), 0, Step("dagamura-feodor-d")).seats[0].hand == ()


def test_there_are_no_ferrymen() -> None:
    state = travelling("grangor", hand=(PIG, CYCLE, DRAGON))
    assert refusal(state, 0, Step("grangor-yttar-l")) == "cards-missing"
    assert ELFENROADS.legal_moves(state, 0) == (EndMove(Reward.GOLD), EndMove(Reward.CARDS))


@pytest.mark.parametrize("road", ["beata-elvenhold-p", "elvenhold-lapphalya-p"])
def test_there_is_no_caravan_whatever_the_hand(road: str) -> None:
    hand = tuple(kind for kind in Transport if kind is not UNICORN for _ in range(9))
    state = travelling("elvenhold", counter("elvenhold-ergeren-f", UNICORN), hand=hand)
    assert refusal(state, 0, Step("elvenhold-ergeren-f")) == "cards-missing"
    assert refusal(state, 0, Step(road)) == "no-counter"
    steps = {move.road for move in ELFENROADS.legal_moves(state, 0) if isinstance(move, Step)}
    assert {ROADS[step].is_land for step in steps} == {False}


def test_only_roads_at_the_boot_are_travelled() -> None:
    state = travelling("elvenhold", hand=(RAFT, RAFT))
    assert refusal(state, 0, Step("jxara-virst-r")) == "road-elsewhere"
    assert refusal(state, 0, Step("nowhere")) == "unknown-road"


def test_every_town_that_is_entered_gives_its_marker_once_and_its_value_each_time() -> None:
    state = played(travelling("dagamura", KIHROMAH, hand=PLENTY), 0, Step("dagamura-kihromah-f"))
    state = played(state, 0, Step("dagamura-kihromah-f"), Step("dagamura-kihromah-f"))
    assert state.seats[0].visited == ("kihromah", "dagamura")
    assert state.seats[0].earned == 6 + 4 + 6


# Gold or cards


def at_the_end(**options: bool | int) -> State:
    """Seat 0 has earned 8 gold."""
    return played(travelling("feodor", GOLDEN, hand=(PIG, DRAGON), **options), 0, Step("dagamura-feodor-d"))


def test_at_the_end_of_the_move_two_cards_may_be_taken_instead_of_the_gold() -> None:
    events = events_of(at_the_end(), 0, EndMove(Reward.CARDS))
    assert events == (MoveEnded(0, Reward.CARDS, 0),)
    state = fold(at_the_end(), events)
    assert (state.phase, ELFENROADS.to_act(state)) == (Phase.REWARD, (0,))
    state = played(state, 0, TakeCard(PIG))
    assert ELFENROADS.to_act(state) == (0,)
    after = played(state, 0, TakeCard(CYCLE))
    assert (after.phase, ELFENROADS.to_act(after)) == (Phase.MOVING, (1,))
    assert (after.seats[0].hand, after.seats[0].gold, after.seats[0].earned) == ((PIG, PIG, CYCLE), 12, 0)


def test_who_does_not_move_may_take_two_cards_or_nothing() -> None:
    state = travelling("feodor")
    assert played(state, 0, EndMove(Reward.CARDS), TakeCard(PIG), DrawCard()).seats[0].hand_count == 2
    nothing = played(state, 0, EndMove(Reward.GOLD))
    assert (nothing.seats[0].hand, nothing.seats[0].gold, nothing.turn) == ((), 12, 1)


def test_the_gold_stack_is_one_of_the_two_cards() -> None:
    state = replace(at_the_end(), gold_stack=1)
    after = played(state, 0, EndMove(Reward.CARDS), TakeGold(), TakeCard(RAFT))
    assert (after.seats[0].gold, after.seats[0].hand, after.turn) == (15, (PIG, RAFT), 1)


def test_the_open_card_taken_last_is_replaced() -> None:
    state = replace(at_the_end(), deck=(UNICORN,), deck_gold=0, open_cards=(PIG, CYCLE, RAFT))
    state = played(state, 0, EndMove(Reward.CARDS), DrawCard())
    state = replace(state, deck=(TROLL,))
    events = events_of(state, 0, TakeCard(RAFT))
    assert events[0] == CardTaken(0, RAFT)
    assert fold(state, events).open_cards == (PIG, CYCLE, TROLL)


def test_cards_are_played_before_cards_are_taken() -> None:
    state = played(at_the_end(), 0, EndMove(Reward.CARDS))
    assert refusal(state, 0, Step("dagamura-feodor-d")) == "wrong-phase"
    assert refusal(at_the_end(), 0, TakeCard(PIG)) == "wrong-phase"


# The hand


def test_there_is_no_limit_to_the_hand() -> None:
    state = travelling("feodor", hand=PLENTY)
    assert played(state, 0, EndMove(Reward.GOLD)).seats[0].hand == PLENTY


def test_a_limit_to_the_hand_is_an_option_and_counts_the_cards_of_the_reward() -> None:
    state = travelling("feodor", hand=(PIG, PIG, CYCLE, DRAGON), hand_limit=4)
    assert played(state, 0, EndMove(Reward.GOLD)).phase is Phase.MOVING
    state = played(state, 0, EndMove(Reward.CARDS), TakeCard(PIG), TakeCard(RAFT))
    assert (state.phase, ELFENROADS.to_act(state)) == (Phase.DISCARDING, (0,))
    assert refusal(state, 0, Discard((PIG,))) == "wrong-number-of-cards"
    assert refusal(state, 0, Discard((UNICORN, UNICORN))) == "cards-missing"
    assert refusal(state, 0, EndMove(Reward.GOLD)) == "wrong-phase"
    (form,) = ELFENROADS.forms(state, 0)
    assert (form.kind, form.fields[0].min_items, form.fields[0].max_items) == ("discard", 2, 2)
    events = events_of(state, 0, Discard((DRAGON, PIG)))
    assert events[0] == CardsDiscarded(0, (DRAGON, PIG))
    after = fold(state, events)
    assert (after.seats[0].hand, after.discard) == ((PIG, PIG, CYCLE, RAFT), (DRAGON, PIG))
    assert (after.phase, ELFENROADS.to_act(after)) == (Phase.MOVING, (1,))


def test_a_hand_over_the_limit_is_cut_when_gold_is_taken_too() -> None:
    state = travelling("feodor", GOLDEN, hand=(PIG, PIG, DRAGON), hand_limit=1)
    state = played(state, 0, Step("dagamura-feodor-d"), EndMove(Reward.GOLD))
    assert (state.phase, state.seats[0].gold) == (Phase.DISCARDING, 20)
    assert ELFENROADS.legal_moves(state, 0) == (Discard((PIG,)),)


def test_cards_that_were_taken_openly_are_known_until_they_are_played_or_laid_off() -> None:
    state = travelling("feodor", GOLDEN, hand=(PIG, DRAGON, DRAGON), hand_limit=1)
    state = with_seat(state, 0, shown=(PIG, DRAGON))
    state = played(state, 0, Step("dagamura-feodor-d"))
    assert (state.seats[0].hand, state.seats[0].shown) == ((PIG, DRAGON), (PIG,))
    state = played(state, 0, EndMove(Reward.GOLD), Discard((PIG,)))
    assert (state.seats[0].hand, state.seats[0].shown) == ((DRAGON,), ())
