"""Replays: the frames of a match, folded from the archive on threads, a few at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import structlog

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1.match_pb2 import Frame
from sagahall.chassis import validate
from sagahall.chassis.refusals import Refused
from sagahall.games.kernel import AnyGame, Seat
from sagahall.match.frames import frame_message
from sagahall.match.match import BrokenLog, Match, SeatRefused, step
from sagahall.projection import archive
from sagahall.projection.heads import Heads
from sagahall.projection.store import Store

CHUNK = 32
"""How many records are folded at a time."""
FOLDERS = 2
"""How many threads fold."""

_log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """Which replay is wanted, by whom, from which seat, and until when it is waited for (time.monotonic)."""

    match: str
    player: str
    seat: Seat | None
    from_version: int
    to_version: int
    min_version: int
    with_matches: bool
    wait_until: float


class Replays:
    """Serves replays from the archive."""

    def __init__(self, store: Store, heads: Heads, games: Mapping[str, AnyGame]) -> None:
        self._store = store
        self._heads = heads
        self._games = games
        self._threads = ThreadPoolExecutor(FOLDERS, "replay")

    async def frames(self, wish: Wish) -> AsyncGenerator[Frame]:
        """The frames, as fast as they are taken. Raises Refused, and what the stores raise."""
        head = await self._heads.reached(wish.match, wish.min_version, wish.wait_until)
        last = min(wish.to_version or head, head)
        if wish.from_version > last:
            last = 1
        match: Match | None = None
        while match is None or match.version < last:
            version = match.version if match else 0
            stored = await self._store.read(archive.read, wish.match, version, min(CHUNK, last - version))
            match, frames = await self._fold(wish, match, stored)
            for frame in frames:
                yield frame

    async def _fold(self, wish: Wish, match: Match | None, stored: Iterable[bytes]) -> tuple[Match, list[Frame]]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, fold_frames, self._games, wish, match, stored)

    def close(self) -> None:
        """Waits for what is being folded."""
        self._threads.shutdown(cancel_futures=True)


def fold_frames(
    games: Mapping[str, AnyGame], wish: Wish, before: Match | None, stored: Iterable[bytes]
) -> tuple[Match, list[Frame]]:
    """Reads records on top of a match: the match after them, and the frames that are wanted.

    It stops at a record that does not fit, and raises Refused if that is the first.
    """
    match, frames = before, []
    trouble: BrokenLog | None = None
    for one in stored:
        try:
            made = step(games, match, one)
        except BrokenLog as error:
            trouble = error
            break
        match = made.match
        viewer = viewing_seat(match, wish)
        if match.version >= wish.from_version:
            frames.append(frame_message(made, viewer, with_match=wish.with_matches))
    if match is None or match is before:
        version = before.version if before else 0
        _log.error("archived match does not fold", match=wish.match, version=version + 1, reason=str(trouble))
        detail = f"match {wish.match} can be read up to version {version} only"
        raise Refused(Reason.REASON_MATCH_PARKED, detail, version=version) from trouble
    return match, frames


def viewing_seat(match: Match, wish: Wish) -> Seat | None:
    """The seat that the replay is looked at from; None for a spectator. Raises Refused."""
    try:
        return match.viewer(wish.player, wish.seat)
    except SeatRefused as error:
        if error.ambiguous:
            raise validate.malformed("seat", error.detail) from None
        raise Refused(Reason.REASON_NOT_YOUR_SEAT, error.detail) from None
