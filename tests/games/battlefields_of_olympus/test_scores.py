"""Points, sets, the end of a match, and the mercenary."""

from __future__ import annotations

import pytest
from tests.games.battlefields_of_olympus.tables import (
    ARCHERS,
    CAVALRY,
    HEAVY,
    PIKEMEN,
    RAID,
    SCOUT,
    SWORDSMEN,
    A,
    B,
    battle,
    events_of,
    hand,
    held,
    left,
    legal,
    only,
    played,
    put,
    refused,
    table,
    to_act,
)

from sagahall.games.battlefields_of_olympus.events import DeckReshuffled, MatchEnded, MercenaryLost, MercenaryTaken
from sagahall.games.battlefields_of_olympus.game import BATTLEFIELDS_OF_OLYMPUS as GAME
from sagahall.games.battlefields_of_olympus.moves import (
    DeclineExtra,
    DrawFate,
    EndTurn,
    Pass,
    PlayRaid,
    PlayScout,
    StartBattle,
    SwapMercenary,
    SwapWarriors,
    TakeMercenary,
)
from sagahall.games.battlefields_of_olympus.scoring import has_colour_group, score
from sagahall.games.battlefields_of_olympus.state import Camp, Phase, State

FORESTS = ("forest_r", "forest_b", "forest_g")
FORTRESSES = ("fortress_r", "fortress_b", "fortress_g")
BRIDGES = ("bridge_r", "bridge_b", "bridge_g")


def test_example_17_three_forests_are_five_points() -> None:
    assert score(FORESTS) == 3 + 2


def test_example_17_a_set_of_fortresses_and_a_forest_are_fifteen_and_one_forest_more_ends_the_match() -> None:
    owned = (*FORTRESSES, "forest_r")
    assert score(owned) == 13 + 2
    state = battle(hand(HEAVY, territories=owned), held(), pile=("forest_b",))
    state = played(state, (A, put(HEAVY)), (B, Pass()))
    assert (state.phase, state.ending) == (Phase.OVER, "points")
    assert score(state.camps[A].territories) == 16
    assert state.looking is None, "no hand is asked for once the match is over"
    assert GAME.to_act(state) == ()


def test_fifteen_points_do_not_end_the_match() -> None:
    state = battle(hand(HEAVY, territories=FORTRESSES), held(), pile=("forest_b",))
    assert played(state, (A, put(HEAVY)), (B, Pass())).phase is Phase.REFIT


def test_wild_territories_never_belong_to_a_set() -> None:
    assert score(("olympus", "temple", "forest_r", "forest_b")) == 6 + 5 + 1 + 1


@pytest.mark.parametrize(
    ("territories", "group"),
    [
        (("bridge_r", "meadow_r", "forest_r"), True),
        (("bridge_r", "meadow_r", "olympus"), True),
        (("bridge_r", "temple", "olympus"), True),
        (("temple", "olympus"), False),
        (("bridge_r", "bridge_b", "bridge_g"), False),
        (("bridge_r", "bridge_b", "olympus"), False),
        ((), False),
    ],
)
def test_olympus_and_temple_count_as_any_colour(territories: tuple[str, ...], group: bool) -> None:
    assert has_colour_group(territories) is group


def ranks(*camps: Camp) -> list[tuple[int, int, int]]:
    """How a match comes out that the sixth Ares ends: seat, place and points."""
    there = table(*camps, ares_spent=5, fate_ares=1, fate_actions=(), fate_territories=())
    outcome = GAME.outcome(played(there, (A, DrawFate())))
    assert outcome is not None
    return [(standing.seat, standing.rank, standing.score) for standing in outcome.standings]


def test_most_points_win() -> None:
    assert ranks(hand(territories=("forest_r",)), hand(territories=("meadow_r",))) == [(1, 1, 2), (0, 2, 1)]


def test_with_equal_points_more_territories_win() -> None:
    two = ("forest_r", "meadow_r")
    assert ranks(hand(territories=("bridge_r",)), hand(territories=two)) == [(1, 1, 3), (0, 2, 3)]


def test_who_is_still_tied_shares_the_victory() -> None:
    camps = (hand(territories=("forest_r",)), hand(territories=("forest_b",)), hand())
    assert ranks(*camps) == [(0, 1, 1), (1, 1, 1), (2, 3, 0)]


def test_a_raid_that_brings_sixteen_points_ends_the_match_at_once() -> None:
    state = table(held(RAID, territories=(*FORTRESSES, "forest_r")), held(territories=("forest_b",)))
    assert only(events_of(state, A, PlayRaid("forest_b")), MatchEnded).ending == "points"


def test_two_players_at_sixteen_are_compared() -> None:
    first, second = ("olympus", *FORTRESSES), ("temple", *BRIDGES, "forest_r")
    assert (score(first), score(second)) == (20, 17)
    there = table(held(RAID, territories=first), held(territories=second))
    outcome = GAME.outcome(played(there, (A, PlayRaid("forest_r"))))
    assert outcome is not None
    assert [(standing.seat, standing.score) for standing in outcome.standings] == [(A, 21), (B, 16)]


def test_the_details_of_a_score_are_its_sets_and_territories() -> None:
    there = table(hand(territories=FORESTS), hand(), ares_spent=5, fate_ares=1, fate_actions=(), fate_territories=())
    outcome = GAME.outcome(played(there, (A, DrawFate())))
    assert outcome is not None
    details = outcome.standings[0].details
    assert [(detail.name, detail.value) for detail in details] == [("set_points", 2), ("territories", 3)]


def test_with_two_players_the_other_wins_when_one_leaves() -> None:
    state = left(table(held(territories=("olympus",)), held()), A)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.ending == "last_seat"
    assert [(standing.seat, standing.rank) for standing in outcome.standings] == [(B, 1), (A, 2)]


# The mercenary

GROUP = ("bridge_r", "meadow_r", "olympus")


def test_example_19_three_of_a_colour_bring_a_mercenary_and_a_raid_takes_it_away() -> None:
    state = table(held(territories=GROUP), held(RAID), deck=(SWORDSMEN, SWORDSMEN))
    assert legal(state, A, TakeMercenary) == [TakeMercenary()]
    assert only(events_of(state, A, TakeMercenary()), MercenaryTaken) == MercenaryTaken(A, SWORDSMEN)
    state = played(state, (A, TakeMercenary()), (A, SwapWarriors((ARCHERS,))), (A, EndTurn()))
    assert (state.turn, state.camps[A].mercenary) == (B, SWORDSMEN)

    assert only(events_of(state, B, PlayRaid("olympus")), MercenaryLost) == MercenaryLost(A, SWORDSMEN)
    raided = played(state, (B, PlayRaid("olympus")))
    assert raided.camps[A].mercenary is None
    assert raided.warrior_discards == (ARCHERS, SWORDSMEN)
    assert [score(camp.territories) for camp in state.camps] == [11, 0]
    assert [score(camp.territories) for camp in raided.camps] == [5, 6]


def test_the_mercenary_stays_while_another_three_of_a_colour_is_left() -> None:
    owned = (*GROUP, "forest_r")
    state = table(held(RAID), held(territories=owned, mercenary=SWORDSMEN))
    assert played(state, (A, PlayRaid("olympus"))).camps[B].mercenary is SWORDSMEN


def test_there_is_one_mercenary_even_for_two_colours() -> None:
    owned = (*GROUP, "forest_b", "meadow_b", "forest_r")
    state = table(held(territories=owned, mercenary=SWORDSMEN), held())
    assert refused(state, A, TakeMercenary()) == "one-mercenary"


def test_a_mercenary_needs_three_of_a_colour_and_a_warrior_to_draw() -> None:
    assert refused(table(held(), held()), A, TakeMercenary()) == "no-colour-group"
    assert refused(table(held(territories=GROUP), held(), deck=()), A, TakeMercenary()) == "no-warriors"
    discards = table(held(territories=GROUP), held(), deck=(), warrior_discards=(SWORDSMEN,))
    assert only(events_of(discards, A, TakeMercenary()), DeckReshuffled).count == 1
    assert played(discards, (A, TakeMercenary())).camps[A].mercenary is SWORDSMEN


def hired(*camps: Camp, **changes: object) -> State:
    """A has Swordsmen as a mercenary."""
    first = hand(ARCHERS, CAVALRY, territories=GROUP, mercenary=SWORDSMEN, actions=(SCOUT,))
    return table(first, *(camps or (held(),)), **changes)


def test_a_swap_lays_the_hand_card_open_and_takes_the_mercenary_in() -> None:
    state = played(hired(), (A, SwapMercenary(ARCHERS)))
    assert (state.camps[A].hand, state.camps[A].mercenary) == ((CAVALRY, SWORDSMEN), ARCHERS)
    assert (state.phase, to_act(state)) == (Phase.MAIN, A), "a swap does not count as a turn"


def test_after_a_swap_another_move_has_to_come_before_the_next() -> None:
    state = played(hired(), (A, SwapMercenary(ARCHERS)))
    assert refused(state, A, SwapMercenary(CAVALRY)) == "just-swapped"
    state = played(state, (A, PlayScout(B)))
    assert played(state, (A, SwapMercenary(CAVALRY))).camps[A].mercenary is CAVALRY


def test_a_mercenary_is_swapped_in_battle_and_before_an_extra_warrior() -> None:
    state = hired(hand(ARCHERS, ARCHERS), pile=("forest_g",))
    state = played(state, (A, StartBattle()), (A, SwapMercenary(CAVALRY)), (A, put(ARCHERS)), (B, put(ARCHERS)))
    state = played(state, (A, SwapMercenary(SWORDSMEN)))
    assert state.camps[A].hand == (CAVALRY,)
    assert state.phase is Phase.BATTLE

    extra = played(hired(hand(CAVALRY), turn=B, pile=("forest_g",)), (B, StartBattle()), (B, put(CAVALRY)))
    extra = played(extra, (A, put(CAVALRY)), (B, Pass()))
    assert extra.phase is Phase.TIE_EXTRA
    extra = played(extra, (A, SwapMercenary(ARCHERS)))
    assert legal(extra, A, object) == [DeclineExtra()], "Swordsmen do not meet Cavalry"


def test_a_mercenary_is_not_played_directly_nor_swapped_without_a_hand_card() -> None:
    state = played(hired(pile=("forest_g",)), (A, StartBattle()))
    assert refused(state, A, put(SWORDSMEN)) == "not-in-hand"
    assert refused(hired(), A, SwapMercenary(SWORDSMEN)) == "not-in-hand"
    empty = table(Camp(territories=GROUP, mercenary=SWORDSMEN), held())
    assert legal(empty, A, SwapMercenary) == []
    assert refused(table(held(), held()), A, SwapMercenary(ARCHERS)) == "no-mercenary"


def test_an_open_warrior_that_is_swapped_out_is_the_open_mercenary() -> None:
    """The mercenary goes in secret."""
    state = table(Camp(hand=(PIKEMEN,), revealed=(ARCHERS,), territories=GROUP, mercenary=SWORDSMEN), held())
    state = played(state, (A, SwapMercenary(ARCHERS)))
    assert (state.camps[A].revealed, state.camps[A].hand) == ((), (PIKEMEN, SWORDSMEN))


def test_a_mercenary_is_no_business_of_a_challenge_or_a_choice_of_hand() -> None:
    state = played(hired(pile=("forest_g",)), (A, StartBattle()), (A, Pass()))
    assert state.looking == A
    assert refused(state, A, SwapMercenary(ARCHERS)) == "hand-first"
