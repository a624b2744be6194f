"""From the appends of a process and its one tailer to all its watchers."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Self

from sagahall.eventlog.feed import FeedEntry
from sagahall.eventlog.keys import partition_of
from sagahall.eventlog.log import Entry, EventLog

CAPACITY = 256


class Subscription:
    """The records of one match, each once and in the order of the versions: those in the log, then those to come.

    Iterate it from one task, inside its ``with``. It holds a bounded number of records: when more come than are taken
    out it lags, and reads on from the log. Iterating raises what ``EventLog.read`` raises, and may be taken up again.
    """

    def __init__(self, hub: Hub, match: str, after_version: int) -> None:
        self._hub = hub
        self._match = match
        self._seen = after_version
        self._queue: deque[Entry] = deque()
        self._lagging = True
        self._closed = False
        self._changed = asyncio.Event()

    @property
    def lagging(self) -> bool:
        """Whether there may be records that have to be read from the log."""
        return self._lagging

    def offer(self, entry: Entry) -> None:
        """Takes a new record; what it has no room for it will read from the log."""
        if not self._lagging and len(self._queue) < self._hub.capacity:
            self._queue.append(entry)
            self._changed.set()
        else:
            self.lag()

    def lag(self) -> None:
        """Makes it look into the log once it has handed out what it holds."""
        self._lagging = True
        self._changed.set()

    def close(self) -> None:
        """Ends the iteration and leaves the hub. May be called twice."""
        self._closed = True
        self._changed.set()
        self._hub.leave(self._match, self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Entry:
        while not self._closed:
            entry = self._next_held()
            if entry is not None:
                return entry
            if self._lagging:
                await self._catch_up()
            else:
                self._changed.clear()
                await self._changed.wait()
        raise StopAsyncIteration

    def _next_held(self) -> Entry | None:
        while self._queue:
            entry = self._queue.popleft()
            if entry.version == self._seen + 1:
                self._seen = entry.version
                return entry
            if entry.version > self._seen:
                self._queue.clear()
                self._lagging = True
        return None

    async def _catch_up(self) -> None:
        # What is offered while the log is read queues up behind what is found there.
        self._lagging = False
        found: list[Entry] = []
        try:
            found = await self._hub.log.read(self._match, self._seen, self._hub.capacity)
        except BaseException:
            self._lagging = True
            raise
        self._queue.extendleft(reversed(found))
        self._lagging |= len(found) == self._hub.capacity


class Hub:
    """Hands each new record to everybody who watches its match, in this process."""

    def __init__(self, log: EventLog, capacity: int = CAPACITY) -> None:
        self.log = log
        self.capacity = capacity
        self._watchers: dict[str, set[Subscription]] = {}

    def subscribe(self, match: str, after_version: int = 0) -> Subscription:
        """Everything of a match after a version, until closed. Raises InvalidMatch."""
        partition_of(match)
        subscription = Subscription(self, match, after_version)
        self._watchers.setdefault(match, set()).add(subscription)
        return subscription

    def leave(self, match: str, subscription: Subscription) -> None:
        """Forgets a subscription."""
        watchers = self._watchers.get(match, set())
        watchers.discard(subscription)
        if not watchers:
            self._watchers.pop(match, None)

    def offer(self, match: str, entry: Entry) -> None:
        """Takes a record that is in the log. It may come more than once, and from whoever knows of it first."""
        for watcher in self._watchers.get(match, ()):
            watcher.offer(entry)

    def offer_found(self, found: FeedEntry) -> None:
        """Takes what the tailer delivers."""
        self.offer(found.match, Entry(found.version, found.record))

    def resync(self) -> None:
        """Makes every watcher look into the log, because the tailer may have missed something."""
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.lag()

    @property
    def watchers(self) -> int:
        """How many subscriptions are open."""
        return sum(map(len, self._watchers.values()))
