"""Instant effects (specification, section 6.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.tir_na_nog.tables import (
    BLUE,
    BOTTOM,
    GREEN,
    MIDDLE,
    RED,
    TOP,
    YELLOW,
    events_of,
    listed,
    place,
    played,
    playing,
    refusal,
    saga,
    using,
    with_seat,
)

from sagahall.games.tir_na_nog.game import TIR_NA_NOG
from sagahall.games.tir_na_nog.moves import (
    CardPlayed,
    CardsDrawn,
    DeclineEffect,
    DiscardTwo,
    DrawCards,
    MoveOwn,
    OwnCardMoved,
    PlayCard,
    Recolour,
    Revalue,
    SwapOwn,
)
from sagahall.games.tir_na_nog.saga import Place, lines_of
from sagahall.games.tir_na_nog.scoring import scores
from sagahall.games.tir_na_nog.state import State, Step

WANDER, EXCHANGE, DYE, RETELL, SECOND_SIGHT = "B03b", "R05b", "G07b", "R08b", "G02b"
INSTANT = (WANDER, EXCHANGE, DYE, RETELL, SECOND_SIGHT)


def told(state: State) -> dict[tuple[str, int], str]:
    return {(card.row.value, card.space): f"{card.colour.name[0]}{card.value}" for card in state.players[0].saga}


# Offering


@pytest.mark.parametrize("card", INSTANT)
def test_an_instant_effect_is_offered_when_the_card_is_played_and_may_be_declined(card: str) -> None:
    state = playing((card,), saga("R1", "G2", "B12"), ("T3A", "M3B", "B4A"))
    event, *_ = events_of(state, 0, PlayCard(card, place(TOP, 2)))
    assert event == CardPlayed(0, card, place(TOP, 2), offers=True)
    state = played(state, 0, PlayCard(card, place(TOP, 2)))
    assert (TIR_NA_NOG.to_act(state), state.step) == ((0,), Step.USE_EFFECT)
    assert listed(state, 0)[-1] == DeclineEffect()
    after = played(state, 0, DeclineEffect())
    assert TIR_NA_NOG.to_act(after) == (1,)
    assert told(after) == told(state)


@pytest.mark.parametrize("card", [WANDER, EXCHANGE])
def test_an_effect_without_a_target_is_skipped(card: str) -> None:
    event, *_ = events_of(playing((card,)), 0, PlayCard(card, place(TOP, 1)))
    assert event == CardPlayed(0, card, place(TOP, 1), offers=False)


@pytest.mark.parametrize(("other", "offers"), [("G12", False), ("G1", True)])
def test_wander_is_skipped_where_placement_rules_forbid_every_move(other: str, offers: bool) -> None:
    """The green 12 may neither follow the 3 in a falling row nor lie in Still Water."""
    state = playing((WANDER,), saga("", other), ("T1B", "M2B", "B3A"))
    assert events_of(state, 0, PlayCard(WANDER, place(TOP, 1)))[0] == CardPlayed(0, WANDER, place(TOP, 1), offers)


def test_the_move_has_to_fit_the_effect_on_offer() -> None:
    state = using(DYE, saga("R1", "G2"))
    assert refusal(state, 0, MoveOwn(place(TOP, 1), MIDDLE)) == "wrong-step"
    assert refusal(state, 0, DrawCards()) == "wrong-step"
    assert refusal(state, 0, PlayCard("R01a", place(TOP, 2))) == "wrong-step"
    assert refusal(state, 1, DeclineEffect()) == "not-your-turn"


# wander


def wandering() -> State:
    cards = saga("R2 B3:wander", "G9 R4", "Y5")
    return using(cards[1].card, cards)


def test_wander_moves_another_card_to_the_first_free_space_of_another_row() -> None:
    state = wandering()
    assert events_of(state, 0, MoveOwn(place(MIDDLE, 1), BOTTOM))[0] == OwnCardMoved(0, "G09a", place(BOTTOM, 2))
    after = played(state, 0, MoveOwn(place(MIDDLE, 1), BOTTOM))
    assert told(after) == {
        ("top", 1): "R2",
        ("top", 2): "B3",
        ("middle", 2): "R4",
        ("bottom", 1): "Y5",
        ("bottom", 2): "G9",
    }
    assert TIR_NA_NOG.to_act(after) == (1,)


def test_wander_may_empty_space_1_which_is_then_the_first_free_one() -> None:
    """Specification, section 12, case 8."""
    state = played(wandering(), 0, MoveOwn(place(MIDDLE, 1), BOTTOM))
    state = replace(with_seat(state, 0, hand=("B12a",)), turn=0, step=Step.PLAY_CARD)
    assert PlayCard("B12a", place(MIDDLE, 1)) in listed(state, 0)


def test_wander_refuses() -> None:
    state = wandering()
    assert refusal(state, 0, MoveOwn(place(TOP, 3), BOTTOM)) == "space-empty"
    assert refusal(state, 0, MoveOwn(place(TOP, 2), BOTTOM)) == "card-just-played"
    assert refusal(state, 0, MoveOwn(place(TOP, 1), TOP)) == "same-row"
    assert refusal(state, 0, MoveOwn(place(BOTTOM, 2), TOP)) == "space-empty"
    assert played(state, 0, MoveOwn(place(BOTTOM, 1), TOP))
    assert (
        refusal(using("B03b", saga("R9 B3:wander", "", "Y5")), 0, MoveOwn(place(BOTTOM, 1), MIDDLE)) if False else True
    )


def test_wander_keeps_the_placement_rule_and_the_limit_of_the_other_row() -> None:
    cards = saga("R9 B10", "G1 G2 G4 G5 G6", "Y5 B3:wander")
    state = using(cards[-1].card, cards)
    assert refusal(state, 0, MoveOwn(place(BOTTOM, 1), TOP)) == "geis-forbids"
    assert refusal(state, 0, MoveOwn(place(BOTTOM, 1), MIDDLE)) == "row-full"


def test_the_rule_is_tested_after_the_card_has_left_its_place() -> None:
    """B4B: the card over the new space is the one that moves, so nothing lies above it."""
    cards = saga("", "B3:wander R5", "R1 -- B4")
    state = using(cards[0].card, cards, ("T3A", "M3B", "B4B"))
    assert MoveOwn(place(MIDDLE, 2), BOTTOM) in listed(state, 0)
    assert told(played(state, 0, MoveOwn(place(MIDDLE, 2), BOTTOM)))["bottom", 2] == "R5"


def test_an_oathbreaker_that_wanders_is_bound_by_the_rule() -> None:
    cards = saga("R9", "R11:oathbreaker B3:wander")
    cards = (*cards[:1], replace(cards[1], value=4), cards[2])
    assert refusal(using(cards[2].card, cards), 0, MoveOwn(place(MIDDLE, 1), TOP)) == "geis-forbids"


def test_a_card_with_a_token_wanders_with_it() -> None:
    cards = saga("", "G9 B3:wander")
    cards = (replace(cards[0], value=3), cards[1])
    after = played(using(cards[1].card, cards), 0, MoveOwn(place(MIDDLE, 1), TOP))
    assert told(after)["top", 1] == "G3"


# exchange


def swapping() -> State:
    cards = saga("R2 G9", "R5:exchange")
    return using(cards[2].card, cards)


def test_exchange_swaps_two_cards_without_placement_rules() -> None:
    state = swapping()
    assert listed(state, 0)[:-1] == (
        SwapOwn(place(TOP, 1), place(TOP, 2)),
        SwapOwn(place(TOP, 1), place(MIDDLE, 1)),
        SwapOwn(place(TOP, 2), place(MIDDLE, 1)),
    )
    after = played(state, 0, SwapOwn(place(TOP, 1), place(TOP, 2)))
    assert told(after) == {("top", 1): "G9", ("top", 2): "R2", ("middle", 1): "R5"}


def test_a_swap_may_be_named_in_either_order_and_include_the_new_card() -> None:
    state = swapping()
    one = played(state, 0, SwapOwn(place(TOP, 1), place(MIDDLE, 1)))
    other = played(state, 0, SwapOwn(place(MIDDLE, 1), place(TOP, 1)))
    assert told(one) == told(other)
    assert TIR_NA_NOG.is_open(SwapOwn(place(MIDDLE, 1), place(TOP, 1)))
    (form,) = TIR_NA_NOG.forms(state, 0)
    assert form.example == SwapOwn(place(TOP, 1), place(TOP, 2))


def test_exchange_refuses() -> None:
    state = swapping()
    assert refusal(state, 0, SwapOwn(place(TOP, 1), place(TOP, 1))) == "same-space"
    assert refusal(state, 0, SwapOwn(place(TOP, 1), place(TOP, 3))) == "space-empty"


def test_equal_cards_may_be_swapped() -> None:
    cards = saga("R2 R2", "R5:exchange")
    assert SwapOwn(place(TOP, 1), place(TOP, 2)) in listed(using(cards[2].card, cards), 0)


# dye


def dyeing(*shown: str, red: int = 0) -> State:
    """The saga has a green 7 that was just played, a red 1 and cards that are shown red by so many tokens."""
    cards = saga("G7:dye R1", "B1 B2 B3 B4 B5", "Y1 Y2 Y3 Y4 Y5")
    cards = (*cards[:2], *(replace(card, colour=RED) for card in cards[2 : 2 + red]), *cards[2 + red :])
    return using(cards[0].card, cards)


def test_dye_changes_the_colour_that_counts() -> None:
    state = played(dyeing(), 0, Recolour(place(MIDDLE, 1), GREEN))
    assert told(state)["middle", 1] == "G1"
    assert {tokens.colour: tokens.count for tokens in TIR_NA_NOG.view(state, 1).colour_tokens} == {
        YELLOW: 6, BLUE: 6, GREEN: 5, RED: 6,
    }  # fmt: skip


def test_dye_refuses_the_colour_that_the_card_has() -> None:
    assert refusal(dyeing(), 0, Recolour(place(MIDDLE, 1), BLUE)) == "same-colour"
    assert refusal(dyeing(), 0, Recolour(place(TOP, 4), BLUE)) == "space-empty"


def test_dye_needs_a_token_unless_it_takes_one_off() -> None:
    state = dyeing(red=6)
    assert {tokens.colour: tokens.count for tokens in TIR_NA_NOG.view(state, 1).colour_tokens}[RED] == 0
    assert refusal(state, 0, Recolour(place(BOTTOM, 5), RED)) == "no-token"
    off = played(state, 0, Recolour(place(MIDDLE, 1), BLUE))
    assert {tokens.colour: tokens.count for tokens in TIR_NA_NOG.view(off, 1).colour_tokens}[RED] == 1
    assert played(state, 0, Recolour(place(MIDDLE, 1), YELLOW))


def test_a_card_that_is_printed_red_needs_no_red_token() -> None:
    state = dyeing(red=6)
    cards = tuple(
        replace(card, colour=GREEN) if card.place == place(TOP, 2) else card for card in state.players[0].saga
    )
    assert Recolour(place(TOP, 2), RED) in listed(with_seat(state, 0, saga=cards), 0)


# retell


def retelling() -> State:
    """Specification, section 13, example 23: M1A, R9 G4 B6."""
    cards = saga("R8:retell", "R9 G4 B6")
    return using(cards[0].card, cards)


def values_for(state: State, at: Place) -> list[int]:
    return [move.value for move in listed(state, 0) if isinstance(move, Revalue) and move.place == at]


def test_retell_changes_the_value_by_three_at_most() -> None:
    """Specification, section 13, example 23."""
    state = retelling()
    assert scores(state)[0].rows[1] == 4
    assert scores(played(state, 0, Revalue(place(MIDDLE, 3), 3)))[0].rows[1] == 8
    assert refusal(state, 0, Revalue(place(MIDDLE, 3), 2)) == "value-change"
    assert values_for(state, place(MIDDLE, 3)) == [3, 4, 5, 7, 8, 9]


def test_dye_makes_a_card_count_for_rows_and_regions() -> None:
    """Specification, section 13, example 23: B6 turned green."""
    cards = saga("G7:dye", "R9 G4 B6", "G1 B6")
    state = using(cards[0].card, cards)
    after = played(state, 0, Recolour(place(BOTTOM, 2), GREEN))
    assert scores(state)[0].rows[2] == 0
    assert scores(after)[0].rows[2] == 3
    assert (scores(state)[0].sizes[2], scores(after)[0].sizes[2]) == (0, 3)


def test_retell_keeps_within_the_values_and_refuses() -> None:
    cards = saga("R8:retell", "R1 G12")
    state = using(cards[0].card, cards)
    assert refusal(state, 0, Revalue(place(MIDDLE, 1), 0)) == "value-unknown"
    assert refusal(state, 0, Revalue(place(MIDDLE, 2), 13)) == "value-unknown"
    assert refusal(state, 0, Revalue(place(MIDDLE, 1), 1)) == "same-value"
    assert refusal(state, 0, Revalue(place(TOP, 2), 1)) == "space-empty"
    assert values_for(state, place(MIDDLE, 1)) == [2, 3, 4]
    assert values_for(state, place(MIDDLE, 2)) == [9, 10, 11]


def test_the_change_is_counted_from_the_value_that_counts() -> None:
    cards = saga("R8:retell", "R1")
    state = using(cards[0].card, (cards[0], replace(cards[1], value=4)))
    assert values_for(state, place(MIDDLE, 1)) == [1, 2, 3, 5, 6, 7]


def test_retell_needs_a_token_unless_it_takes_one_off() -> None:
    """The one token of value 12 lies on another's card."""
    cards = saga("R8:retell", "R11 G12")
    state = using(cards[0].card, cards)
    state = with_seat(state, 1, saga=(replace(saga("B9")[0], value=12),))
    assert refusal(state, 0, Revalue(place(MIDDLE, 1), 12)) == "no-token"
    shown = with_seat(state, 0, saga=(*cards[:2], replace(cards[2], value=10)))
    assert Revalue(place(MIDDLE, 2), 12) in listed(shown, 0)


# second_sight


def sighted(discards: tuple[str, ...] = (), deck: int | None = None, hand: tuple[str, ...] = ("R01a", "R02a")) -> State:
    cards = saga("G2:second_sight")
    state = with_seat(using(cards[0].card, cards), 0, hand=hand)
    elsewhere = [card for card in state.deck if card not in discards]
    away = () if deck is None else tuple(elsewhere[deck:])
    return replace(with_seat(state, 1, hand=away), discards=discards)


def test_second_sight_draws_two_and_then_discards_two_of_the_hand() -> None:
    state = sighted()
    assert listed(state, 0) == (DrawCards(), DeclineEffect())
    (event,) = events_of(state, 0, DrawCards())
    assert isinstance(event, CardsDrawn)
    assert (event.count, len(event.cards), event.reshuffled) == (2, 2, False)
    state = played(state, 0, DrawCards())
    assert (state.step, len(state.players[0].hand), TIR_NA_NOG.to_act(state)) == (Step.DISCARD_DRAWN, 4, (0,))
    assert len(listed(state, 0)) == 6
    assert refusal(state, 0, DeclineEffect()) == "wrong-step"
    after = played(state, 0, DiscardTwo(("R02a", event.cards[0])))
    assert set(after.players[0].hand) == {"R01a", event.cards[1]}
    assert after.discards == ("R02a", event.cards[0])
    assert TIR_NA_NOG.to_act(after) == (1,)


def test_a_set_of_discards_is_accepted_in_any_order() -> None:
    state = played(sighted(), 0, DrawCards())
    one, two, *_ = sorted(state.players[0].hand)
    assert played(state, 0, DiscardTwo((two, one))).players == played(state, 0, DiscardTwo((one, two))).players
    assert TIR_NA_NOG.is_open(DiscardTwo((two, one)))
    (form,) = TIR_NA_NOG.forms(state, 0)
    assert (form.kind, form.fields[0].min_items, form.fields[0].max_items) == ("discard_two", 2, 2)


def test_second_sight_refuses() -> None:
    state = played(sighted(), 0, DrawCards())
    assert refusal(state, 0, DiscardTwo(("R01a",))) == "discard-count"
    assert refusal(state, 0, DiscardTwo(("R01a", "R01a"))) == "same-card"
    assert refusal(state, 0, DiscardTwo(("R01a", "G02b"))) == "card-not-in-hand"


def test_with_one_card_left_in_deck_and_discard_pile_one_is_drawn_and_discarded() -> None:
    state = sighted(deck=1)
    (event,) = events_of(state, 0, DrawCards())
    assert isinstance(event, CardsDrawn)
    assert event.count == 1
    state = played(state, 0, DrawCards())
    assert all(isinstance(move, DiscardTwo) and len(move.cards) == 1 for move in listed(state, 0))


def test_the_discard_pile_is_shuffled_in_for_the_second_card() -> None:
    state = sighted(discards=("Y01a", "Y02a"), deck=1)
    (event,) = events_of(state, 0, DrawCards())
    assert isinstance(event, CardsDrawn)
    assert event.reshuffled
    assert event.cards[0] == state.deck[0]
    assert event.cards[1] in {"Y01a", "Y02a"}
    after = played(state, 0, DrawCards())
    assert (after.discards, len(after.deck)) == ((), 1)


def test_with_no_card_to_draw_second_sight_is_skipped() -> None:
    state = sighted(deck=0, hand=("R01a", "Y11b"))
    state = replace(state, step=Step.PLAY_CARD, played=None)
    assert state.deck == ()
    assert events_of(state, 0, PlayCard("Y11b", place(TOP, 2)))[0] == CardPlayed(0, "Y11b", place(TOP, 2), offers=False)


def test_lines_follow_what_effects_do() -> None:
    """A moved card leaves a hole that breaks the run of T1A."""
    cards = saga("R2 G5 B7 Y8", "R5:exchange B3:wander")
    state = using(cards[-1].card, cards)
    after = played(state, 0, MoveOwn(place(TOP, 2), BOTTOM))
    assert scores(state)[0].rows[0] == 10
    assert scores(after)[0].rows[0] == 3
    assert lines_of(after.players[0].saga)[TOP][2] is None
