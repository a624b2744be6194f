"""Reading on in one match: which records are new, which of them fit, and what is wrong. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from sagahall.internal.log.v1.record_pb2 import Record
from sagahall.match.match import BrokenLog, read_record
from sagahall.projection.archive import Archived, Head
from sagahall.projection.parking import LOST, RIVAL, UNREADABLE, Fault


class Hole(Exception):
    """A version of a match is missing between the archive and what was read from the feed."""

    def __init__(self, match: str, after_version: int) -> None:
        super().__init__(f"match {match} lacks what follows on version {after_version}")
        self.match = match
        self.after_version = after_version


class Followed(NamedTuple):
    """A record that fits, with its stored bytes."""

    record: Record
    stored: bytes


class Reading:
    """Takes records on top of a match's head.

    What comes again is ignored, unless its bytes differ from those in ``held``, the archived records that may come
    again. What follows on the head goes to the archive whatever it is. Projections follow up to the first fault, and
    not at all if the match is ``parked``.
    """

    def __init__(self, match: str, head: Head, held: Mapping[int, bytes], *, parked: bool, mended: bool) -> None:
        self.match = match
        self.head = head
        """The newest version, with what was taken."""
        self.rows: list[Archived] = []
        """What is new for the archive."""
        self.followed: list[Followed] = []
        """What is new for the projections."""
        self.fault: Fault | None = None
        """Why the match is to be parked."""
        self._held = dict(held)
        self._following = not parked
        self._mended = mended

    def take(self, version: int, stored: bytes) -> None:
        """Takes the next record.

        Raises Hole if there is none for a version in between. Once the match is ``mended``, from its stream, that is
        a fault like others.
        """
        if version == self.head.version + 1:
            self._add(version, stored)
        elif version <= self.head.version:
            if self._held[version] != stored:
                self._blame(RIVAL, f"another record claims to be version {version}", version, stored)
        elif self._mended:
            self._blame(LOST, f"version {self.head.version + 1} is lost", version, stored)
        else:
            raise Hole(self.match, self.head.version)

    def _add(self, version: int, stored: bytes) -> None:
        time = None
        if self._following:
            try:
                record = read_record(stored, self.match, *self.head)
            except BrokenLog as error:
                self._blame(UNREADABLE, error.detail, version, stored)
            else:
                self.followed.append(Followed(record, stored))
                time = record.time.ToMilliseconds()
        self.rows.append(Archived(self.match, version, time, stored))
        self.head = Head(version, hashlib.sha256(stored).digest())
        self._held[version] = stored

    def _blame(self, cause: str, reason: str, claimed: int, stored: bytes) -> None:
        if self._following:
            self.fault = Fault(self.match, self.head.version + 1, reason, stored, cause, claimed)
            self._following = False
