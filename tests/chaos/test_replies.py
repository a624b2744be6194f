"""An answer is a promise: whatever is killed right after it, what it says is there."""

from __future__ import annotations

from contextlib import aclosing

from tests.chaos.killing import kill_and_restart
from tests.stack import Connect

from sagahall.api.matchmaking.v1 import matchmaking_pb2
from sagahall.client import new_request_id
from sagahall.client.stack.stack import Stack

PATIENCE_SECONDS = 30.0


async def test_a_match_that_was_created(stack: Stack, player: Connect) -> None:
    """B58: the same request finds it again, and makes no other."""
    async with player("ann", patience=PATIENCE_SECONDS) as client:
        request_id = new_request_id()
        created = await client.create_match("parley", ["ann"] * 2, request_id=request_id)
        await kill_and_restart(stack, "redis", "rules")
        assert await client.get_match(created.match, seat=0) == created
        assert await client.create_match("parley", ["ann"] * 2, request_id=request_id) == created


async def test_a_ticket(stack: Stack, player: Connect) -> None:
    """B58: it waits where it waited, and is matched with the next that fits."""
    async with player("ann", patience=PATIENCE_SECONDS) as ann, player("bob", patience=PATIENCE_SECONDS) as bob:
        request_id = new_request_id()
        ticket = await ann.create_ticket("parley", seat_counts=[2], request_id=request_id)
        await kill_and_restart(stack, "redis", "matchmaking")
        again = await ann.create_ticket("parley", seat_counts=[2], request_id=request_id)
        assert (again.ticket, again.state) == (ticket.ticket, matchmaking_pb2.TICKET_STATE_WAITING)
        await bob.create_ticket("parley", seat_counts=[2])
        async with aclosing(ann.watch_ticket(ticket.ticket)) as changes:
            *_, last = [change async for change in changes]
        match = await ann.get_match(last.match)
    assert [player.player for player in match.players] == ["ann", "bob"]


async def test_a_move(stack: Stack, player: Connect) -> None:
    """B58, B06: it is in the match and in its replay, and the same request gives the same answer."""
    async with player("ann", patience=PATIENCE_SECONDS) as client:
        match = (await client.create_match("parley", ["ann"] * 2)).match
        move = (await client.legal_moves(match, seat=0)).moves[0].move
        request_id = new_request_id()
        made = await client.submit_move(match, move, expected_version=1, seat=0, request_id=request_id)
        await kill_and_restart(stack, *stack.parts)
        now = await client.get_match(match, seat=0)
        replay = [frame async for frame in client.replay(match, seat=0, min_version=made.version)]
        again = await client.submit_move(match, move, expected_version=1, seat=0, request_id=request_id)
    assert now.version == made.version == 2
    assert replay[-1] == made.frame
    assert again == made
