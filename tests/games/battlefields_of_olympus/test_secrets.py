"""Who sees what, to the letter of the table of the specification, section 4."""

from __future__ import annotations

import pytest
from tests.games.battlefields_of_olympus.tables import (
    AMBUSH,
    ARCHERS,
    CAVALRY,
    ELITE,
    FLANK,
    FOUR,
    HEAVY,
    RALLY,
    SCOUT,
    SWORDSMEN,
    A,
    B,
    C,
    D,
    dice,
    events_of,
    hand,
    held,
    only,
    played,
    put,
    started,
    table,
)

from sagahall.games.battlefields_of_olympus.cards import Action, Warrior
from sagahall.games.battlefields_of_olympus.events import (
    ActionGained,
    Event,
    Refitted,
    ReserveShown,
    WarriorDrawn,
    WarriorReserved,
)
from sagahall.games.battlefields_of_olympus.game import BATTLEFIELDS_OF_OLYMPUS as GAME
from sagahall.games.battlefields_of_olympus.moves import (
    DrawFate,
    EndTurn,
    Pass,
    PlayAmbush,
    PlayRally,
    PlayScout,
    ProposeTrade,
    Refit,
    SwapMercenary,
    SwapWarriors,
)
from sagahall.games.battlefields_of_olympus.multisets import contains
from sagahall.games.battlefields_of_olympus.state import Bundle, State
from sagahall.games.kernel import Seat
from sagahall.match.redaction import hidden_fields


def twins(state: State, viewer: Seat | None) -> list[State]:
    """What the match might be as far as the viewer can tell."""
    return [GAME.resample(state, viewer, dice(seed)) for seed in range(12)]


def who_sees(event: Event, field: str, seats: int = 3) -> list[Seat | None]:
    return [viewer for viewer in (*range(seats), None) if field not in hidden_fields(event, viewer)]


def test_a_seat_sees_its_own_hands_and_of_others_the_numbers() -> None:
    state = table(held(ELITE), hand(SWORDSMEN, actions=(FLANK, RALLY), reserve=(HEAVY,)))
    view = GAME.view(state, B)
    assert (view.hand, view.actions) == ((SWORDSMEN,), (FLANK, RALLY))
    assert [(camp.hand_count, camp.reserve_count, camp.action_count) for camp in view.camps] == [(4, 0, 1), (1, 1, 2)]
    spectator = GAME.view(state, None)
    assert (spectator.hand, spectator.actions, spectator.reserve) == ((), (), ())
    assert spectator.camps == view.camps


def test_nobody_sees_a_reserve_its_owner_included() -> None:
    state = table(held(reserve=(SWORDSMEN,)), held())
    assert all(GAME.view(state, viewer).reserve == () for viewer in (A, B, None))
    assert {twin.camps[A].reserve for twin in twins(state, A)} > {(SWORDSMEN,)}


@pytest.mark.parametrize("rally", [True, False])
def test_a_reserve_is_seen_by_its_owner_for_the_decision_only(rally: bool) -> None:
    """By a Rally, and after a battle."""
    there = table(held(RALLY, AMBUSH), held(), pile=("temple",), deck=(SWORDSMEN,) * 9)
    moves = [(A, PlayRally())] if rally else [(A, PlayAmbush(B)), (B, Pass()), (B, Refit(FOUR))]
    state = played(there, *moves)
    assert GAME.view(state, A).reserve == (SWORDSMEN,)
    assert GAME.view(state, B).reserve == GAME.view(state, None).reserve == ()
    assert all(twin.camps[A].reserve == (SWORDSMEN,) for twin in twins(state, A))
    state = played(state, (A, Refit(FOUR)))
    assert GAME.view(state, A).reserve == ()


def test_what_is_drawn_into_the_hand_is_seen_by_its_owner_and_onto_the_reserve_by_nobody() -> None:
    events = events_of(table(hand(ARCHERS), held(), held()), A, SwapWarriors((ARCHERS,)))
    assert who_sees(only(events, WarriorDrawn), "warrior") == [A]
    events = events_of(
        table(held(), held(), held(), fate_territories=("temple",), fate_actions=(), fate_ares=0), A, DrawFate()
    )
    assert who_sees(only(events, WarriorReserved), "warrior") == []
    assert who_sees(only(events, WarriorReserved), "seat") == [A, B, C, None]


def test_a_drawn_action_is_seen_by_its_owner() -> None:
    events = events_of(table(held(), held(), held(), fate_territories=(), fate_ares=0), A, DrawFate())
    assert who_sees(only(events, ActionGained), "action") == [A]


def test_a_look_at_the_reserve_and_the_hand_chosen_are_seen_by_the_owner() -> None:
    """B17: a look is an event, and cannot be forgotten."""
    state = table(held(RALLY), held(), held())
    shown = only(events_of(state, A, PlayRally()), ReserveShown)
    assert who_sees(shown, "warriors") == [A]
    assert who_sees(shown, "count") == [A, B, C, None]
    chosen = only(events_of(played(state, (A, PlayRally())), A, Refit(FOUR)), Refitted)
    assert who_sees(chosen, "hand") == [A]
    assert who_sees(chosen, "hand_count") == [A, B, C, None]


def test_the_deal_is_seen_by_nobody_but_for_the_own_hand() -> None:
    empty = GAME.initial("standard", {}, 3)
    for event in GAME.setup(empty, dice()):
        if isinstance(event, WarriorDrawn):
            assert who_sees(event, "warrior") == [event.seat]
        if isinstance(event, WarriorReserved):
            assert who_sees(event, "warrior") == []


def test_a_scout_shows_a_hand_to_everybody_until_the_turn_ends() -> None:
    state = played(table(held(SCOUT), held(), held()), (A, PlayScout(B)))
    for viewer in (A, B, C, None):
        assert GAME.view(state, viewer).camps[B].revealed == FOUR
    assert all(twin.camps[B].revealed == FOUR for twin in twins(state, C))
    state = played(state, (A, SwapWarriors((ARCHERS,))), (A, EndTurn()))
    for viewer in (A, B, C, None):
        assert GAME.view(state, viewer).camps[B].revealed == ()
    assert len({twin.camps[B].hand for twin in twins(state, C)}) > 1
    assert GAME.view(state, B).hand == FOUR


def test_what_joins_an_open_hand_stays_secret() -> None:
    there = table(
        held(SCOUT, AMBUSH, reserve=(SWORDSMEN,)), hand(CAVALRY, actions=(RALLY,)), deck=(HEAVY,), pile=("temple",)
    )
    state = played(there, (A, PlayScout(B)), (A, PlayAmbush(B)), (B, PlayRally()), (B, Refit((CAVALRY, HEAVY))))
    assert GAME.view(state, A).camps[B].revealed == (CAVALRY,)
    assert GAME.view(state, A).camps[B].hand_count == 2
    assert {twin.camps[B].hand for twin in twins(state, A)} > {(HEAVY,)}


@pytest.mark.parametrize("viewer", [A, B, C, D, None])
def test_a_viewer_knows_his_own_cards_and_nothing_of_the_decks_and_others(viewer: Seat | None) -> None:
    state = started(4)
    hidden = {
        (seat, zone): {getattr(twin.camps[seat], zone) for twin in twins(state, viewer)}
        for seat in range(4)
        for zone in ("hand", "reserve")
    }
    for (seat, zone), possible in hidden.items():
        known = seat == viewer and zone == "hand"
        assert (len(possible) == 1) == known
    assert len({twin.deck for twin in twins(state, viewer)}) > 1


def test_actions_of_others_may_be_any_that_are_not_discarded_nor_ones_own() -> None:
    state = table(held(*(action for action in Action if action is not ELITE)), held(ELITE, ELITE), action_discards=())
    seen = [twin.camps[B].actions for twin in twins(state, A)]
    assert len(set(seen)) > 1
    assert {twin.camps[A].actions for twin in twins(state, A)} == {state.camps[A].actions}
    assert all(len(actions) == 2 for actions in seen)


def test_what_is_offered_to_a_seat_is_known_to_be_in_the_others_hand() -> None:
    give = Bundle((ELITE,), (SWORDSMEN,), ())
    there = table(held(), hand(SWORDSMEN, ARCHERS, actions=(ELITE, FLANK)), held())
    state = played(there, (B, ProposeTrade(A, give, Bundle((SCOUT,)))))
    for twin in twins(state, A):
        assert ELITE in twin.camps[B].actions
        assert SWORDSMEN in twin.camps[B].hand
        assert twin.proposals == state.proposals
    bystander = twins(state, C)
    assert len({twin.proposals for twin in bystander}) > 1
    for twin in bystander:
        (proposal,) = twin.proposals
        assert contains(twin.camps[B].actions, proposal.give.actions)
        assert contains(twin.camps[B].warriors, proposal.give.warriors)


def test_a_warrior_taken_back_or_swapped_in_is_secret_again() -> None:
    group = ("bridge_b", "meadow_b", "forest_b")
    there = table(held(territories=group, mercenary=SWORDSMEN), held())
    state = played(there, (A, SwapMercenary(HEAVY)))
    assert GAME.view(state, B).camps[A].mercenary is HEAVY
    assert not all(SWORDSMEN in twin.camps[A].hand for twin in twins(state, B))


def test_discards_are_public() -> None:
    state = played(table(held(), held()), (A, SwapWarriors((ARCHERS,))))
    for viewer in (A, B, None):
        assert GAME.view(state, viewer).warrior_discards == (ARCHERS,)


def test_the_battle_line_is_public() -> None:
    there = table(held(AMBUSH), hand(CAVALRY), pile=("temple",))
    state = played(there, (A, PlayAmbush(B)), (B, put(CAVALRY)))
    for viewer in (A, B, None):
        seen = GAME.view(state, viewer).battle
        assert seen is not None
        assert [(placed.seat, placed.warrior) for placed in seen.line] == [(B, Warrior.CAVALRY)]
