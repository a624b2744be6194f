"""The records of a match: append one, read them back."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from sagahall.eventlog.appender import Appender
from sagahall.eventlog.keys import Keys, partition_of
from sagahall.eventlog.streams import parse_position, read_stream

PAGE = 1000
SMALL_ID = "ID specified in XADD is equal or smaller"
"""What the server says of a version that a stream cannot have any more. It remembers the newest that there ever was."""


NO_STREAM = "no such key"
"""What the server says when it is asked about a stream that is not there."""


class BrokenStream(Exception):
    """The stream of a match lacks a version, or has had more of them: something other than this log has changed it."""


class Entry(NamedTuple):
    """One record of a match, as stored."""

    version: int
    record: bytes


@dataclass(frozen=True, slots=True)
class Appended:
    """The record is in the log, under the version that was asked for."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing was written: the match does not stand where the record begins. 0: it has no records, or none any more."""

    head: int


AppendResult: TypeAlias = Appended | Conflict


class Archive(Protocol):
    """Where the records of matches are that have retired from the log."""

    async def read(self, match: str, after_version: int, count: int) -> list[Entry]:
        """The records after a version, oldest first, at most ``count``."""


class EventLog:
    """The match streams of one installation, and behind them the archive, if one is given.

    Every method raises redis.exceptions.RedisError when the server cannot be reached or refuses, and InvalidMatch
    for what is no match id.
    """

    def __init__(self, redis: Redis, keys: Keys, archive: Archive | None = None) -> None:
        self._redis = redis
        self._keys = keys
        self._archive = archive
        self._appender = Appender(redis)

    async def append(
        self, match: str, version: int, record: bytes, deadline_ms: int | None, *, before: bytes | None = None
    ) -> AppendResult:
        """Appends the record as this version (from 1), if the match is at the version before, and if that version's
        record is the one in ``before``: a server that lost records may hold others under the same versions by now.

        The same step adds the record to the feed of the match's partition, wakes the tailers, and sets the match's
        deadline (milliseconds since 1970) or, with None, clears it. Raises BrokenStream, and changes nothing, if this
        version was in the stream before and is gone.

        After ConnectionError or TimeoutError (of redis.exceptions) it is unknown whether the record was written:
        the reply may be what got lost. It was if, and only if, ``read`` finds these very bytes under the version.
        Never append again without looking: a record of one's own reads as a conflict.
        """
        if version < 1:
            raise ValueError(f"version must be at least 1, not {version}")
        partition = partition_of(match)
        keys = (self._keys.match(match), self._keys.feed(partition), self._keys.deadlines(partition))
        deadline = "" if deadline_ms is None else deadline_ms
        known = "" if before is None else hashlib.sha1(before, usedforsecurity=False).hexdigest()
        arguments = (*keys, self._keys.wake(partition), match, version, record, deadline, known)
        try:
            head = await self._appender.append(arguments)
        except ResponseError as error:
            if SMALL_ID not in str(error):
                raise
            if await self.retired_at(match) is not None:
                return Conflict(0)
            raise BrokenStream(f"match {match} has lost its version {version}") from error
        return Appended() if head is None else Conflict(head)

    async def read(self, match: str, after_version: int = 0, count: int | None = None) -> list[Entry]:
        """The records after a version, oldest first, at most ``count``; an unknown match has none.

        Those of a match that has retired come from the archive; without one it has none. Raises BrokenStream if they
        do not follow on each other and on the version, and for such a match what the archive raises.
        """
        entries: list[Entry] = []
        while count is None or len(entries) < count:
            size = PAGE if count is None else min(PAGE, count - len(entries))
            page = await self._read_page(match, after_version + len(entries), size)
            entries += page
            if len(page) < size:
                break
        return entries

    async def _read_page(self, match: str, after_version: int, size: int) -> list[Entry]:
        if after_version < 0:
            raise ValueError(f"after_version must be at least 0, not {after_version}")
        found = await read_stream(self._redis, self._keys.match(match), f"{after_version}-0", size)
        entries = [Entry(parse_position(position)[0], fields[b"record"]) for position, fields in found]
        if not entries and self._archive is not None:
            entries = await self._read_retired(self._archive, match, after_version, size)
        for expected, entry in enumerate(entries, after_version + 1):
            if entry.version != expected:
                raise BrokenStream(f"match {match} has version {entry.version} where {expected} belongs")
        return entries

    async def _read_retired(self, archive: Archive, match: str, after_version: int, size: int) -> list[Entry]:
        wanted = min(size, (await self.retired_at(match) or 0) - after_version)
        if wanted <= 0:
            return []
        entries = await archive.read(match, after_version, wanted)
        if len(entries) != wanted:
            raise BrokenStream(f"match {match} is gone, and the archive lacks what follows on version {after_version}")
        return entries

    async def matches(self, partition: int) -> list[str]:
        """All matches of a partition that are or were here, in no order. It looks at every key that there is."""
        prefix = self._keys.matches(partition)
        found = self._redis.scan_iter(match=f"{prefix}*", count=PAGE)
        return [key.decode("ascii").removeprefix(prefix) async for key in found]

    async def head(self, match: str) -> int:
        """The version of the newest record; 0 if the match has none here."""
        return await self._redis.xlen(self._keys.match(match))

    async def retired_at(self, match: str) -> int | None:
        """The newest version of a match that has retired; None if it has not, or never was there."""
        try:
            stream = await self._redis.xinfo_stream(self._keys.match(match))
        except ResponseError as error:
            if NO_STREAM not in str(error):
                raise
            return None
        newest: bytes = stream["last-generated-id"]
        return parse_position(newest.decode("ascii"))[0] if stream["length"] == 0 else None
