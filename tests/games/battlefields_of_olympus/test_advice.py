"""The bot wins, and sees no more than its seat."""

from __future__ import annotations

import random

from tests.games.battlefields_of_olympus.tables import (
    ARCHERS,
    CAVALRY,
    ELITE,
    FLANK,
    HEAVY,
    PIKEMEN,
    RAID,
    SCOUT,
    SKIRMISH,
    SWORDSMEN,
    A,
    B,
    battle,
    dice,
    fold,
    hand,
    held,
    played,
    put,
    started,
    table,
    to_act,
)

from sagahall.games.battlefields_of_olympus.game import BATTLEFIELDS_OF_OLYMPUS as GAME
from sagahall.games.battlefields_of_olympus.moves import (
    AcceptTrade,
    DeclineExtra,
    DiscardAction,
    DrawFate,
    Move,
    Pass,
    PlayFlankAttack,
    PlayRaid,
    ProposeTrade,
    RejectTrade,
    TakeMercenary,
)
from sagahall.games.battlefields_of_olympus.state import Bundle, State
from sagahall.games.kernel import Seat


def advice(state: State) -> Move:
    seat = to_act(state)
    return GAME.advise(GAME.view(state, seat), GAME.legal_moves(state, seat), dice())


def winner(seed: int, bot: Seat) -> int:
    """Who wins a match of the bot against random moves; -1 if they share the first place."""
    rng, state, version = random.Random(seed), started(2, seed), 1
    while GAME.to_act(state):
        version += 1
        seat = to_act(state)
        move = advice(state) if seat == bot else rng.choice(GAME.legal_moves(state, seat))
        state = fold(state, GAME.decide(state, seat, move, dice(version)))
    outcome = GAME.outcome(state)
    assert outcome is not None
    first, second = outcome.standings
    return first.seat if second.rank > 1 else -1


def test_the_bot_beats_random_moves() -> None:
    """Of 200 matches it has to win 160 at least; here are 16 of them."""
    wins = sum(winner(seed, seed % 2) == seed % 2 for seed in range(16))
    assert wins >= 13


def test_the_bot_takes_what_costs_nothing_and_wins() -> None:
    tied = battle(hand(CAVALRY), hand(CAVALRY, CAVALRY, ARCHERS))
    tied = played(tied, (A, put(CAVALRY)), (B, put(CAVALRY)), (A, Pass()))
    assert advice(tied) not in (DeclineExtra(), put(ARCHERS))


def test_the_bot_takes_a_mercenary() -> None:
    assert advice(table(held(territories=("bridge_r", "meadow_r", "olympus")), held())) == TakeMercenary()


def test_the_bot_raids_the_territory_that_wins() -> None:
    rich = ("olympus", "temple", "meadow_r")
    state = table(held(RAID, territories=rich), held(territories=("forest_r", "bridge_r")))
    assert advice(state) == PlayRaid("bridge_r")


def test_the_bot_plays_the_warrior_that_cannot_be_answered() -> None:
    """B's open hand has no answer to Heavy Infantry."""
    state = battle(hand(HEAVY, PIKEMEN, actions=(SCOUT,)), hand(revealed=(SWORDSMEN, ARCHERS)), pile=("olympus",))
    assert advice(state) == put(HEAVY)


def test_the_bot_reverses_a_result_rather_than_lose_a_good_territory() -> None:
    state = battle(hand(HEAVY, actions=(FLANK,)), hand(CAVALRY, SWORDSMEN), pile=("temple",))
    state = played(state, (A, put(HEAVY)), (B, put(CAVALRY)))
    assert advice(state) == PlayFlankAttack()


def test_the_bot_draws_when_there_is_nothing_better() -> None:
    assert advice(table(hand(ARCHERS, ARCHERS, HEAVY, HEAVY), held())) == DrawFate()


def test_the_bot_discards_the_action_that_is_worth_least() -> None:
    there = table(held(RAID, ELITE, FLANK, SKIRMISH), held(), fate_actions=(ELITE,), fate_ares=0, fate_territories=())
    assert advice(played(there, (A, DrawFate()))) == DiscardAction(SKIRMISH)


def test_the_bot_accepts_a_trade_that_gives_more_than_it_takes() -> None:
    def offered(give: Bundle, want: Bundle) -> State:
        return played(table(held(), held(ELITE, territories=("temple",)), held()), (B, ProposeTrade(A, give, want)))

    pikemen = Bundle(warriors=(PIKEMEN,))
    generous = offered(Bundle(territories=("temple",)), pikemen)
    assert advice(generous) == AcceptTrade(1, pikemen)
    assert not isinstance(
        advice(offered(Bundle(warriors=(PIKEMEN,)), Bundle(warriors=(HEAVY,)))), AcceptTrade | RejectTrade
    )
