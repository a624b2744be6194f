"""Finding groups and getting matches made for them, in the background. Every replica does all of it."""

from __future__ import annotations

import asyncio
import time
import uuid

import grpc
import structlog
from redis.exceptions import RedisError

from sagahall.api.match.v1 import match_pb2, match_pb2_grpc
from sagahall.match.options import option_values
from sagahall.match.time_controls import time_control_message
from sagahall.matchmaking.grouping import group
from sagahall.matchmaking.store import LEASE_MS, Forming, Store

TICK_SECONDS = 0.25
"""How long a complete group waits at most before it is found, while Redis answers."""
CREATE_SECONDS = 2.0
"""How long the rules service may take to make a match."""
assert CREATE_SECONDS * 1000 < LEASE_MS

REFUSED = (
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.ALREADY_EXISTS,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.NOT_FOUND,
)
"""What says that the same request will not make a match. After anything else there may be one, or may yet be one, so
that the request is repeated."""

UNREACHED = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)
"""What says that this replica does not get through to the rules service."""
PAUSE_SECONDS = LEASE_MS / 1000
"""How long a replica that does not get through leaves the groups to the others: else it might have the next lease, too,
and the one after that."""

_log = structlog.stdlib.get_logger(__name__)


class Matchmaker:
    """Turns waiting tickets into matches, together with the matchmakers of other replicas."""

    def __init__(self, store: Store, rules: match_pb2_grpc.MatchServiceAsyncStub) -> None:
        self._store = store
        self._rules = rules
        self._resume_at = 0.0

    async def run(self) -> None:
        """Works until it is cancelled; while Redis is down it waits for its return."""
        async with asyncio.TaskGroup() as tasks:
            while True:
                try:
                    await self.tick(tasks)
                except RedisError as error:
                    _log.warning("tick failed", error=str(error))
                await asyncio.sleep(TICK_SECONDS)

    async def tick(self, tasks: asyncio.TaskGroup) -> None:
        """Finds all groups that wait, and lets tasks get the matches made whose turn it is. Raises RedisError."""
        await self._store.expire()
        for queue in await self._store.queues():
            await self._match(queue)
        if time.monotonic() >= self._resume_at:
            for forming in await self._store.take():
                tasks.create_task(self._form(forming))

    async def _match(self, queue: str) -> None:
        """Takes groups out of the queue until none is left in it, however many others do the same."""
        while groups := group(await self._store.waiting(queue)):
            for members in groups:
                if not await self._store.claim(uuid.uuid4().hex, members):
                    # Who was to play with somebody who is gone comes before the groups of younger tickets.
                    break

    async def _form(self, forming: Forming) -> None:
        """Gets the match of a group made. What it does not come to is done again when the lease is over."""
        log = _log.bind(group=forming.group, tickets=len(forming.tickets))
        try:
            await self._settle(forming, log)
        except RedisError as error:
            log.warning("group not settled", error=str(error))
            self._pause()

    async def _settle(self, forming: Forming, log: structlog.stdlib.BoundLogger) -> None:
        """Asks for the match under the group's id as request id: to repeat it does no harm. Raises RedisError."""
        try:
            answer = await self._rules.CreateMatch(_request(forming), timeout=CREATE_SECONDS)
        except grpc.aio.AioRpcError as error:
            log.warning("match not made", code=error.code().name, error=error.details())
            if error.code() in UNREACHED:
                self._pause()
            if error.code() in REFUSED:
                await self._store.release(forming.group)
        else:
            await self._store.assign(forming.group, answer.match.match)
            log.info("matched", match=answer.match.match)

    def _pause(self) -> None:
        self._resume_at = time.monotonic() + PAUSE_SECONDS


def _request(forming: Forming) -> match_pb2.CreateMatchRequest:
    wish = forming.tickets[0].wish
    return match_pb2.CreateMatchRequest(
        request_id=forming.group,
        game=wish.game,
        variant=wish.variant,
        options=option_values(wish.options),
        players=[ticket.player for ticket in forming.tickets],
        time_control=time_control_message(wish.time_control) if wish.time_control else None,
    )
