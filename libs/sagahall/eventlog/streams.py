"""Reading Redis streams. A position is an entry ID, ``<number>-<number>``; ``0-0`` lies before the first."""

from __future__ import annotations

from typing import NamedTuple, cast

from redis.asyncio import Redis

START = "0-0"


class StreamEntry(NamedTuple):
    """One entry of a stream."""

    position: str
    fields: dict[bytes, bytes]


async def read_stream(redis: Redis, key: str, after: str, count: int) -> list[StreamEntry]:
    """The entries after a position, at most ``count``."""
    return parse_entries(await redis.xrange(key, min=f"({after}", count=count))


def parse_entries(reply: object) -> list[StreamEntry]:
    """What XRANGE and XREVRANGE answer."""
    found = cast("list[tuple[bytes, dict[bytes, bytes]]]", reply)
    return [StreamEntry(position.decode("ascii"), fields) for position, fields in found]


def parse_position(position: str) -> tuple[int, int]:
    """The two numbers of a position, for comparing. Raises ValueError."""
    first, second = position.split("-")
    return int(first), int(second)
