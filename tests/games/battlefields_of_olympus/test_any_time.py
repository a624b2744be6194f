"""Ambush, Raid, Rally and Scout."""

from __future__ import annotations

from tests.games.battlefields_of_olympus.tables import (
    AMBUSH,
    ARCHERS,
    CAVALRY,
    FOUR,
    HEAVY,
    RAID,
    RALLY,
    SCOUT,
    SWORDSMEN,
    A,
    B,
    C,
    D,
    events_of,
    hand,
    held,
    legal,
    only,
    played,
    put,
    refused,
    table,
    to_act,
)

from sagahall.games.battlefields_of_olympus.events import ReserveShown
from sagahall.games.battlefields_of_olympus.moves import (
    EndTurn,
    Pass,
    PlayAmbush,
    PlayRaid,
    PlayRally,
    PlayScout,
    Refit,
    SwapWarriors,
)
from sagahall.games.battlefields_of_olympus.state import Camp, Phase, State


def ambushed() -> State:
    """Example 18: pile Temple, Meadow; A has played an Ambush, B holds a Scout."""
    return played(table(held(AMBUSH, SCOUT), held(SCOUT), pile=("temple", "meadow_r")), (A, PlayAmbush(B)))


def test_example_18_an_ambush_is_for_the_best_territory_and_the_ambushed_player_acts_first() -> None:
    state = ambushed()
    assert state.battle is not None
    assert (state.battle.attacker, state.battle.stake) == (A, "temple")
    assert to_act(state) == B
    assert state.action_discards == (AMBUSH,)


def test_example_18_a_scout_eliminates_the_ambush() -> None:
    state = played(ambushed(), (B, PlayScout(A)))
    assert state.camps[A].revealed == FOUR
    assert to_act(state) == A
    assert state.battle is not None
    assert state.battle.stake == "temple"


def test_a_scout_of_the_ambusher_is_a_plain_look() -> None:
    state = played(ambushed(), (B, PlayScout(A)), (A, PlayScout(B)))
    assert to_act(state) == A
    assert state.camps[B].revealed == FOUR


def test_a_scout_after_the_first_warrior_does_not_undo_the_ambush() -> None:
    state = played(ambushed(), (B, put(CAVALRY)), (A, put(ARCHERS)), (B, PlayScout(A)))
    assert to_act(state) == B
    assert state.battle is not None
    assert state.battle.line[0].seat == B


def test_an_ambushed_player_may_pass_and_lose() -> None:
    state = played(ambushed(), (B, Pass()))
    assert state.camps[A].territories == ("temple",)
    assert state.pile == ("meadow_r",), "the stake is taken out of the pile"


def test_of_equal_territories_the_ambush_is_for_the_nearest_to_the_top() -> None:
    there = table(held(AMBUSH), held(), pile=("bridge_r", "forest_r", "bridge_b", "forest_g"))
    state = played(there, (A, PlayAmbush(B)))
    assert state.battle is not None
    assert state.battle.stake == "bridge_b"
    assert played(state, (B, Pass())).pile == ("bridge_r", "forest_r", "forest_g")


def test_an_ambush_before_the_main_action_takes_its_place() -> None:
    state = played(ambushed(), (B, Pass()), (B, Refit(FOUR)), (A, Refit(FOUR)))
    assert (state.turn, state.phase) == (B, Phase.MAIN)


def test_an_ambush_after_the_main_action() -> None:
    there = table(held(AMBUSH), held(), pile=("temple",))
    state = played(there, (A, SwapWarriors((ARCHERS,))), (A, PlayAmbush(B)))
    assert to_act(state) == B


def test_an_ambush_needs_a_territory_and_another_player() -> None:
    assert refused(table(held(AMBUSH), held()), A, PlayAmbush(B)) == "empty-pile"
    state = table(held(AMBUSH), held(), pile=("temple",))
    assert refused(state, A, PlayAmbush(A)) == "no-such-opponent"
    assert refused(state, A, PlayAmbush(C)) == "no-such-opponent"
    assert refused(table(held(), held(), pile=("temple",)), A, PlayAmbush(B)) == "not-in-hand"


def test_with_more_players_the_ambusher_names_the_opponent_and_nobody_is_asked() -> None:
    state = table(held(AMBUSH), held(), held(), held(), pile=("temple",))
    assert [move.target for move in legal(state, A, PlayAmbush)] == [B, C, D]
    state = played(state, (A, PlayAmbush(C)))
    assert state.battle is not None
    assert (state.phase, state.battle.defender, to_act(state)) == (Phase.BATTLE, C, C)


def test_a_raid_takes_a_territory_of_another_player() -> None:
    state = table(held(RAID), held(territories=("forest_r", "temple")), held(territories=("bridge_r",)))
    assert [move.territory for move in legal(state, A, PlayRaid)] == ["forest_r", "temple", "bridge_r"]
    state = played(state, (A, PlayRaid("temple")))
    assert [camp.territories for camp in state.camps] == [("temple",), ("forest_r",), ("bridge_r",)]
    assert (state.phase, to_act(state)) == (Phase.MAIN, A), "the main action is still to come"


def test_a_raid_is_refused_where_no_other_player_owns_the_territory() -> None:
    state = table(held(RAID, territories=("temple",)), held(), pile=("forest_r",))
    assert refused(state, A, PlayRaid("temple")) == "not-anothers"
    assert refused(state, A, PlayRaid("forest_r")) == "not-anothers"
    assert refused(state, A, PlayRaid("atlantis")) == "not-anothers"
    assert legal(state, A, PlayRaid) == []


def test_a_rally_draws_onto_the_reserve_then_shows_it() -> None:
    state = table(hand(ARCHERS, actions=(RALLY,), reserve=(HEAVY,)), held(), deck=(SWORDSMEN,))
    assert only(events_of(state, A, PlayRally()), ReserveShown) == ReserveShown(A, 2, (HEAVY, SWORDSMEN))
    state = played(state, (A, PlayRally()), (A, Refit((SWORDSMEN, HEAVY))))
    assert state.camps[A].hand == (HEAVY, SWORDSMEN)
    assert state.camps[A].reserve == (ARCHERS,)
    assert (state.phase, to_act(state)) == (Phase.MAIN, A)


def test_a_rally_without_any_warrior_to_draw_or_to_look_at_is_over_at_once() -> None:
    state = played(table(hand(ARCHERS, actions=(RALLY,)), held(), deck=()), (A, PlayRally()))
    assert state.looking is None


def test_open_warriors_stay_in_the_hand_at_a_rally() -> None:
    state = table(Camp(hand=(ARCHERS,), revealed=(HEAVY,), actions=(RALLY,)), held(), deck=(SWORDSMEN,))
    state = played(state, (A, PlayRally()))
    assert refused(state, A, Refit((ARCHERS, SWORDSMEN))) == "revealed-stay"
    assert all(HEAVY in move.hand for move in legal(state, A, Refit))
    state = played(state, (A, Refit((SWORDSMEN, HEAVY))))
    assert (state.camps[A].revealed, state.camps[A].hand) == ((HEAVY,), (SWORDSMEN,)), "what joins stays secret"
    assert state.camps[A].reserve == (ARCHERS,)


def test_a_scout_outside_a_battle_lasts_until_the_turn_ends() -> None:
    state = played(table(held(SCOUT), held()), (A, PlayScout(B)))
    assert (state.camps[B].revealed, state.camps[B].hand) == (FOUR, ())
    state = played(state, (A, SwapWarriors((ARCHERS,))))
    assert state.camps[B].revealed == FOUR
    state = played(state, (A, EndTurn()))
    assert (state.camps[B].revealed, state.camps[B].hand) == ((), FOUR)


def test_a_scout_before_a_battle_lasts_until_the_battle_ends() -> None:
    there = table(held(SCOUT, AMBUSH), held(), pile=("temple",))
    state = played(there, (A, PlayScout(B)), (A, PlayAmbush(B)))
    assert state.camps[B].revealed == FOUR
    assert played(state, (B, Pass())).camps[B].revealed == ()


def test_a_second_scout_shows_what_has_joined_since() -> None:
    state = table(held(SCOUT), Camp(hand=(SWORDSMEN,), revealed=(ARCHERS,)))
    assert played(state, (A, PlayScout(B))).camps[B].revealed == (ARCHERS, SWORDSMEN)


def test_a_scout_on_an_empty_hand_is_legal() -> None:
    assert played(table(held(SCOUT), Camp()), (A, PlayScout(B))).camps[B].revealed == ()


def test_a_scout_names_another_player() -> None:
    state = table(held(SCOUT), held(), held())
    assert [move.target for move in legal(state, A, PlayScout)] == [B, C]
    assert refused(state, A, PlayScout(A)) == "no-such-opponent"


def test_in_a_battle_a_scout_goes_to_no_third_player() -> None:
    there = table(held(SCOUT, AMBUSH), held(), held(), pile=("temple",))
    state = played(there, (A, PlayAmbush(B)), (B, put(CAVALRY)))
    assert refused(state, A, PlayScout(C)) == "not-the-opponent"
    assert legal(state, A, PlayScout) == [PlayScout(B)]
