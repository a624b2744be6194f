from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.parley.tables import DICE, crown, leave, play, sealing, ship, sword, talking

from sagahall.games.kernel import Detail, IllegalMove, Outcome, Seat, Standing
from sagahall.games.parley.game import PARLEY
from sagahall.games.parley.moves import Accept, Answer, Demand, Move, Offer, Pass, Revealed, Seal, Withdraw
from sagahall.games.parley.state import AnyCard, Envoy, OfSuit, Over, Proposal, Sealing, State, Suit, Talking
from sagahall.match.dice import HmacDice

THREE_SEAL = sealing((crown(1), crown(2)), (sword(7), sword(2)), (ship(3), ship(2)))
PAIR = talking((crown(1), sword(1)), (crown(2), sword(2)))
TRIO = talking((crown(1),), (crown(2),), (crown(3),))
OFFER = Offer(1, 2, OfSuit(Suit.SWORD), "for your eyes")


def test_everybody_gets_two_cards_and_one_card_is_buried() -> None:
    state = PARLEY.initial("standard", {"rounds": 2, "demands": True, "purse": "lean"}, 4)
    for event in PARLEY.setup(state, DICE):
        state = PARLEY.evolve(state, event)

    assert [len(envoy.hand) for envoy in state.envoys] == [2, 2, 2, 2]
    assert state.buried is not None
    assert len(state.stock) == 40 - 8 - 1
    assert PARLEY.to_act(state) == (0, 1, 2, 3)


def test_seats_seal_in_any_order_and_a_sealed_seat_waits() -> None:
    state = play(sealing((crown(1), crown(2)), (sword(1), sword(2))), (1, Seal(sword(2))))

    assert PARLEY.to_act(state) == (0,)
    assert state.envoys[1].sealed == sword(2)
    assert state.envoys[1].hand == (sword(1),)


def test_the_best_sealed_card_wins_two_coins_and_the_first_turn() -> None:
    state = play(THREE_SEAL, (0, Seal(crown(1))), (2, Seal(ship(3))))
    state = play(state, (1, Seal(sword(7))))

    assert [envoy.coins for envoy in state.envoys] == [5, 7, 5]
    assert state.stage == Talking((1, 2, 0))
    assert state.discards == (crown(1), sword(7), ship(3))


def test_of_equal_cards_the_one_of_the_earlier_seat_is_best() -> None:
    state = sealing((crown(4), crown(1)), (sword(4), sword(1)))
    *_, revealed = PARLEY.decide(play(state, (1, Seal(sword(4)))), 0, Seal(crown(4)), DICE)

    assert isinstance(revealed, Revealed)
    assert revealed.winner == 0


def test_a_lone_envoy_has_to_beat_a_card_of_the_stock() -> None:
    state = sealing((crown(5), crown(2)))
    won = set()
    for version in range(40):
        *_, revealed = PARLEY.decide(state, 0, Seal(crown(5)), HmacDice(bytes(32), "parley", version))
        assert isinstance(revealed, Revealed)
        assert revealed.rival in state.stock
        assert (revealed.winner == 0) == (revealed.rival.rank < 5)
        won.add(revealed.winner)

    assert won == {0, None}


def test_a_demand_interrupts_until_it_is_answered() -> None:
    state = play(TRIO, (0, Demand(2, Suit.CROWN)))

    assert PARLEY.to_act(state) == (2,)
    assert refused(state, 0, Pass()) == "unanswered"
    assert refused(state, 1, Pass()) == "unanswered"
    assert refused(state, 1, Answer(None)) == "not-asked"
    assert PARLEY.to_act(play(state, (2, Answer(None)))) == (1,)


def test_a_demand_is_met_with_a_card_of_the_suit_which_then_lies_open() -> None:
    state = play(PAIR, (0, Demand(1, Suit.SWORD)), (1, Answer(sword(2))))

    assert state.envoys[0].gains == (sword(2),)
    assert state.envoys[1].hand == (crown(2),)


@pytest.mark.parametrize(("coins", "cost"), [(5, 1), (1, 1), (0, 0)])
def test_a_refusal_costs_a_coin_of_those_who_have_one(coins: int, cost: int) -> None:
    state = play(talking((crown(1),), (crown(2),), coins=coins), (0, Demand(1, Suit.SHIP)), (1, Answer(None)))

    assert [envoy.coins for envoy in state.envoys] == [coins + cost, coins - cost]


def test_a_seat_that_is_not_to_act_may_offer_and_withdraw() -> None:
    state = play(TRIO, (2, OFFER))
    assert state.proposals == (Proposal(2, 1, 2, OfSuit(Suit.SWORD), "for your eyes"),)
    assert PARLEY.to_act(state) == PARLEY.to_act(TRIO) == (0,)

    assert play(state, (2, Withdraw())).proposals == ()


def test_an_accepted_offer_swaps_coins_and_card() -> None:
    state = play(PAIR, (0, OFFER), (1, Accept(0, sword(2))))

    assert [envoy.coins for envoy in state.envoys] == [3, 7]
    assert state.envoys[0].gains == (sword(2),)
    assert state.proposals == ()


def test_offers_lapse_with_the_round() -> None:
    state = play(PAIR, (0, OFFER), (0, Pass()), (1, Pass()))

    assert state.round == 2
    assert state.stage == Sealing()
    assert state.proposals == ()


def test_hands_are_filled_up_for_the_next_round() -> None:
    state = play(talking((crown(1),), ()), (0, Pass()), (1, Pass()))

    assert [len(envoy.hand) for envoy in state.envoys] == [2, 2]


def test_an_offer_disturbs_its_parties_only_and_a_sealed_card_its_seat_only() -> None:
    (offered,) = PARLEY.decide(TRIO, 0, OFFER, DICE)
    (sealed,) = PARLEY.decide(sealing((crown(1), crown(2)), (sword(1), sword(2))), 1, Seal(sword(1)), DICE)

    assert [PARLEY.disturbs(offered, seat) for seat in range(3)] == [True, True, False]
    assert [PARLEY.disturbs(sealed, seat) for seat in range(2)] == [False, True]


def test_a_leaver_takes_no_turn_and_its_offers_and_those_to_it_lapse() -> None:
    state = play(TRIO, (1, Offer(0, 1, AnyCard(), "")), (2, Offer(1, 1, AnyCard(), "")))
    state = leave(state, 1)

    assert state.stage == Talking((0, 2))
    assert state.proposals == ()
    assert crown(2) in state.stock
    assert state.envoys[1] == Envoy(5, left=True)


@pytest.mark.parametrize("leaver", [0, 1])
def test_a_demand_by_or_to_a_leaver_is_void_and_ends_the_turn(leaver: Seat) -> None:
    state = leave(play(TRIO, (0, Demand(1, Suit.CROWN))), leaver)

    assert state.stage == Talking(tuple(seat for seat in (1, 2) if seat != leaver))


def test_when_the_last_of_the_unsealed_leaves_the_cards_are_revealed() -> None:
    state = play(THREE_SEAL, (0, Seal(crown(1))), (2, Seal(ship(3))))

    assert leave(state, 1).stage == Talking((2, 0))


def test_the_match_ends_after_its_last_round_and_the_suit_of_the_buried_card_counts() -> None:
    state = play(talking((ship(1), crown(1)), (ship(2), ship(3)), (crown(9),), rounds=1), (0, Pass()), (1, Pass()))
    state = play(state, (2, Pass()))

    assert state.stage == Over("last_round")
    assert PARLEY.outcome(state) == Outcome(
        "last_round",
        (
            Standing(1, 1, 9, (Detail("coins", 5), Detail("cards", 2))),
            Standing(0, 2, 7, (Detail("coins", 5), Detail("cards", 1))),
            Standing(2, 3, 5, (Detail("coins", 5), Detail("cards", 0))),
        ),
    )


def test_equal_points_share_a_place_and_leavers_come_last() -> None:
    outcome = PARLEY.outcome(leave(talking((ship(1),), (), (), ()), 0, 1, 2))
    assert outcome is not None

    assert outcome.ending == "all_left"
    assert [(standing.seat, standing.rank) for standing in outcome.standings] == [(3, 1), (0, 2), (1, 2), (2, 2)]


def refused(state: State, seat: Seat, move: Move) -> str:
    with pytest.raises(IllegalMove) as refusal:
        PARLEY.decide(state, seat, move, DICE)
    return refusal.value.rule


SEALING = sealing((crown(1), crown(2)), (sword(1), sword(2)))
ASKED = play(PAIR, (0, Demand(1, Suit.SWORD)))
OFFERED = play(PAIR, (0, OFFER))


@pytest.mark.parametrize(
    ("rule", "state", "seat", "move"),
    [
        ("match-over", leave(PAIR, 1), 0, Pass()),
        ("has-left", leave(TRIO, 1), 1, Pass()),
        ("not-sealing", PAIR, 0, Seal(crown(1))),
        ("already-sealed", play(SEALING, (0, Seal(crown(1)))), 0, Seal(crown(2))),
        ("not-in-hand", SEALING, 0, Seal(sword(1))),
        ("not-talking", SEALING, 0, Pass()),
        ("not-talking", SEALING, 0, OFFER),
        ("not-your-turn", PAIR, 1, Pass()),
        ("not-your-turn", PAIR, 1, Demand(0, Suit.CROWN)),
        ("no-demands", replace(PAIR, demands=False), 0, Demand(1, Suit.CROWN)),
        ("no-such-envoy", PAIR, 0, Demand(0, Suit.CROWN)),
        ("no-such-envoy", PAIR, 0, Demand(2, Suit.CROWN)),
        ("no-such-envoy", PAIR, 0, Demand(-1, Suit.CROWN)),
        ("no-such-envoy", PAIR, 0, Offer(0, 1, AnyCard(), "")),
        ("empty-hand", talking((crown(1),), ()), 0, Demand(1, Suit.CROWN)),
        ("not-asked", PAIR, 1, Answer(None)),
        ("wrong-suit", ASKED, 1, Answer(crown(2))),
        ("not-in-hand", ASKED, 1, Answer(sword(1))),
        ("one-offer", OFFERED, 0, OFFER),
        ("not-your-coins", PAIR, 0, Offer(1, 6, AnyCard(), "")),
        ("not-your-coins", PAIR, 0, Offer(1, 0, AnyCard(), "")),
        ("long-note", PAIR, 0, Offer(1, 1, AnyCard(), "x" * 41)),
        ("unprintable-note", PAIR, 0, Offer(1, 1, AnyCard(), "two\nlines")),
        ("no-offer", PAIR, 0, Withdraw()),
        ("no-offer", OFFERED, 0, Accept(0, sword(1))),
        ("no-offer", PAIR, 1, Accept(-1, sword(2))),
        ("wrong-suit", OFFERED, 1, Accept(0, crown(2))),
        ("not-in-hand", OFFERED, 1, Accept(0, sword(1))),
        ("broke", replace(OFFERED, envoys=(Envoy(1), OFFERED.envoys[1])), 1, Accept(0, sword(2))),
    ],
)
def test_a_refusal_names_its_rule(rule: str, state: State, seat: Seat, move: Move) -> None:
    assert refused(state, seat, move) == rule
