"""Following a match, from any version on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing
from enum import Enum

from sagahall.api.match.v1 import match_pb2
from sagahall.eventlog.hub import Hub, Subscription
from sagahall.eventlog.log import Entry
from sagahall.games.kernel import Seat
from sagahall.match.frames import frame_message, match_message
from sagahall.match.match import Match
from sagahall.rules.core import now
from sagahall.rules.presence import Presence
from sagahall.rules.store import Matches

HEARTBEAT_SECONDS = 15.0

Message = match_pb2.WatchMatchResponse


class Signal(Enum):
    """What wakes a watcher beside a new record."""

    PRESENCE = "presence"
    SILENCE = "silence"


class Watch:
    """One watcher of a match, from a version that it has on."""

    def __init__(
        self, matches: Matches, match: Match, *, viewer: Seat | None, after_version: int, with_matches: bool
    ) -> None:
        self._matches = matches
        self._id = match.match
        self._viewer = viewer
        self._after = after_version
        self._head = match.version
        self._with_matches = with_matches
        # Who has seen everything needs nothing of what lies behind.
        self._match = match if after_version == match.version else None

    async def messages(self, hub: Hub, presence: Presence) -> AsyncIterator[Message]:
        """What the watcher is sent, until the match is over. Raises what reading the log raises.

        What lies in the log and what comes live are one subscription, so that nothing is lost or doubled between them.
        """
        seen = self._match.version if self._match else 0
        with hub.subscribe(self._id, seen) as records, presence.watch(self._id, self._viewer) as changed:
            if self._match:
                yield self._caught_up(self._match)
            if self._over():
                return
            async with aclosing(_signals(records, changed)) as signals:
                async for signal in signals:
                    if isinstance(signal, Entry):
                        for message in self._take(signal):
                            yield message
                    elif signal is Signal.PRESENCE:
                        yield Message(presence=match_pb2.Presence(seats=presence.seats(self._id)))
                    elif self._match is not None:
                        yield Message(heartbeat=match_pb2.Heartbeat(version=self._match.version))
                    if self._over():
                        return

    def _take(self, entry: Entry) -> Iterator[Message]:
        made = self._matches.step(self._match, entry.record)
        self._match = made.match
        if entry.version > self._after:
            yield Message(update=frame_message(made, self._viewer, with_match=self._with_matches))
        if entry.version == self._head:
            yield self._caught_up(made.match)

    def _caught_up(self, match: Match) -> Message:
        return Message(caught_up=match_pb2.CaughtUp(match=match_message(match, self._viewer, now())))

    def _over(self) -> bool:
        match = self._match
        return match is not None and match.version >= self._head and (match.outcome or match.parked) is not None


async def _signals(records: Subscription, changed: asyncio.Event) -> AsyncGenerator[Entry | Signal]:
    """New records as they come, and what else there is to tell."""
    record, change = asyncio.ensure_future(anext(records)), asyncio.ensure_future(changed.wait())
    try:
        while True:
            await asyncio.wait((record, change), timeout=HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if record.done():
                yield record.result()
                record = asyncio.ensure_future(anext(records))
            elif change.done():
                changed.clear()
                yield Signal.PRESENCE
                change = asyncio.ensure_future(changed.wait())
            else:
                yield Signal.SILENCE
    finally:
        record.cancel()
        change.cancel()
