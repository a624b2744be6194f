from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from sagahall.matchmaking.grouping import Group, Waiting, group


def waiting(*seat_counts: Iterable[int]) -> list[Waiting]:
    """Tickets of different players, oldest first, with these seat counts."""
    return [Waiting(f"t{n}", f"p{n}", frozenset(counts)) for n, counts in enumerate(seat_counts)]


def names(groups: Iterable[Group]) -> list[list[str]]:
    return [[ticket.ticket for ticket in members] for members in groups]


@st.composite
def queues(draw: st.DrawFn) -> list[Waiting]:
    """Queues of up to eight tickets; few players, so that some have several tickets."""
    wishes = st.tuples(st.sampled_from("abcdef"), st.frozensets(st.integers(1, 4), min_size=1))
    return [Waiting(f"t{n}", player, counts) for n, (player, counts) in enumerate(draw(st.lists(wishes, max_size=8)))]


def legal(party: Sequence[Waiting]) -> bool:
    players = {ticket.player for ticket in party}
    return len(players) == len(party) and all(len(party) in ticket.seat_counts for ticket in party)


def legal_groups(tickets: Sequence[Waiting]) -> list[Sequence[Waiting]]:
    """By brute force: all tables that these tickets could fill."""
    return [party for size in range(1, 5) for party in combinations(tickets, size) if legal(party)]


def left_over(tickets: Sequence[Waiting], groups: Iterable[Group]) -> list[Waiting]:
    taken = {ticket for members in groups for ticket in members}
    return [ticket for ticket in tickets if ticket not in taken]


def test_two_who_want_a_table_for_two_are_matched_in_the_order_in_which_they_came() -> None:
    assert names(group(waiting({2}, {2}))) == [["t0", "t1"]]


def test_nobody_is_matched_alone_unless_asking_for_it() -> None:
    assert group(waiting({2, 3, 4})) == []
    assert names(group(waiting({1}))) == [["t0"]]


def test_the_oldest_gets_the_largest_table_that_can_be_filled_now() -> None:
    assert names(group(waiting({2, 3, 4}, {2, 3}, {2, 3, 4}))) == [["t0", "t1", "t2"]]


def test_nobody_waits_for_a_larger_table_while_a_smaller_one_is_complete() -> None:
    assert names(group(waiting({2, 4}, {2, 4}, {4}))) == [["t0", "t1"]]


def test_a_ticket_that_fits_nowhere_yet_holds_nobody_up() -> None:
    assert names(group(waiting({4}, {2}, {2}))) == [["t1", "t2"]]


def test_the_older_of_two_equal_tickets_gets_the_seat() -> None:
    assert names(group(waiting({3}, {2}, {2}, {2}))) == [["t1", "t2"]]


def test_two_tickets_of_one_player_never_meet() -> None:
    """B43: nobody is matched with himself."""
    mine = [Waiting("t0", "ann", frozenset({2})), Waiting("t1", "ann", frozenset({2}))]
    assert group(mine) == []
    assert names(group([*mine, Waiting("t2", "bob", frozenset({2}))])) == [["t0", "t2"]]


@given(queues())
def test_groups_are_legal_and_no_ticket_is_in_two(tickets: list[Waiting]) -> None:
    """B43: distinct players, and each gets a number of seats that will do."""
    groups = group(tickets)
    assert all(legal(members) for members in groups)
    members = [ticket for one in groups for ticket in one]
    assert len(set(members)) == len(members)


@given(queues())
def test_no_legal_group_is_left_over(tickets: list[Waiting]) -> None:
    """B42: whenever a legal group waits, one look finds it."""
    assert legal_groups(left_over(tickets, group(tickets))) == []


@given(queues())
def test_the_oldest_who_can_be_matched_is_with_the_largest_table_possible(tickets: list[Waiting]) -> None:
    """B43: no greedy dead end for the one who has waited longest."""
    possible = legal_groups(tickets)
    if possible:
        oldest = next(ticket for ticket in tickets if any(ticket in party for party in possible))
        [own] = [members for members in group(tickets) if oldest in members]
        assert own[0] == oldest
        assert len(own) == max(len(party) for party in possible if oldest in party)


@given(queues())
def test_no_ticket_is_passed_over_by_a_younger_one_with_the_same_seat_counts(tickets: list[Waiting]) -> None:
    """B43: unless the table seats another ticket of the same player."""
    groups = group(tickets)
    for older in left_over(tickets, groups):
        for members in groups:
            younger = [one for one in members if tickets.index(one) > tickets.index(older)]
            if any(one.seat_counts == older.seat_counts for one in younger):
                assert older.player in {one.player for one in members}


@given(queues())
def test_seats_follow_age(tickets: list[Waiting]) -> None:
    for members in group(tickets):
        assert list(members) == sorted(members, key=tickets.index)
