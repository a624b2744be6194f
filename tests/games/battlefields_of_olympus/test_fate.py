"""Fate cards, and one Action too many."""

from __future__ import annotations

from tests.games.battlefields_of_olympus.tables import (
    AMBUSH,
    ARCHERS,
    ELITE,
    FLANK,
    FOUR,
    PIKEMEN,
    RAID,
    RALLY,
    SCOUT,
    A,
    B,
    events_of,
    fate,
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

from sagahall.games.battlefields_of_olympus.events import (
    ActionGained,
    FateDrawn,
    MatchEnded,
    TerritoryFound,
    WarriorReserved,
)
from sagahall.games.battlefields_of_olympus.events_battle import BattleBegun
from sagahall.games.battlefields_of_olympus.game import BATTLEFIELDS_OF_OLYMPUS as GAME
from sagahall.games.battlefields_of_olympus.moves import (
    DiscardAction,
    DrawFate,
    EndTurn,
    Pass,
    PlayAmbush,
    PlayRaid,
    PlayRally,
    PlayScout,
    Refit,
)
from sagahall.games.battlefields_of_olympus.multisets import ordered
from sagahall.games.battlefields_of_olympus.state import Fate, Phase, State


def test_example_14_a_territory_without_an_ares_brings_the_drawer_a_warrior() -> None:
    state = table(held(RALLY), held(), **fate("forest_r"))
    events = events_of(state, A, DrawFate())
    assert [type(event) for event in events] == [FateDrawn, TerritoryFound, WarriorReserved]
    state = played(state, (A, DrawFate()))
    assert state.pile == ("forest_r",)
    assert [len(camp.reserve) for camp in state.camps] == [1, 0]
    assert state.phase is Phase.AFTER_MAIN
    state = played(state, (A, PlayRally()), (A, Refit(FOUR)), (A, EndTurn()))
    assert (state.turn, state.phase) == (B, Phase.MAIN)


def test_a_warrior_drawn_with_room_in_hand_joins_the_hand() -> None:
    state = played(table(hand(ARCHERS), held(), **fate("forest_r")), (A, DrawFate()))
    assert (len(state.camps[A].hand), len(state.camps[A].reserve)) == (2, 0)


def test_example_15_a_territory_with_an_ares_in_play_starts_a_battle() -> None:
    state = table(held(), held(), ares_in_play=1, ares_spent=2, **fate("forest_r", ares=1))
    state = next(after for seed in range(20) if (after := played(state, (A, DrawFate()), seed=seed)).pile)
    assert state.battle is not None
    assert (state.battle.stake, state.battle.attacker, to_act(state)) == ("forest_r", A, A)
    state = played(state, (A, Pass()))
    assert (state.ares_in_play, state.ares_spent) == (0, 3)


def test_an_ares_with_a_territory_in_the_pile_starts_a_battle_for_the_top_one() -> None:
    state = table(held(), held(), pile=("temple", "forest_r"), **fate(ares=1))
    events = events_of(state, A, DrawFate())
    assert only(events, FateDrawn).fate is Fate.ARES
    assert only(events, BattleBegun) == BattleBegun(A, B, "forest_r", A, ambush=False)
    assert only(events, WarriorReserved).seat == A


def test_ares_wait_for_the_next_territory_and_are_all_spent_by_its_battle() -> None:
    state = table(held(), held(), ares_in_play=1, fate_ares=1, fate_territories=("forest_r",), fate_actions=())
    state = next(after for seed in range(20) if not (after := played(state, (A, DrawFate()), seed=seed)).pile)
    assert (state.ares_in_play, state.battle, state.phase) == (2, None, Phase.AFTER_MAIN)
    state = played(state, (A, EndTurn()), (B, DrawFate()), (B, Pass()))
    assert (state.ares_in_play, state.ares_spent) == (0, 2)
    assert state.camps[A].territories == ("forest_r",)


def test_example_16_the_sixth_ares_with_an_empty_pile_ends_the_match() -> None:
    state = table(held(), held(territories=("forest_r",)), ares_spent=5, **fate(ares=1))
    events = events_of(state, A, DrawFate())
    assert only(events, MatchEnded).ending == "ares"
    outcome = GAME.outcome(played(state, (A, DrawFate())))
    assert outcome is not None
    assert [(standing.seat, standing.rank, standing.score) for standing in outcome.standings] == [(B, 1, 1), (A, 2, 0)]


def test_the_sixth_ares_ends_the_match_after_the_battle_that_it_starts() -> None:
    state = played(table(held(), held(), pile=("forest_r",), ares_spent=5, **fate(ares=1)), (A, DrawFate()))
    assert state.phase is Phase.BATTLE
    state = played(state, (A, put(PIKEMEN)), (B, Pass()))
    assert (state.phase, state.ending) == (Phase.OVER, "ares")
    assert state.camps[A].territories == ("forest_r",)
    assert state.looking is None, "no hand is asked for once the match is over"


def test_an_action_joins_the_hand() -> None:
    state = table(held(), held(), **fate(action=SCOUT))
    assert only(events_of(state, A, DrawFate()), ActionGained) == ActionGained(A, SCOUT)
    state = played(state, (A, DrawFate()))
    assert state.camps[A].actions == (SCOUT,)
    assert state.phase is Phase.AFTER_MAIN


# One Action too many


def overflowing(*, owned: tuple[str, ...] = ("forest_r",), pile: tuple[str, ...] = ()) -> State:
    """A holds four Actions and has drawn a Raid."""
    there = table(
        held(ELITE, FLANK, SCOUT, AMBUSH), held(territories=owned), pile=pile, **fate(action=RAID)
    )  # fmt: skip
    return played(there, (A, DrawFate()))


def test_example_24_one_of_five_actions_is_discarded() -> None:
    state = overflowing()
    assert state.phase is Phase.ACTION_OVERFLOW
    assert {move.card for move in legal(state, A, DiscardAction)} == {ELITE, FLANK, SCOUT, AMBUSH, RAID}
    assert refused(state, A, EndTurn()) == "wrong-phase"
    assert refused(state, A, DiscardAction(RALLY)) == "not-in-hand"
    state = played(state, (A, DiscardAction(RAID)))
    assert state.camps[A].actions == ordered((ELITE, FLANK, SCOUT, AMBUSH))
    assert (state.phase, state.action_discards) == (Phase.AFTER_MAIN, (RAID,))


def test_example_24_a_raid_may_be_played_at_once_if_an_opponent_owns_a_territory() -> None:
    state = played(overflowing(), (A, PlayRaid("forest_r")))
    assert state.camps[A].territories == ("forest_r",)
    assert (state.phase, len(state.camps[A].actions)) == (Phase.AFTER_MAIN, 4)
    assert legal(overflowing(owned=()), A, PlayRaid) == []


def test_example_24_any_other_playable_card_may_be_played_too() -> None:
    state = played(overflowing(), (A, PlayScout(B)))
    assert (state.phase, state.camps[B].revealed) == (Phase.AFTER_MAIN, FOUR)
    assert refused(overflowing(), A, PlayAmbush(B)) == "empty-pile"
    state = played(overflowing(pile=("temple",)), (A, PlayAmbush(B)))
    assert (state.phase, to_act(state)) == (Phase.BATTLE, B)


def test_a_rally_in_the_overflow_is_finished_before_the_turn_goes_on() -> None:
    there = table(held(ELITE, FLANK, SCOUT, RALLY), held(), **fate(action=RAID))
    state = played(there, (A, DrawFate()), (A, PlayRally()))
    assert state.looking == A
    state = played(state, (A, Refit(FOUR)))
    assert state.phase is Phase.AFTER_MAIN
