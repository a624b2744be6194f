"""The border between moves that are accepted and moves that are refused."""

from __future__ import annotations

import random
import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.attempts import CONTRACT, attempts
from tests.contract.forms import filled
from tests.contract.playing import Position, playings, positions
from tests.contract.tables import THOROUGH, Table

from sagahall.games.kernel import Seat
from sagahall.match.game_codec import codec_of
from sagahall.match.shapes import snake_case

MANY = 40
"""Of longer listings, only so many moves are tried, from all parts of the list."""


def some(moves: tuple[Any, ...]) -> tuple[Any, ...]:
    return moves[:: max(1, len(moves) // MANY)]


def test_every_listed_move_is_accepted_and_has_an_effect(table: Table) -> None:
    for position in positions(table):
        for seat in range(table.seats):
            for move in some(position.listed(seat)):
                assert position.decide(seat, move)


def test_no_move_is_listed_twice(table: Table) -> None:
    for position in positions(table):
        for seat in range(table.seats):
            moves = position.listed(seat)
            assert len(set(moves)) == len(moves)


def test_a_seat_that_has_to_act_has_a_listed_move(table: Table) -> None:
    for position in positions(table):
        assert all(position.listed(seat) for seat in table.game.to_act(position.state))


def test_nothing_is_listed_when_the_match_is_over_or_the_seat_has_left(table: Table) -> None:
    for position in positions(table):
        for seat in range(table.seats) if position.over else position.left:
            assert position.listed(seat) == ()
            assert position.forms(seat) == ()


def test_the_default_move_is_accepted(table: Table) -> None:
    for position in positions(table):
        for seat in table.game.to_act(position.state):
            move = table.game.default_move(position.state, seat, position.dice)
            assert position.decide(seat, move)


def test_the_example_of_a_form_is_accepted_and_open(table: Table) -> None:
    for position in positions(table):
        for seat in range(table.seats):
            for form in position.forms(seat):
                assert table.game.is_open(form.example)
                assert form.kind == snake_case(type(form.example).__name__)
                assert position.decide(seat, form.example)


def test_the_blanks_of_a_form_are_fields_of_its_message(table: Table) -> None:
    for position in positions(table):
        for seat in range(table.seats):
            for form in position.forms(seat):
                message = getattr(getattr(codec_of(table.game).move(form.example), table.game.name), form.kind)
                for blank in form.fields:
                    descriptor = message.DESCRIPTOR
                    *outer, last = blank.name.split(".")
                    for name in outer:
                        descriptor = descriptor.fields_by_name[name].message_type
                    assert last in descriptor.fields_by_name
                    assert blank.minimum is None or blank.maximum is None or blank.minimum <= blank.maximum


def test_every_filling_of_a_form_is_a_move_and_accepted_or_refused_with_a_rule(table: Table) -> None:
    rng = random.Random(f"forms {table}")
    for position in positions(table):
        for seat in range(table.seats):
            for form in position.forms(seat):
                for _ in range(3):
                    assert_on_its_side_of_the_border(position, seat, filled(table.game, form, rng))


def test_what_others_or_other_times_can_do_is_refused_unless_it_is_listed_or_open(table: Table) -> None:
    rng = random.Random(f"border {table}")
    known = {
        move: None for position in positions(table) for seat in range(table.seats) for move in position.listed(seat)
    }
    known |= {turn.move: None for playing in playings(table) for turn in playing.turns if turn.move is not None}
    for position in positions(table):
        for seat in range(table.seats):
            for move in rng.sample(list(known), min(len(known), 3 * MANY)):
                assert_on_its_side_of_the_border(position, seat, move)


@settings(CONTRACT, max_examples=150 * THOROUGH)
@given(data=st.data())
def test_any_other_move_is_refused_unless_it_is_listed_or_open(table: Table, data: st.DataObject) -> None:
    position, seat, move = data.draw(attempts(table))
    assert_on_its_side_of_the_border(position, seat, move)


def assert_on_its_side_of_the_border(position: Position, seat: Seat, move: Any) -> None:
    refusal = position.refusal(seat, move)
    if refusal is not None:
        assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", refusal.rule)
        assert refusal.detail
        assert move not in position.listed(seat)
    elif move not in position.listed(seat):
        assert position.table.game.is_open(move)
        assert snake_case(type(move).__name__) in {form.kind for form in position.forms(seat)}


@settings(CONTRACT, max_examples=20 * THOROUGH)
@given(data=st.data())
def test_nothing_is_accepted_once_the_match_is_over(table: Table, data: st.DataObject) -> None:
    position = data.draw(st.sampled_from([position for position in positions(table) if position.over]))
    *_, move = data.draw(attempts(table))
    assert all(position.refusal(seat, move) for seat in range(table.seats))


def test_a_choice_stays_as_it_is_until_something_disturbs_it(table: Table) -> None:
    """What a seat chose since it was last disturbed is still listed when it arrives."""
    game = table.game
    for playing in playings(table):
        for before, turn in zip(playing.turns, playing.turns[1:], strict=False):
            for seat in set(range(table.seats)) - {turn.seat}:
                undisturbed = not any(game.disturbs(event, seat) for event in turn.events)
                if undisturbed and (seat in game.to_act(before.after)) == (seat in game.to_act(turn.after)):
                    assert game.legal_moves(turn.after, seat) == game.legal_moves(before.after, seat)
                    assert game.forms(turn.after, seat) == game.forms(before.after, seat)
