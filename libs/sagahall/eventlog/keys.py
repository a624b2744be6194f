"""Match ids, and where the records of a match lie.

All keys of a partition share a hash tag, so that one script may touch them together on a cluster too.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b32encode
from dataclasses import dataclass

MATCH_PATTERN = re.compile(r"p(?P<partition>\d{2}|[1-9]\d{2})-[a-z2-7]{16}", re.ASCII)
"""A whole match id: the partition, then 80 bits of a hash."""

MAX_PARTITIONS = 1000


class InvalidMatch(ValueError):
    """Something that is not a match id."""


def match_id(caller: str, request_id: str, partitions: int) -> str:
    """The id of the match that a caller's request creates: a repeated request names the same match.

    That holds as long as the number of partitions stays the same. Raises ValueError if it is not from 1 to 1000.
    """
    if not 1 <= partitions <= MAX_PARTITIONS:
        raise ValueError(f"partitions must be from 1 to {MAX_PARTITIONS}, not {partitions}")
    who = caller.encode()
    digest = hashlib.sha256(len(who).to_bytes(8) + who + request_id.encode()).digest()
    partition = int.from_bytes(digest[10:18]) % partitions
    return f"{_name(partition)}-{b32encode(digest[:10]).decode().lower()}"


def partition_of(match: str) -> int:
    """The partition that a match lies in. Raises InvalidMatch."""
    found = MATCH_PATTERN.fullmatch(match)
    if found is None:
        raise InvalidMatch(f"{match!r} is no match id: expected pNN- and 16 characters from a-z and 2-7")
    return int(found["partition"])


def _name(partition: int) -> str:
    return f"p{partition:02d}"


@dataclass(frozen=True, slots=True)
class Keys:
    """The names of everything that one installation keeps in Redis for its matches.

    Raises ValueError for a prefix that is empty or has braces, which would move the hash tag.
    """

    prefix: str

    def __post_init__(self) -> None:
        if not self.prefix or set(self.prefix) & set("{}"):
            raise ValueError(f"the key prefix must be non-empty and without braces, not {self.prefix!r}")

    def match(self, match: str) -> str:
        """The stream of a match: one entry per version, with the ID ``<version>-0``. Raises InvalidMatch."""
        return f"{self.matches(partition_of(match))}{match}"

    def matches(self, partition: int) -> str:
        """How the names of the streams of a partition's matches begin; what follows is the match."""
        return self._key(partition, "match:")

    def feed(self, partition: int) -> str:
        """The stream of all records of a partition, in the order in which they were appended."""
        return self._key(partition, "feed")

    def deadlines(self, partition: int) -> str:
        """The sorted set of the matches of a partition that wait for a deadline, in milliseconds since 1970."""
        return self._key(partition, "deadlines")

    def wake(self, partition: int) -> str:
        """The sharded channel on which an append to the partition is announced."""
        return self._key(partition, "wake")

    def _key(self, partition: int, name: str) -> str:
        return f"{self.prefix}:{{{_name(partition)}}}:{name}"
