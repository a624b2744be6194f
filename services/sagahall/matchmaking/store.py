"""Tickets and groups in Redis. Each change is one script and happens as a whole or not at all.

``scripts/common.lua`` describes the keys. Time is the clock of Redis, so that all replicas agree about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, cast

from redis.asyncio import Redis

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import RETRY_SECONDS, Refused
from sagahall.matchmaking.fields import read_ticket, read_waiting, seats_text, wish_fields
from sagahall.matchmaking.grouping import Group, Waiting
from sagahall.matchmaking.ticket import Ticket, Wish, ticket_id

WAITING_MS = 60_000
"""How long a ticket waits when nobody watches it."""
FINISHED_MS = 600_000
"""How long a finished ticket can be read; then nothing of it is left, and its request id is free again."""
RESTING_MS = 5_000
"""How long a queue rests after the rules service refused to make a match for it."""
LEASE_MS = 3_000
"""How long a replica has to make the match of a group before another one may try."""
MOST_LIVE_TICKETS = 16
"""In how many queues a player may wait at once."""
PAUSE_MS = RETRY_SECONDS * 1000
"""How far apart the tickets of a player are in the long run; a refusal tells to come back after as long."""
BURST = 60
"""How many tickets a player may create before that counts: finished ones are kept for a while and must not pile up."""
BATCH = 100
"""How many tickets or groups one script looks at, so that none keeps Redis busy for long."""

_SCRIPTS = ("create", "watch", "cancel", "expire", "waiting", "claim", "take", "assign", "release")
_FOLDER = resources.files("sagahall.matchmaking") / "scripts"


@dataclass(frozen=True, slots=True)
class Forming:
    """A group whose match is being made: its tickets in the order of the seats."""

    group: str
    tickets: tuple[Ticket, ...]


class Store:
    """The matchmaking state of one installation. Every method raises redis.exceptions.RedisError."""

    def __init__(
        self, redis: Redis, prefix: str, *, waiting_ms: int = WAITING_MS, finished_ms: int = FINISHED_MS
    ) -> None:
        self._base = f"{prefix}:{{matchmaking}}"
        self._redis = redis
        self._waiting_ms = waiting_ms
        self._finished_ms = finished_ms
        common = _read("common")
        self._scripts = {name: redis.register_script(common + _read(name)) for name in _SCRIPTS}

    @property
    def changes(self) -> str:
        """The sharded channel that carries a queue and those of its tickets that have changed, separated by spaces."""
        return f"{self._base}:changes"

    async def create(self, player: str, request_id: str, wish: Wish) -> Ticket:
        """Starts to wait, or finds the ticket of the same request. Raises Refused."""
        limits = (self._waiting_ms, MOST_LIVE_TICKETS, PAUSE_MS, BURST)
        identity = (player, wish.queue, seats_text(wish))
        ticket = ticket_id(player, request_id)
        kind, *rest = await self._run("create", ticket, *limits, *identity, *wish_fields(wish))
        match kind:
            case b"made":
                return read_ticket(rest[0])
            case b"waiting":
                other = rest[0].decode()
                detail = f"the player waits in this queue already, with ticket {other}"
                raise Refused(Reason.REASON_ALREADY_WAITING, detail, ticket=other)
            case b"reused":
                detail = f"the request id {request_id!r} was used for another ticket"
                raise Refused(Reason.REASON_REQUEST_ID_REUSED, detail)
            case b"too fast":
                detail = f"{BURST} tickets in a short time are enough; the next may come in {RETRY_SECONDS} s"
                raise Refused(Reason.REASON_RESOURCE_EXHAUSTED, detail)
            case _:
                detail = f"a player waits in at most {MOST_LIVE_TICKETS} queues at once"
                raise Refused(Reason.REASON_RESOURCE_EXHAUSTED, detail)

    async def watch(self, wanted: Sequence[tuple[str, str]]) -> list[Ticket | None]:
        """Keeps tickets, given with their players, alive and tells how they stand; None for what is not theirs."""
        found = await self._run("watch", self._waiting_ms, *(name for pair in wanted for name in pair))
        return [description and read_ticket(description) for description in found]

    async def cancel(self, ticket: str, player: str) -> Ticket:
        """Stops waiting; nothing happens to a ticket that waits no more. Raises Refused."""
        kind, *rest = await self._run("cancel", ticket, player, self._finished_ms)
        match kind:
            case b"stopped":
                return read_ticket(rest[0])
            case b"taken":
                raise Refused(Reason.REASON_TICKET_TAKEN, "the match of this ticket is being made, or has been")
            case _:
                raise Refused(Reason.REASON_TICKET_NOT_FOUND, "the player has no such ticket")

    async def expire(self) -> None:
        """Ends the wait of the tickets that nobody has watched for too long."""
        while await self._run("expire", self._finished_ms, BATCH) == BATCH:
            pass

    async def queues(self) -> list[str]:
        """The queues in which somebody waits."""
        found = cast("set[bytes]", await self._redis.smembers(f"{self._base}:queues"))
        return [queue.decode() for queue in found]

    async def waiting(self, queue: str) -> list[Waiting]:
        """The tickets of a queue, oldest first; none while it rests.

        The matcher leaves no table over, so that fewer tickets are left than the variant's tables of all sizes have
        seats: a queue is short and is read as a whole.
        """
        return [read_waiting(description) for description in await self._run("waiting", queue)]

    async def claim(self, group: str, members: Group) -> bool:
        """Takes a group out of its queue to form a match, if all of its tickets still wait."""
        return bool(await self._run("claim", group, *(member.ticket for member in members)))

    async def take(self) -> list[Forming]:
        """Some of the groups whose match has to be asked for now; nobody else gets them before the lease is over."""
        found = await self._run("take", LEASE_MS, BATCH)
        return [Forming(group.decode(), tuple(map(read_ticket, tickets))) for group, *tickets in found]

    async def assign(self, group: str, match: str) -> None:
        """Gives every ticket of a forming group the match and its seat."""
        await self._run("assign", group, match, self._finished_ms)

    async def release(self, group: str) -> None:
        """Puts every ticket of a forming group back to its old place, and lets the queue rest."""
        await self._run("release", group, RESTING_MS)

    async def _run(self, script: str, *arguments: str | int) -> Any:
        return await self._scripts[script](keys=[self._base], args=arguments)


def _read(script: str) -> str:
    return (_FOLDER / f"{script}.lua").read_text(encoding="ascii")
