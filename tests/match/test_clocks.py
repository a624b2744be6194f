from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sagahall.match.clocks import Clock, Consequence, Fischer, PerMove, TimeControl, after, deadlines, started

MINUTE = 60_000


def per_move(limit: int) -> TimeControl:
    return TimeControl(PerMove(limit), Consequence.LEAVE)


def fischer(initial: int, increment: int) -> TimeControl:
    return TimeControl(Fischer(initial, increment), Consequence.LEAVE)


def test_only_the_clocks_of_seats_to_act_run() -> None:
    clocks = started(per_move(MINUTE), 3, (1,), 1000)

    assert clocks == (Clock(MINUTE), Clock(MINUTE, 1000), Clock(MINUTE))
    assert deadlines(clocks) == [(61_000, 1)]


def test_per_move_every_choice_gets_the_whole_time() -> None:
    clocks = started(per_move(MINUTE), 2, (0,), 0)
    clocks = after(per_move(MINUTE), clocks, 0, (1,), 50_000)
    clocks = after(per_move(MINUTE), clocks, 1, (0,), 55_000)

    assert deadlines(clocks) == [(55_000 + MINUTE, 0)]


def test_a_seat_that_acts_twice_in_a_row_gets_the_time_of_a_new_choice() -> None:
    clocks = after(per_move(MINUTE), started(per_move(MINUTE), 2, (0,), 0), 0, (0,), 50_000)

    assert deadlines(clocks) == [(110_000, 0)]


def test_what_others_do_leaves_a_running_clock_alone() -> None:
    clocks = after(per_move(MINUTE), started(per_move(MINUTE), 2, (0, 1), 0), 1, (0,), 50_000)

    assert deadlines(clocks) == [(MINUTE, 0)]


def test_fischer_keeps_what_is_left_and_adds_the_increment() -> None:
    control = fischer(5 * MINUTE, 2000)
    clocks = started(control, 2, (0,), 0)
    clocks = after(control, clocks, 0, (1,), MINUTE)
    clocks = after(control, clocks, 1, (0,), 2 * MINUTE)

    assert clocks[0] == Clock(4 * MINUTE + 2000, 2 * MINUTE)
    assert clocks[1] == Clock(4 * MINUTE + 2000)


def test_fischer_adds_the_increment_to_nothing_when_the_time_ran_out() -> None:
    control = fischer(MINUTE, 2000)

    assert after(control, started(control, 1, (0,), 0), 0, (0,), MINUTE + 300)[0].left == 2000


changes = st.lists(
    st.tuples(st.integers(0, 3), st.sets(st.integers(0, 3), min_size=1), st.integers(0, 10_000)), max_size=30
)


@given(changes)
def test_no_time_is_lost_or_made_but_by_the_increment(played: list[tuple[int, set[int], int]]) -> None:
    """Each seat's stock is what it began with, less the time that its clock ran, plus its increments."""
    control = fischer(10_000_000, 7)
    time = 0
    to_act: tuple[int, ...] = (0,)
    clocks = started(control, 4, to_act, time)
    ran, stops = [0] * 4, [0] * 4
    for actor, then, passed in played:
        for seat in to_act:
            ran[seat] += passed
            stops[seat] += seat == actor or seat not in then
        time, to_act = time + passed, tuple(sorted(then))
        clocks = after(control, clocks, actor, to_act, time)

    for seat, clock in enumerate(clocks):
        running = time - clock.since if clock.since is not None else 0
        assert clock.left - running == 10_000_000 - ran[seat] + 7 * stops[seat]
