"""Setting up, main actions, idle turns, and the end of a turn."""

from __future__ import annotations

from itertools import islice

import pytest
from tests.games.battlefields_of_olympus.tables import (
    AMBUSH,
    ARCHERS,
    CAVALRY,
    ELITE,
    FLANK,
    HEAVY,
    PIKEMEN,
    RALLY,
    SCOUT,
    SKIRMISH,
    SWORDSMEN,
    A,
    B,
    events_of,
    fate,
    hand,
    held,
    legal,
    only,
    played,
    random_match,
    refused,
    started,
    table,
    to_act,
)

from sagahall.games.battlefields_of_olympus.events import (
    DeckReshuffled,
    WarriorDrawn,
    WarriorReserved,
)
from sagahall.games.battlefields_of_olympus.facts import ACTION_CARDS, TERRITORIES, WARRIOR_DECK
from sagahall.games.battlefields_of_olympus.game import BATTLEFIELDS_OF_OLYMPUS as GAME
from sagahall.games.battlefields_of_olympus.moves import (
    DrawFate,
    EndTurn,
    Pass,
    PlayAmbush,
    PlayRally,
    PlayScout,
    Refit,
    StartBattle,
    SwapWarriors,
    TradeActions,
)
from sagahall.games.battlefields_of_olympus.multisets import ordered
from sagahall.games.battlefields_of_olympus.state import Camp, Phase, State

# Setup


@pytest.mark.parametrize(("seats", "reserve"), [(2, 0), (3, 3), (4, 3)])
def test_every_hand_has_four_warriors_and_with_three_or_four_players_a_reserve_of_three(
    seats: int, reserve: int
) -> None:
    state = started(seats)
    assert [len(camp.hand) for camp in state.camps] == [4] * seats
    assert [len(camp.reserve) for camp in state.camps] == [reserve] * seats
    assert not any(camp.actions for camp in state.camps)
    assert (state.turn, state.phase, state.turns) == (A, Phase.MAIN, 1)
    assert (state.fate_count, len(state.deck)) == (50, 50 - seats * (4 + reserve))


# Main actions


def test_one_main_action_is_compulsory() -> None:
    state = table(held(), held(), pile=("meadow_r",))
    assert refused(state, A, EndTurn()) == "wrong-phase"
    assert refused(state, B, DrawFate()) == "not-your-turn"
    after = played(state, (A, SwapWarriors((ARCHERS,))))
    for move in (DrawFate(), SwapWarriors((CAVALRY,)), TradeActions(()), StartBattle()):
        assert refused(after, A, move) == "wrong-phase"


def test_with_nothing_at_all_only_a_fate_card_can_be_drawn() -> None:
    state = table(Camp(), held())
    assert legal(state, A, object) == [DrawFate()]


def test_swapped_warriors_are_discarded_and_as_many_drawn() -> None:
    state = played(table(held(), held(), deck=(SWORDSMEN,) * 5), (A, SwapWarriors((CAVALRY, ARCHERS))))
    assert state.warrior_discards == (ARCHERS, CAVALRY)
    assert state.camps[A].hand == (HEAVY, PIKEMEN, SWORDSMEN, SWORDSMEN)
    assert state.camps[A].reserve == ()
    assert state.phase is Phase.AFTER_MAIN


def test_swapped_warriors_may_come_back_if_the_deck_is_made_anew() -> None:
    state = table(hand(ARCHERS, CAVALRY), held(), deck=())
    events = events_of(state, A, SwapWarriors((ARCHERS, CAVALRY)))
    assert only(events, DeckReshuffled).count == 2
    assert played(state, (A, SwapWarriors((ARCHERS, CAVALRY)))).camps[A].hand == (ARCHERS, CAVALRY)


def test_what_is_swapped_or_traded_has_to_be_in_hand_and_at_least_one() -> None:
    state = table(held(ELITE), held())
    assert refused(state, A, SwapWarriors(())) == "no-cards"
    assert refused(state, A, TradeActions(())) == "no-cards"
    assert refused(state, A, SwapWarriors((ARCHERS, ARCHERS))) == "not-in-hand"
    assert refused(state, A, TradeActions((ELITE, ELITE))) == "not-in-hand"


def test_the_cards_of_a_move_come_in_any_order() -> None:
    state = table(held(ELITE, RALLY), held())
    assert events_of(state, A, SwapWarriors((PIKEMEN, ARCHERS)))
    assert events_of(state, A, TradeActions((RALLY, ELITE)))
    assert {form.kind for form in GAME.forms(state, A)} == {"swap_warriors", "trade_actions"}


def test_every_choice_of_warriors_to_swap_is_listed_once() -> None:
    state = table(hand(ARCHERS, ARCHERS, CAVALRY), held())
    assert [move.cards for move in legal(state, A, SwapWarriors)] == [
        (ARCHERS,),
        (CAVALRY,),
        (ARCHERS, ARCHERS),
        (ARCHERS, CAVALRY),
        (ARCHERS, ARCHERS, CAVALRY),
    ]


def test_example_23_traded_actions_bring_warriors_to_the_hand_then_to_the_reserve() -> None:
    state = table(hand(ARCHERS, CAVALRY, HEAVY, actions=(ELITE, FLANK)), held())
    events = events_of(state, A, TradeActions((ELITE, FLANK)))
    assert only(events, WarriorDrawn).seat == A
    assert only(events, WarriorReserved).seat == A
    state = played(state, (A, TradeActions((ELITE, FLANK))))
    assert (len(state.camps[A].hand), len(state.camps[A].reserve)) == (4, 1)
    assert state.action_discards == (ELITE, FLANK)


# The end of a turn


def test_the_turn_is_always_ended_by_a_move() -> None:
    state = played(table(held(), held()), (A, SwapWarriors((ARCHERS,))))
    assert legal(state, A, object) == [EndTurn()]
    state = played(state, (A, EndTurn()))
    assert (state.turn, state.phase, state.turns) == (B, Phase.MAIN, 2)


def test_any_number_of_any_time_actions_may_follow_the_main_action() -> None:
    there = table(held(SCOUT, SCOUT, RALLY), held())
    state = played(there, (A, SwapWarriors((ARCHERS,))), (A, PlayScout(B)), (A, PlayScout(B)), (A, PlayRally()))
    state = played(state, (A, Refit(state.camps[A].hand)), (A, EndTurn()))
    assert state.camps[A].actions == ()
    assert state.turn == B


def test_battle_actions_are_not_played_outside_a_battle() -> None:
    state = table(held(ELITE, FLANK, SKIRMISH), held())
    assert [move for move in GAME.legal_moves(state, A) if type(move).__name__.startswith("Play")] == []


# Idle turns


def idle_turn(state: State) -> State:
    seat = to_act(state)
    return played(state, (seat, SwapWarriors(state.camps[seat].hand[:1])), (seat, EndTurn()))


def test_example_25_after_four_idle_turns_of_two_players_a_fate_card_has_to_be_drawn() -> None:
    state = table(
        held(AMBUSH, RALLY, ELITE), held(), pile=("meadow_r",), fate_actions=(SCOUT,), fate_ares=0, fate_territories=()
    )
    for _ in range(4):
        assert not state.must_draw
        state = idle_turn(state)
    assert (state.turn, state.idle_turns) == (A, 4)
    assert state.must_draw

    assert refused(state, A, SwapWarriors((state.camps[A].hand[0],))) == "must-draw"
    assert refused(state, A, TradeActions((RALLY,))) == "must-draw"
    assert refused(state, A, StartBattle()) == "must-draw"
    assert refused(state, A, PlayAmbush(B)) == "must-draw"
    assert legal(state, A, object) == [DrawFate(), PlayRally()]
    state = played(state, (A, DrawFate()))
    assert state.idle_turns == 0
    assert played(state, (A, PlayAmbush(B))).phase is Phase.BATTLE


def test_a_drawn_fate_card_ends_the_count_of_idle_turns() -> None:
    state = idle_turn(idle_turn(table(held(), held(), **fate(action=SCOUT))))
    assert state.idle_turns == 2
    state = played(state, (A, DrawFate()))
    assert state.idle_turns == 0
    state = played(state, (A, EndTurn()))
    assert state.idle_turns == 0
    assert idle_turn(state).idle_turns == 1


def test_a_battle_that_was_started_is_an_idle_turn_too() -> None:
    state = played(table(held(), held(), pile=("meadow_r",), deck=()), (A, StartBattle()), (A, Pass()))
    assert (state.turns, state.idle_turns) == (2, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_match_runs_past_its_bound_and_no_card_is_lost_or_doubled(seats: int) -> None:
    """Specification, section 5.5: 50 Fate cards, each after 2 idle turns for each seat at most."""
    for seed in range(3):
        for state in islice(random_match(seats, seed), 0, None, 7):
            assert state.turns <= 50 * (2 * seats + 1)
            assert_all_cards_there(state)
            assert_hands_in_limits(state)


def assert_all_cards_there(state: State) -> None:
    warriors = list(state.deck + state.warrior_discards)
    actions = list(state.fate_actions + state.action_discards)
    lands = list(state.fate_territories + state.pile + state.removed)
    for camp in state.camps:
        warriors += [*camp.warriors, *camp.reserve, *(() if camp.mercenary is None else (camp.mercenary,))]
        actions += camp.actions
        lands += camp.territories
    if state.battle is not None:
        warriors += [placed.warrior for placed in state.battle.line]
        actions += [laid.action for laid in state.battle.laid]
    assert ordered(warriors) == ordered(WARRIOR_DECK)
    assert ordered(actions) == ordered(ACTION_CARDS)
    assert sorted(lands) == sorted(TERRITORIES)
    assert state.fate_ares + state.ares_in_play + state.ares_spent == 6


def assert_hands_in_limits(state: State) -> None:
    for seat, camp in enumerate(state.camps):
        one_more = state.phase is Phase.ACTION_OVERFLOW and seat == state.turn
        assert len(camp.warriors) <= 4
        assert len(camp.actions) <= 4 + one_more
