"""Matches from the first deal to the last: they end, whoever leaves, and come out well-formed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from tests.contract.playing import LONGEST, Position, playings, positions, secret, start, walk
from tests.contract.tables import Table

from sagahall.games.kernel import InvalidOption, LeaveReason, Outcome
from sagahall.match.change import OUTCOMES
from sagahall.match.dice import HmacDice

NAME = re.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*")


def play_on(position: Position, rng: random.Random) -> Iterator[Position]:
    """Plays listed moves to the end."""
    while not position.over:
        assert position.version < LONGEST, f"{position.table} does not end"
        seat = rng.choice(position.table.game.to_act(position.state))
        position = position.moved(seat, rng.choice(position.listed(seat)))
        yield position


def test_a_match_of_random_moves_ends(table: Table) -> None:
    for playing in playings(table):
        assert table.game.to_act(playing.turns[-1].after) == ()


def test_a_match_in_which_everybody_lets_the_time_run_out_ends(table: Table) -> None:
    position = next(walk(playings(table)[0]))
    while not position.over:
        assert position.version < LONGEST
        seat = table.game.to_act(position.state)[0]
        position = position.moved(seat, table.game.default_move(position.state, seat, position.dice))


def test_nobody_has_to_act_if_and_only_if_the_match_has_come_out(table: Table) -> None:
    for playing in playings(table):
        for turn in playing.turns:
            to_act = table.game.to_act(turn.after)
            assert (table.game.outcome(turn.after) is None) == bool(to_act)
            assert list(to_act) == sorted(set(to_act) & set(range(table.seats)))


def assert_well_formed(outcome: Outcome, seats: int) -> None:
    """Every seat once, best first; a rank is one more than the number of seats that did better."""
    ranks = [standing.rank for standing in outcome.standings]
    assert NAME.fullmatch(outcome.ending)
    assert sorted(standing.seat for standing in outcome.standings) == list(range(seats))
    assert ranks == sorted(ranks)
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
    assert len({tuple(detail.name for detail in standing.details) for standing in outcome.standings}) == 1


def test_an_outcome_is_well_formed_and_survives_the_wire(table: Table) -> None:
    for playing in playings(table):
        outcome = table.game.outcome(playing.turns[-1].after)
        assert outcome is not None
        assert_well_formed(outcome, table.seats)
        assert OUTCOMES.decode(OUTCOMES.encode(outcome)) == outcome


def test_any_seat_may_leave_at_any_point_and_is_never_waited_for_again(table: Table) -> None:
    """B73: nobody is held hostage by a seat that is gone."""
    for position in positions(table):
        for seat in () if position.over else position.remaining:
            for reason in LeaveReason:
                after = position.without(seat, reason)
                assert seat not in table.game.to_act(after.state)
                assert (table.game.outcome(after.state) is None) != after.over


def test_a_match_that_a_seat_has_left_goes_on_without_it_and_ends(table: Table) -> None:
    rng = random.Random(f"leave {table}")
    for position in positions(table)[::3]:
        if not position.over:
            leaver = rng.choice(position.remaining)
            for later in play_on(position.without(leaver), rng):
                assert leaver not in table.game.to_act(later.state)
                assert later.listed(leaver) == ()


def test_a_match_that_all_leave_one_after_the_other_ends(table: Table) -> None:
    for before in positions(table):
        position = before
        while not position.over:
            position = position.without(position.remaining[-1])
        outcome = table.game.outcome(position.state)
        assert outcome is not None
        assert_well_formed(outcome, table.seats)


class NotingDice(HmacDice):
    """Dice that note whether anything was left to chance."""

    drawn = False

    def _draw(self, label: str) -> int:
        self.drawn = True
        return super()._draw(label)


def test_the_same_secret_makes_the_same_match(table: Table) -> None:
    for playing in playings(table):
        _, setup = start(table, playing.options, playing.secret)
        assert setup == playing.turns[0]
        for before, turn in zip(walk(playing), playing.turns[1:], strict=False):
            if turn.move is not None and turn.seat is not None:
                assert table.game.decide(before.state, turn.seat, turn.move, before.dice) == turn.events


def test_another_secret_makes_another_match_where_there_is_chance(table: Table) -> None:
    options = table.variant.resolve({})
    dice = NotingDice(secret(0), str(table), 1)
    table.game.setup(table.game.initial(table.variant.name, options, table.seats), dice)
    setups = {start(table, options, secret(seed))[1].events for seed in range(8)}

    assert (len(setups) > 1) == dice.drawn


def test_the_number_of_seats_and_the_options_are_checked(table: Table) -> None:
    variant = table.variant
    assert variant.check_seats(table.seats) == table.seats
    for seats in (variant.min_seats - 1, variant.max_seats + 1):
        with pytest.raises(InvalidOption, match="seats"):
            variant.check_seats(seats)
    with pytest.raises(InvalidOption, match="no_such_option"):
        variant.resolve({"no_such_option": 1})
    for option in variant.options:
        assert NAME.fullmatch(option.name)
        with pytest.raises(InvalidOption, match=option.name):
            variant.resolve({option.name: 0 if isinstance(option.default, str) else "no such choice"})


def test_left_seats_stay_left(table: Table) -> None:
    for playing in playings(table):
        for position in walk(playing):
            assert not position.left & set(table.game.to_act(position.state))
