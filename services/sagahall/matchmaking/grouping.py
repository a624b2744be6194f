"""Who plays together: a pure function of the tickets that wait in one queue.

The oldest ticket decides: it gets the largest of its seat counts for which enough tickets wait now, filled up with the
oldest of them; then the oldest ticket that is left decides, and so on. So nobody waits for a larger table while a
smaller one is complete, no ticket is passed over by a younger one that would take the same tables, and no table that
could be formed is left over. Whoever wants a large table and no small one says so with the seat counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Waiting:
    """A ticket that waits: whose it is, and the numbers of seats that will do."""

    ticket: str
    player: str
    seat_counts: frozenset[int]


Group: TypeAlias = tuple[Waiting, ...]
"""As many tickets as there are seats, of distinct players, in the order of the seats: the oldest takes seat 0."""


def group(tickets: Sequence[Waiting]) -> list[Group]:
    """The groups that can be formed now from the tickets of one queue, which come oldest first."""
    groups: list[Group] = []
    taken: set[str] = set()
    for index, leader in enumerate(tickets):
        for seats in sorted(leader.seat_counts, reverse=True):
            if party := _party(_free(tickets, index, taken), seats):
                groups.append(party)
                taken.update(member.ticket for member in party)
                break
    return groups


def _free(tickets: Sequence[Waiting], start: int, taken: set[str]) -> Iterator[Waiting]:
    """The leader, unless it is taken, and the younger tickets: an older one that is left over fits into no group."""
    if tickets[start].ticket not in taken:
        yield from (tickets[i] for i in range(start, len(tickets)) if tickets[i].ticket not in taken)


def _party(tickets: Iterable[Waiting], seats: int) -> Group | None:
    """The oldest tickets, one a player, that fill a table of so many seats."""
    party: dict[str, Waiting] = {}
    for ticket in tickets:
        if seats in ticket.seat_counts:
            party.setdefault(ticket.player, ticket)
        if len(party) == seats:
            return tuple(party.values())
    return None
