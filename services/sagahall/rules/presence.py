"""Who watches which match through this process."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from sagahall.games.kernel import Seat


class Presence:
    """The seats that watch, per match. A watcher always learns the whole of it, so that nothing can go stale."""

    def __init__(self) -> None:
        self._seats: dict[str, Counter[Seat]] = {}
        self._watchers: dict[str, list[asyncio.Event]] = {}

    @contextmanager
    def watch(self, match: str, seat: Seat | None) -> Iterator[asyncio.Event]:
        """Counts a watcher in; the event is set, now and whenever the seats that watch change."""
        changed = asyncio.Event()
        self._watchers.setdefault(match, []).append(changed)
        self._count(match, seat, 1)
        changed.set()
        try:
            yield changed
        finally:
            self._watchers[match].remove(changed)
            self._count(match, seat, -1)
            if not self._watchers[match]:
                del self._watchers[match]
                self._seats.pop(match, None)

    def seats(self, match: str) -> list[Seat]:
        """The seats that watch a match, ascending."""
        return sorted(self._seats.get(match, ()))

    def _count(self, match: str, seat: Seat | None, change: int) -> None:
        if seat is None:
            return
        before = self.seats(match)
        counts = self._seats.setdefault(match, Counter())
        counts[seat] += change
        if not counts[seat]:
            del counts[seat]
        if self.seats(match) != before:
            for changed in self._watchers[match]:
                changed.set()
