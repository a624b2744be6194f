"""A person can follow a battle, in text and picture."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from tests.games.battlefields_of_olympus.tables import (
    ARCHERS,
    CAVALRY,
    ELITE,
    ENCIRCLE,
    FLANK,
    HEAVY,
    PIKEMEN,
    RALLY,
    SCOUT,
    SKIRMISH,
    SWORDSMEN,
    A,
    B,
    C,
    D,
    battle,
    hand,
    held,
    left,
    played,
    put,
    table,
)

from sagahall.games.battlefields_of_olympus.game import BATTLEFIELDS_OF_OLYMPUS as GAME
from sagahall.games.battlefields_of_olympus.moves import (
    Pass,
    PlayElite,
    PlayFlankAttack,
    PlayRally,
    PlayScout,
    ProposeTrade,
    RefuseChallenge,
    StartBattle,
)
from sagahall.games.battlefields_of_olympus.state import Bundle, State
from sagahall.games.kernel import Seat


def drawn(state: State, viewer: Seat | None) -> list[str]:
    """All words of the picture."""
    root = ET.fromstring(GAME.svg(GAME.view(state, viewer)))
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


def text(state: State, viewer: Seat | None) -> str:
    return " ".join(GAME.text(GAME.view(state, viewer)).split())


def fought() -> State:
    """Heavy Infantry, Cavalry with an eliminated Flank Attack under an Elite; A has to act."""
    camps = hand(HEAVY, actions=(FLANK,)), hand(CAVALRY, PIKEMEN, actions=(ELITE, ENCIRCLE))
    state = battle(*camps, pile=("temple", "meadow_r"), ares_in_play=1, ares_spent=2)
    return played(state, (A, put(HEAVY)), (B, put(CAVALRY)), (A, PlayFlankAttack()), (B, PlayElite()))


def test_a_battle_is_told_with_its_line_its_actions_and_what_has_to_be_met() -> None:
    words = text(fought(), A)
    assert "Battle for Meadow (red) 2: seat 0 (you) attacks seat 1" in words
    assert "1 seat 0 (you) Heavy Infantry 2 seat 1 Cavalry against number 1, Heavy Infantry" in words
    assert "seat 0 (you) Flank Attack (eliminated) seat 1 Elite" in words
    assert "Seat 1 leads: Cavalry has to be beaten or tied." in words
    assert "seat 0 (you) plays on or passes" in words


def test_a_battle_is_drawn_with_the_same_words() -> None:
    words = drawn(fought(), None)
    for expected in ("Heavy Infantry", "Cavalry", "beats", "Flank Attack", "Elite", "Seat 0 (attacks)"):
        assert expected in words
    assert "Seat 1 leads: Cavalry has to be beaten or tied." in words
    assert "You are watching." in words


def test_an_encircle_and_a_tie_are_told() -> None:
    state = played(battle(hand(CAVALRY, actions=(ENCIRCLE,)), held()), (A, put(CAVALRY, ENCIRCLE)))
    assert "Cavalry has to be beaten, a tie is not enough" in text(state, B)
    state = played(battle(hand(CAVALRY), hand(CAVALRY)), (A, put(CAVALRY)), (B, put(CAVALRY)))
    assert "A tie: Cavalry has to be beaten or tied" in text(state, A)
    assert "ties" in drawn(state, A)


def test_a_long_battle_shows_the_newest_warriors_and_the_one_that_was_met() -> None:
    state = battle(hand(*[SWORDSMEN] * 6), hand(*[SWORDSMEN] * 6))
    for _ in range(5):
        state = played(state, (A, put(SWORDSMEN)), (B, put(SWORDSMEN)))
    words = drawn(state, None)
    assert "4 earlier not drawn" in words
    assert words.count("Swordsmen") == 6


def test_the_cards_of_the_viewer_are_explained() -> None:
    state = table(held(SKIRMISH, SCOUT, SCOUT), held(RALLY))
    words = text(state, A)
    assert "Your Warriors: 1 Archers, 1 Cavalry, 1 Heavy Infantry, 1 Pikemen" in words
    assert "Your Actions: 1 Skirmish, 2 Scout" in words
    assert "Skirmish: Take your beaten or tied Warrior back" in words
    assert "Rally:" not in words
    assert "2 Scout" in drawn(state, A)
    assert "Rally" not in drawn(state, A)


def test_a_reserve_is_drawn_while_it_is_looked_at() -> None:
    state = played(table(held(RALLY, reserve=(SWORDSMEN, SWORDSMEN)), held(), deck=(SWORDSMEN,)), (A, PlayRally()))
    assert "Your reserve: 3 Swordsmen" in text(state, A)
    assert {"Your reserve", "x 3"} <= set(drawn(state, A))
    assert "reserve:" not in text(state, B)


def test_open_hands_mercenaries_and_who_has_left_are_shown_to_all() -> None:
    camp = hand(CAVALRY, ARCHERS, territories=("bridge_r", "meadow_r", "olympus"), mercenary=HEAVY)
    state = left(played(table(held(SCOUT), camp, held()), (A, PlayScout(B))), C)
    words = text(state, None)
    assert "lies open: 1 Cavalry, 1 Archers" in words.replace("1 Archers, 1 Cavalry", "1 Cavalry, 1 Archers")
    assert "mercenary: Heavy Infantry" in words
    assert "2 (left)" in words
    assert {"open:", "mercenary:", "Seat 2 (left)"} <= set(drawn(state, None))


def test_challenges_and_proposals_are_told() -> None:
    state = table(held(ELITE), held(), held(), held(), pile=("temple",))
    state = played(state, (A, ProposeTrade(D, Bundle((ELITE,)), Bundle((SCOUT,)))), (A, StartBattle()))
    state = played(state, (B, RefuseChallenge()))
    assert "Challenge for Temple 5: seat 0 attacks; refused: seat 1 (you)" in text(state, B)
    assert "Proposal 1 of seat 0 to seat 3 (you): 1 Elite for 1 Scout" in text(state, D)
    assert "Proposal 1 of seat 0 to seat 3" in drawn(state, C)


def test_the_winner_is_told() -> None:
    state = table(held(territories=("olympus", "temple", "fortress_r")), held(), pile=("forest_r",))
    state = played(state, (A, StartBattle()), (A, put(HEAVY)), (B, Pass()))
    assert "the match is over, enough points are made: seat 0 wins with 16 points" in text(state, None)
    shared = left(table(held(), held(), held()), C)
    assert "seat 0 chooses a main action" in text(shared, None)
