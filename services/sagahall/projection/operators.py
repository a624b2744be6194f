"""What operators ask for: rebuilds, which matches are parked and why, and that one is looked at again."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

import structlog
from sqlalchemy import Connection, select

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.projection.v1.projection_pb2 import ParkedCause, ParkedMatch
from sagahall.chassis.refusals import Refused
from sagahall.eventlog.feed import FeedEntry
from sagahall.eventlog.keys import InvalidMatch
from sagahall.eventlog.log import BrokenStream, EventLog
from sagahall.projection.paging import InvalidToken
from sagahall.projection.parking import LOST, RIVAL, UNREADABLE, Fault
from sagahall.projection.projection import Projection
from sagahall.projection.rebuild import Progress, rebuild
from sagahall.projection.retry import retry_match
from sagahall.projection.store import Store
from sagahall.projection.tables import parked, records

CAUSES = {
    UNREADABLE: ParkedCause.PARKED_CAUSE_UNREADABLE,
    RIVAL: ParkedCause.PARKED_CAUSE_RIVAL,
    LOST: ParkedCause.PARKED_CAUSE_LOST,
}
HELP = {
    UNREADABLE: "start a release that can read it",
    RIVAL: "a retry helps only once the log holds what the archive holds",
    LOST: "a retry helps only once the stream of the match holds it again",
}
"""What would make a retry succeed."""
MARK = "parked "
"""How a page token begins, below its encoding; the last match follows."""

_log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Page:
    """Some parked matches, and after which one the next page begins; empty on the last."""

    parked_matches: list[ParkedMatch]
    last: str


def list_parked(connection: Connection, after: str, size: int) -> Page:
    """The parked matches after one, in the order of their ids."""
    same = (records.c.match == parked.c.match) & (records.c.version == parked.c.claimed)
    chosen = select(parked, records.c.record.label("archived")).outerjoin(records, same)
    chosen = chosen.where(parked.c.match > after).order_by(parked.c.match).limit(size + 1)
    found = [_message(Fault(*fault), archived) for *fault, archived in connection.execute(chosen)]
    return Page(found[:size], found[size - 1].match if len(found) > size else "")


class Operators:
    """The calls of operators. Every method raises Outdated, and what the stores raise."""

    def __init__(self, store: Store, log: EventLog, projections: Sequence[Projection]) -> None:
        self._store = store
        self._log = log
        self._projections = projections

    def rebuild(self) -> AsyncGenerator[Progress]:
        """Makes all projections anew. Raises Refused."""
        return rebuild(self._store, self._projections)

    async def parked(self, after: str, size: int) -> Page:
        """The parked matches after one, in the order of their ids."""
        return await self._store.read(list_parked, after, size)

    async def retry(self, match: str) -> int:
        """Looks at a match again. Returns its newest version. Raises Refused."""
        stream = await self._stream(match)
        retried = await self._store.write(retry_match, self._projections, match, stream)
        if retried.fault is not None:
            version = retried.fault.version - 1
            raise Refused(Reason.REASON_MATCH_PARKED, _words(retried.fault, retried.archived), version=version)
        if not retried.version and not stream:
            raise Refused(Reason.REASON_MATCH_NOT_FOUND, f"there is no match {match!r}")
        _log.info("match is not parked", version=retried.version)
        return retried.version

    async def _stream(self, match: str) -> list[FeedEntry]:
        """What the stream of a match holds now, as if it came from the feed; nothing if it is of no use."""
        try:
            return [FeedEntry("", match, entry.version, entry.record) for entry in await self._log.read(match)]
        except (BrokenStream, InvalidMatch):
            return []


def _message(fault: Fault, archived: bytes | None) -> ParkedMatch:
    return ParkedMatch(
        match=fault.match,
        version=fault.version,
        cause=CAUSES[fault.cause],
        reason=fault.reason,
        refused_version=fault.claimed,
        refused_digest=_digest(fault.record),
        archived_digest=_digest(archived),
    )


def _words(fault: Fault, archived: bytes | None) -> str:
    """Why a match stays parked, and what would help."""
    rivals = f" (archived: SHA-256 {_digest(archived)}, refused: SHA-256 {_digest(fault.record)})"
    reason = fault.reason + (rivals if fault.cause == RIVAL else "")
    return f"the match stays parked at version {fault.version}: {reason}; {HELP[fault.cause]}"


def _digest(record: bytes | None) -> str:
    return "" if record is None else hashlib.sha256(record).hexdigest()


def write_parked_token(last: str) -> str:
    """A page token for going on after a match; empty for no match."""
    return base64.urlsafe_b64encode(f"{MARK}{last}".encode()).decode() if last else ""


def read_parked_token(token: str) -> str:
    """The match that a page token names; an empty one for no token. Raises InvalidToken."""
    try:
        text = base64.b64decode(token, altchars=b"-_", validate=True).decode()
    except ValueError:
        text = "none"
    if token and not text.startswith(MARK):
        raise InvalidToken("is no page token")
    return text.removeprefix(MARK)
