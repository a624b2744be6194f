"""Matches by id: folded from their streams, the recent ones kept in memory.

What is kept is only a shortcut: it is checked against the stream whenever it is used to answer a reader, and an append
on top of something outdated fails. Any replica may write any match at any time.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import Refused
from sagahall.eventlog.keys import InvalidMatch
from sagahall.eventlog.log import Appended, BrokenStream, EventLog
from sagahall.games.kernel import AnyGame
from sagahall.match.match import BrokenLog, Match, Step, fold, step

REMEMBERED = 4096
"""How many matches a process keeps in memory."""


class Matches:
    """The matches of an installation. Every method may raise RedisError, and Refused for a match that is not there or
    whose records do not fit together."""

    def __init__(self, log: EventLog, games: Mapping[str, AnyGame]) -> None:
        self._log = log
        self._games = games
        self._remembered: OrderedDict[str, Match] = OrderedDict()

    def recall(self, match: str) -> Match | None:
        """The match as this process last knew it."""
        return self._remembered.get(match)

    async def find(self, match: str) -> Match | None:
        """The match as it stands in the log now; None if there is none."""
        try:
            return await self._find(match)
        except (BrokenLog, BrokenStream) as error:
            raise Refused(Reason.REASON_MATCH_PARKED, f"the log of match {match} does not fit together") from error

    async def load(self, match: str) -> Match:
        """The match as it stands in the log now. Raises Refused if there is none."""
        found = await self.find(match)
        if found is None:
            raise Refused(Reason.REASON_MATCH_NOT_FOUND, f"there is no match {match!r}")
        return found

    async def append(self, made: Step) -> bool:
        """Puts a step into the log if its match is still where the step begins, and says whether it did."""
        deadlines = made.match.deadlines
        deadline = deadlines[0][0] if deadlines else None
        result = await self._log.append(made.record.match, made.record.version, made.stored, deadline)
        if not isinstance(result, Appended):
            return False
        self._remember(made.match)
        return True

    async def step_at(self, match: str, version: int) -> Step:
        """The step that made a version of the match, which the log holds."""
        entries = await self._log.read(match, count=version)
        before = fold(self._games, [entry.record for entry in entries[:-1]])
        return step(self._games, before, entries[-1].record)

    async def _find(self, match: str) -> Match | None:
        known = self._remembered.get(match)
        try:
            entries = await self._log.read(match, after_version=known.version - 1 if known else 0)
        except InvalidMatch:
            return None
        if known:
            if not entries or hashlib.sha256(entries[0].record).digest() != known.head:
                del self._remembered[match]
                return await self._find(match)
            entries = entries[1:]
        found = fold(self._games, [entry.record for entry in entries], known)
        if found is not None:
            self._remember(found)
        return found

    def _remember(self, match: Match) -> None:
        self._remembered[match.match] = match
        self._remembered.move_to_end(match.match)
        if len(self._remembered) > REMEMBERED:
            self._remembered.popitem(last=False)
