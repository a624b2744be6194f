"""Who watches which match."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, KeysView
from contextlib import contextmanager

from sagahall.eventlog.pending import Pending
from sagahall.games.kernel import Seat


class Presence:
    """The seats that watch, per match: through this process, and through others as far as is known here.

    A watcher always learns the whole of it, so that nothing can go stale.
    """

    def __init__(self) -> None:
        self.pending = Pending[str]()
        """The matches of which others have to be told, or to be asked about."""
        self._here: dict[str, Counter[Seat]] = {}
        self._elsewhere: dict[str, frozenset[Seat]] = {}
        self._watchers: dict[str, list[asyncio.Event]] = {}
        self._alone = False

    @contextmanager
    def watch(self, match: str, seat: Seat | None) -> Iterator[asyncio.Event]:
        """Counts a watcher in; the event is set once it is known which seats watch, and whenever they change."""
        changed = asyncio.Event()
        self._watchers.setdefault(match, []).append(changed)
        if self._knows(match):
            changed.set()
        else:
            self.pending.add([match])
        self._count(match, seat, 1)
        try:
            yield changed
        finally:
            self._watchers[match].remove(changed)
            self._count(match, seat, -1)
            if not self._watchers[match]:
                del self._watchers[match]
                self._here.pop(match, None)
                self._elsewhere.pop(match, None)

    @property
    def matches(self) -> KeysView[str]:
        """The matches that are watched through this process."""
        return self._watchers.keys()

    def seats(self, match: str) -> list[Seat]:
        """The seats that watch a match, ascending."""
        return sorted({*self._here.get(match, ()), *self._elsewhere.get(match, ())})

    def here(self, match: str) -> list[Seat]:
        """Those that watch it through this process, ascending."""
        return sorted(self._here.get(match, ()))

    def learn(self, match: str, elsewhere: Iterable[Seat]) -> None:
        """Takes which seats watch through other processes."""
        if match not in self._watchers:
            return
        before = self.seats(match) if self._knows(match) else None
        # Until the others are all back, too, that one is not to be found means nothing.
        kept = self._elsewhere.get(match, frozenset()) if self._alone else frozenset()
        self._elsewhere[match] = kept.union(elsewhere)
        self._tell_unless(match, before)

    @property
    def alone(self) -> bool:
        """Whether other processes cannot be asked; what was known of them has to do."""
        return self._alone

    def set_alone(self, alone: bool) -> None:
        """Says so; nobody waits for what cannot be had."""
        unknown = [match for match in self._watchers if not self._knows(match)]
        self._alone = alone
        for match in unknown:
            self._tell_unless(match, None)

    def _knows(self, match: str) -> bool:
        return self._alone or match in self._elsewhere

    def _count(self, match: str, seat: Seat | None, change: int) -> None:
        if seat is None:
            return
        before, here = self.seats(match), self.here(match)
        counts = self._here.setdefault(match, Counter())
        counts[seat] += change
        if not counts[seat]:
            del counts[seat]
        if self.here(match) != here:
            self.pending.add([match])
        if self._knows(match):
            self._tell_unless(match, before)

    def _tell_unless(self, match: str, before: list[Seat] | None) -> None:
        if self.seats(match) != before:
            for changed in self._watchers[match]:
                changed.set()
