"""Matches by id: folded from their streams, the recent ones kept in memory.

What is kept is only a shortcut: it is checked against the stream whenever it is used to answer a reader, and an append
on top of something outdated fails. Any replica may write any match at any time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

import structlog

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import Refused
from sagahall.eventlog.keys import InvalidMatch
from sagahall.eventlog.log import Appended, BrokenStream, Entry, EventLog
from sagahall.games.kernel import AnyGame
from sagahall.match.match import BrokenLog, Match, Step, fold, step

K = TypeVar("K")
V = TypeVar("V")

REMEMBERED = 4096
"""How many matches a process keeps in memory."""
SHARED = 512
"""How many steps it keeps: long enough for all who watch a match to take the same one."""

_log = structlog.stdlib.get_logger(__name__)


@contextmanager
def refusing_broken(match: str) -> Iterator[None]:
    """Refuses what the block is for, and calls an operator, when records of the match do not fit together."""
    try:
        yield
    except (BrokenLog, BrokenStream) as error:
        _log.error("log does not fit together", match=match, error=str(error))
        raise Refused(Reason.REASON_MATCH_PARKED, f"the log of match {match} does not fit together") from error


class Matches:
    """The matches of an installation, those that have retired to the archive included.

    Every method may raise RedisError, AioRpcError for a match that has retired while the archive does not answer, and
    Refused for one that is not there or whose records do not fit together.
    """

    def __init__(self, log: EventLog, games: Mapping[str, AnyGame], appended: Callable[[str, Entry], None]) -> None:
        """``appended`` is told of every record that this process appends."""
        self.games = games
        """Those that matches may be of, on offer or not."""
        self._log = log
        self._appended = appended
        self._remembered = _Recent[str, Match](REMEMBERED)
        self._steps = _Recent[bytes, Step](SHARED)

    def recall(self, match: str) -> Match | None:
        """The match as this process last knew it."""
        return self._remembered.get(match)

    async def find(self, match: str) -> Match | None:
        """The match as it stands in the log now; None if there is none."""
        with refusing_broken(match):
            return await self._find(match)

    async def load(self, match: str) -> Match:
        """The match as it stands in the log now. Raises Refused if there is none."""
        found = await self.find(match)
        if found is None:
            raise Refused(Reason.REASON_MATCH_NOT_FOUND, f"there is no match {match!r}")
        return found

    async def append(self, made: Step, before: Match | None) -> bool:
        """Puts a step into the log if its match still is as it was before the step, and says whether it did."""
        match, version, due = made.record.match, made.record.version, made.match.next_deadline
        deadline = None if due is None else due[0]
        newest = before.newest if before else None
        with refusing_broken(match):
            result = await self._log.append(match, version, made.stored, deadline, before=newest)
        if isinstance(result, Appended):
            self._remembered.keep(match, made.match)
            self._steps.keep(made.stored, made)
            self._appended(match, Entry(version, made.stored))
        elif result.head < version - 1:
            # Records that were there are gone: what is remembered is worth nothing.
            self._remembered.pop(match, None)
        return isinstance(result, Appended)

    def step(self, before: Match | None, record: bytes) -> Step:
        """The step that a record makes on top of a match (None for the first), worked out once for all who ask.

        Raises BrokenLog.
        """
        made = self._steps.get(record)
        # The same record may be read where it does not belong.
        if made is None or made.record.prev != (before.head if before else b""):
            made = step(self.games, before, record)
            self._steps.keep(record, made)
        return made

    async def step_at(self, match: str, version: int) -> Step:
        """The step that made a version of the match, which the log holds."""
        with refusing_broken(match):
            entries = await self._log.read(match, count=version)
            before = fold(self.games, [entry.record for entry in entries[:-1]])
            return step(self.games, before, entries[-1].record)

    async def _find(self, match: str) -> Match | None:
        known = self._remembered.get(match)
        try:
            entries = await self._log.read(match, after_version=known.version - 1 if known else 0)
        except InvalidMatch:
            return None
        if known:
            if not entries or entries[0].record != known.newest:
                del self._remembered[match]
                return await self._find(match)
            entries = entries[1:]
        found = fold(self.games, [entry.record for entry in entries], known)
        if found is not None:
            self._remembered.keep(match, found)
        return found


class _Recent(OrderedDict[K, V]):
    """What was kept last."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def keep(self, key: K, value: V) -> None:
        """Keeps a value, for which the oldest may have to go."""
        self[key] = value
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)
