"""What every program that plays does: it finds a match, and moves whenever its seat has to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing, suppress
from functools import partial
from typing import TypeAlias

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1 import games_pb2, match_pb2
from sagahall.api.matchmaking.v1 import matchmaking_pb2
from sagahall.client.client import Client
from sagahall.client.errors import ClientError, Refused
from sagahall.games.kernel import Options

Choose: TypeAlias = Callable[[match_pb2.Match, match_pb2.ListLegalMovesResponse], games_pb2.Move]
"""Chooses a move from the match as the seat sees it and from what the seat can play, both at the same version."""

OVERTAKEN = (Reason.REASON_STALE_VERSION, Reason.REASON_MATCH_OVER)
"""Refusals that mean: somebody was faster, look again."""


class NoMatch(ClientError):
    """The ticket was cancelled, or it expired, before it had a match."""


async def find_match(
    client: Client,
    game: str,
    *,
    variant: str = "",
    options: Options | None = None,
    seat_counts: Sequence[int] = (),
    code: str = "",
) -> matchmaking_pb2.Ticket:
    """Waits for others with a new ticket until it is matched; whoever stops waiting earlier takes the ticket back, if
    it is not too late for that.

    Should the player wait in the same queue already, as after a crash, the new ticket takes the place of the old one.
    Raises NoMatch if the ticket is cancelled elsewhere or expires.
    """
    create = partial(client.create_ticket, game, variant=variant, options=options, seat_counts=seat_counts, code=code)
    try:
        ticket = await create()
    except Refused as error:
        if error.reason != Reason.REASON_ALREADY_WAITING:
            raise
        await client.cancel_ticket(error.ticket)
        ticket = await create()
    try:
        async with aclosing(client.watch_ticket(ticket.ticket)) as changes:
            async for ticket in changes:
                if ticket.state == matchmaking_pb2.TICKET_STATE_MATCHED:
                    return ticket
    except asyncio.CancelledError:
        with suppress(ClientError):
            await client.cancel_ticket(ticket.ticket)
        raise
    raise NoMatch(f"ticket {ticket.ticket} ended as {matchmaking_pb2.TicketState.Name(ticket.state)}")


async def play_match(client: Client, match: str, choose: Choose, *, seat: int | None = None) -> match_pb2.Match:
    """Makes a move whenever the seat has to, until the match is over, and returns the match as it stands then.

    It may be called for a match that is under way, as after a crash. Raises Refused for what nobody can mend: a move
    that is illegal, or a match that is parked.
    """
    now = await client.get_match(match, seat=seat)
    watch = client.watch(match, seat=now.seat, after_version=now.version, include_matches=True)
    moved = 0
    async with aclosing(watch) as messages:
        async for message in messages:
            seen = seen_in(message)
            if seen is None:
                continue
            now = seen
            # A view from before the seat's own last move asks for nothing any more.
            if now.seat in now.to_act and now.version >= moved:
                moved = await _move(client, now, choose) or moved
    return now


def seen_in(message: match_pb2.WatchMatchResponse) -> match_pb2.Match | None:
    """The match that a message of a watch with matches shows; None if it shows none."""
    if message.HasField("update"):
        return message.update.match_after
    return message.caught_up.match if message.HasField("caught_up") else None


async def _move(client: Client, match: match_pb2.Match, choose: Choose) -> int | None:
    """Makes a move and returns its version; None if the match has moved on, of which an update will tell."""
    listing = await client.legal_moves(match.match, seat=match.seat)
    if listing.version != match.version:
        return None
    move = choose(match, listing)
    try:
        made = await client.submit_move(match.match, move, expected_version=listing.version, seat=match.seat)
    except Refused as error:
        if error.reason in OVERTAKEN:
            return None
        raise
    return made.version
