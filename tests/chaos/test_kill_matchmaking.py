"""kill -9 of the matchmaking service while tickets are matched: everybody gets one seat in one match."""

from __future__ import annotations

import pytest
from tests.chaos.audit import audit
from tests.chaos.killing import frozen, kill_and_restart, restart, store_of
from tests.chaos.playing import playing
from tests.eventlog.waiting import until

from sagahall.client.stack.stack import Stack

pytestmark = pytest.mark.slow

SEATS = 2


async def test_it_is_killed_while_tickets_come_in(stack: Stack) -> None:
    """B47, B48: each time some are left over, who are matched with those who come later."""
    async with playing(stack, game="parley", tables=0, seats=SEATS) as play:
        for _ in range(SEATS):
            play.start(SEATS + 1)
            await play.ledger.tickets_come(1)
            await kill_and_restart(stack, "matchmaking")
    assert len(play.players) == SEATS + 1
    await audit(play)


async def test_it_is_killed_while_matches_are_made(stack: Stack) -> None:
    """B45, B47: whoever repeats what it has begun finds the same matches."""
    forming = f"{stack.settings.prefix}:{{matchmaking}}:forming"
    async with playing(stack, game="parley", tables=1, seats=SEATS) as play:
        await play.ledger.moves_come(1)  # from then on the catalogue is known
        with frozen(stack, "rules"), store_of(stack) as store:
            play.start(SEATS * 3)
            await until(lambda: store.zcard(forming) == 3)
            stack.kill("matchmaking")
        await restart(stack, "matchmaking")
    assert len(play.players) == 4
    await audit(play)
