"""What feeds lack is read from the streams of the matches: nothing is lost as long as one of the two has it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace

from sagahall.eventlog.feed import FeedEntry, Feeds
from sagahall.eventlog.log import BrokenStream, EventLog
from sagahall.projection import archive
from sagahall.projection.archive import NOTHING
from sagahall.projection.checkpoints import Shift
from sagahall.projection.ingest import Batch
from sagahall.projection.reading import Hole
from sagahall.projection.store import Store

PAGE = 500
"""How many matches, or records of a feed, are looked at in one go."""


class Mender:
    """Finds what was taken out of feeds before it was archived. Raises what the stores raise."""

    def __init__(self, log: EventLog, feeds: Feeds, store: Store) -> None:
        self._log = log
        self._feeds = feeds
        self._store = store

    async def fill(self, batch: Batch, hole: Hole) -> Batch:
        """The batch with what the stream of a match has beyond its archive."""
        stream = await self._read(hole.match, hole.after_version)
        come = {entry.version for entry in batch.entries if entry.match == hole.match}
        lacking = [entry.version for entry in stream if entry.version < max(come) and entry.version not in come]
        return replace(
            batch,
            entries=[*stream, *batch.entries],
            mended=batch.mended | {hole.match},
            lacking={**batch.lacking, hole.match: lacking},
        )

    async def audit(self, partition: int, checkpoint: str, position: str) -> AsyncGenerator[Batch]:
        """Compares the streams of all matches of a partition with the archive, and with the feed after a position.

        Gives batches with what is in neither archive nor feed, for the checkpoint that has to stay as it is.
        """
        matches = await self._log.matches(partition)
        for start in range(0, len(matches), PAGE):
            entries = await self._beyond_archive(matches[start : start + PAGE])
            # What was appended after the streams were read is in the feed by now.
            waiting = await self._waiting(partition, position) if entries else set()
            lacking: dict[str, list[int]] = defaultdict(list)
            for entry in entries:
                if (entry.match, entry.version) not in waiting:
                    lacking[entry.match].append(entry.version)
            if lacking:
                shifts = {partition: Shift(checkpoint, checkpoint)}
                yield Batch(shifts=shifts, entries=entries, mended=frozenset(lacking), lacking=lacking)

    async def _beyond_archive(self, matches: Sequence[str]) -> list[FeedEntry]:
        heads = await self._store.read(archive.heads_of, matches)
        return [entry for match in matches for entry in await self._read(match, heads.get(match, NOTHING).version)]

    async def _waiting(self, partition: int, position: str) -> set[tuple[str, int]]:
        """The records that come from the feed anyway."""
        found: set[tuple[str, int]] = set()
        while entries := await self._feeds.read_feed(partition, position, PAGE):
            found |= {(entry.match, entry.version) for entry in entries}
            position = entries[-1].position
        return found

    async def _read(self, match: str, after_version: int) -> list[FeedEntry]:
        """What the stream of a match has after a version; nothing if it lacks something itself."""
        try:
            stream = await self._log.read(match, after_version)
        except BrokenStream:
            return []
        return [FeedEntry("", match, entry.version, entry.record) for entry in stream]
