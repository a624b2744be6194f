"""``sagahall parked`` and ``sagahall retry``"""

from __future__ import annotations

from contextlib import aclosing
from types import MappingProxyType

from sagahall.api.projection.v1.projection_pb2 import ParkedCause, ParkedMatch, RetryParkedMatchResponse
from sagahall.client.commands.options import Json, MatchId
from sagahall.client.identity import connect_as_operator
from sagahall.client.output import emit, say, show

NEXT = MappingProxyType(
    {
        ParkedCause.PARKED_CAUSE_UNREADABLE: (
            "this release cannot read or apply the record. Start one that can: it goes on with the match by itself, "
            "within a minute, or at once after `sagahall retry MATCH`."
        ),
        ParkedCause.PARKED_CAUSE_RIVAL: (
            "log and archive hold different records of one version, as after a failover that lost some. A retry does "
            "not help as they are. Decide which is right: with the log restored to what the archive holds, "
            "`sagahall retry MATCH` goes on; otherwise the match stays as it is, and the others do not suffer from it."
        ),
        ParkedCause.PARKED_CAUSE_LOST: (
            "the version is in neither feed nor stream. A retry does not help as it is; with the stream restored from "
            "a backup or a replica of Redis, `sagahall retry MATCH` goes on."
        ),
    }
)
"""What to do about each cause."""


async def parked(*, as_json: Json = False) -> None:
    """List parked matches, and what to do about them.

    Lists and summaries do not follow them. For operators.
    """
    async with connect_as_operator() as client, aclosing(client.list_parked_matches()) as listed:
        found = [one async for one in listed]
    if as_json:
        for one in found:
            emit(one)
    elif not found:
        say("no match is parked")
    else:
        show(("match", "from version", "cause", "reason"), map(_row, found))
        for cause in sorted({one.cause for one in found}):
            say(f"{_word(cause)}: {NEXT.get(cause, 'see the log of the projection service.')}")


async def retry(*, match: MatchId, as_json: Json = False) -> None:
    """Look at a parked match again.

    It helps after its cause was mended. For operators.
    """
    async with connect_as_operator() as client:
        version = await client.retry_parked_match(match)
    if as_json:
        emit(RetryParkedMatchResponse(version=version))
    else:
        say(f"match {match} is not parked; lists and summaries are at version {version}")


def _row(one: ParkedMatch) -> tuple[object, ...]:
    reason = one.reason
    if one.cause == ParkedCause.PARKED_CAUSE_RIVAL:
        reason = f"{reason}\narchived {one.archived_digest}\nrefused  {one.refused_digest}"
    return one.match, one.version, _word(one.cause), reason


def _word(cause: ParkedCause.ValueType) -> str:
    return ParkedCause.Name(cause).removeprefix("PARKED_CAUSE_").lower()
