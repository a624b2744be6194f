from __future__ import annotations

import asyncio
from dataclasses import replace

from sagahall.matchmaking.ticket import State, Ticket, Wish
from sagahall.matchmaking.watchers import Watcher

WAITING = Ticket(
    ticket="ticket",
    player="ann",
    queue="queue",
    wish=Wish(game="parley", variant="standard", options={}, seat_counts=(2,)),
    state=State.WAITING,
    position=1,
    created_ms=1,
    expires_ms=2,
    match=None,
    seat=None,
)
FORMING = replace(WAITING, state=State.FORMING, position=0, expires_ms=None)
MATCHED = replace(FORMING, state=State.MATCHED, match="match", seat=0)


def watcher(*offered: Ticket) -> Watcher:
    made = Watcher(WAITING.ticket, WAITING.player)
    for ticket in offered:
        made.offer(ticket)
    return made


def test_changes_of_the_queue_concern_those_who_wait_in_it() -> None:
    assert watcher(WAITING).concerned({"queue"})
    assert not watcher(WAITING).concerned({"another"})
    assert not watcher(WAITING, FORMING).concerned({"queue"})


def test_a_change_of_the_ticket_concerns_its_watcher_until_the_end() -> None:
    """B49: the match is pushed to those whose group is forming."""
    assert watcher(WAITING, FORMING).concerned({"another", "ticket"})


def test_everything_concerns_a_watcher_that_knows_nothing_yet() -> None:
    assert watcher().concerned(set())


async def test_a_slow_reader_is_told_the_newest_only() -> None:
    assert [ticket async for ticket in watcher(WAITING, FORMING, MATCHED).tickets()] == [MATCHED]


async def test_the_match_is_told_to_a_reader_who_is_still_busy_with_the_state_before() -> None:
    """B49: no assignment is lost."""
    slow = watcher(WAITING)
    tickets = slow.tickets()
    assert await anext(tickets) == WAITING
    slow.offer(MATCHED)
    assert [ticket async for ticket in tickets] == [MATCHED]


async def test_that_a_ticket_was_kept_alive_is_no_news() -> None:
    slow = watcher(WAITING)
    tickets = slow.tickets()
    assert await anext(tickets) == WAITING
    slow.offer(replace(WAITING, expires_ms=3))
    news = asyncio.ensure_future(anext(tickets))
    await asyncio.sleep(0)
    assert not news.done()
    slow.offer(FORMING)
    assert await news == FORMING
