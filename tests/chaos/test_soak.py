"""Clients that send whatever they like, at random and at once: what was answered with OK is what is in the log.

SAGAHALL_CHAOS_COMMANDS says how many commands, for a longer run than that of the suite.
"""

from __future__ import annotations

import asyncio
import os
from collections import defaultdict
from contextlib import AsyncExitStack
from random import Random
from typing import NamedTuple

from google.protobuf.descriptor import Descriptor
from tests.chaos.audit import checked_log
from tests.chaos.logs import Logs
from tests.stack import Connect

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1 import match_pb2
from sagahall.api.match.v1.games_pb2 import Move
from sagahall.api.matchmaking.v1 import matchmaking_pb2
from sagahall.api.projection.v1 import projection_pb2
from sagahall.client import Client, Refused, find_match, new_request_id
from sagahall.client.stack.stack import Stack

COMMANDS = int(os.environ.get("SAGAHALL_CHAOS_COMMANDS", "500"))
PLAYERS = ("ann", "bob", "cat", "dan")
AT_ONCE = 2
"""How many commands a client has on their way."""
EXPECTED = {
    Reason.REASON_ILLEGAL_MOVE,
    Reason.REASON_STALE_VERSION,
    Reason.REASON_VERSION_AHEAD,
    Reason.REASON_REQUEST_ID_REUSED,
    Reason.REASON_NOT_YOUR_SEAT,
    Reason.REASON_MATCH_OVER,
}


class Command(NamedTuple):
    """A move as it is sent."""

    request_id: str
    version: int
    seat: int
    move: Move


class Soak:
    """What all clients have sent, and what they were told."""

    def __init__(self) -> None:
        self.sent: defaultdict[str, list[Command]] = defaultdict(list)
        self.accepted: defaultdict[str, dict[str, int]] = defaultdict(dict)
        """By match and request id the version that was answered."""
        self.refused: set[Reason.ValueType] = set()
        self._random = Random()

    @property
    def done(self) -> bool:
        """Whether enough was sent."""
        return sum(map(len, self.sent.values())) >= COMMANDS

    async def send_all(self, client: Client, match: str, seat: int) -> None:
        """Sends one command after the other until the match is over, or enough was sent."""
        while not self.done:
            command = await self._command(client, match, seat)
            self.sent[match].append(command)
            try:
                made = await client.submit_move(
                    match,
                    command.move,
                    expected_version=command.version,
                    seat=command.seat,
                    request_id=command.request_id,
                )
            except Refused as error:
                self.refused.add(error.reason)
                if error.reason == Reason.REASON_MATCH_OVER:
                    return
            else:
                assert self.accepted[match].setdefault(command.request_id, made.version) == made.version

    async def _command(self, client: Client, match: str, seat: int) -> Command:
        """A move as it should be, one with something wrong, or a command that somebody has sent before."""
        listing = await client.legal_moves(match, seat=seat)
        earlier = self.sent[match]
        moves = [legal.move for legal in listing.moves] or [command.move for command in earlier]
        good = Command(new_request_id(), listing.version, seat, self._random.choice(moves))
        another = self._random.choice([*earlier, good])
        wrong = self._random.choice(
            (
                another,
                good._replace(version=max(1, good.version + self._random.randint(-5, 5))),
                good._replace(seat=another.seat),
                good._replace(request_id=another.request_id),
                good._replace(move=another.move),
            )
        )
        return self._random.choice((good, wrong))


async def test_as_many_commands_are_in_the_log_as_were_answered_with_ok(stack: Stack, player: Connect) -> None:
    """B03: four clients, several commands of each on their way at once."""
    soak, logs = Soak(), Logs(stack)
    async with AsyncExitStack() as leaving:
        clients = [await leaving.enter_async_context(player(name)) for name in PLAYERS]
        while not soak.done:
            tickets = await asyncio.gather(*(find_match(one, "parley", seat_counts=[len(PLAYERS)]) for one in clients))
            sending = [(one, ticket) for one, ticket in zip(clients, tickets, strict=True) for _ in range(AT_ONCE)]
            await asyncio.gather(*(soak.send_all(one, ticket.match, ticket.seat) for one, ticket in sending))
    for match in soak.sent:
        moved = [record for record in checked_log(stack, match) if record.HasField("moved")]
        assert {record.request_id: record.version for record in moved} == soak.accepted[match]
        assert len(moved) == len(soak.accepted[match])
    assert soak.refused == EXPECTED
    assert logs.errors() == []


def test_no_call_takes_a_state_from_a_client() -> None:
    """B03: requests carry moves and never views, matches or events."""
    files = (match_pb2.DESCRIPTOR, matchmaking_pb2.DESCRIPTOR, projection_pb2.DESCRIPTOR)
    calls = [call for file in files for service in file.services_by_name.values() for call in service.methods]
    assert len(calls) >= 11
    states = {"View", "Event", "Frame", "Match"}
    assert states <= _names_within(match_pb2.WatchMatchResponse.DESCRIPTOR)
    for call in calls:
        assert not states & _names_within(call.input_type), call.full_name


def _names_within(message: Descriptor, known: frozenset[str] = frozenset()) -> set[str]:
    """The names of all messages that a message may carry, itself included."""
    inner = [field.message_type for field in message.fields if field.message_type]
    fresh = [one for one in inner if one.full_name not in known]
    deeper = known | {one.full_name for one in fresh}
    return {message.name}.union(*(_names_within(one, deeper) for one in fresh))
