"""ListParkedMatches and RetryParkedMatch, over real sockets."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence

from redis.asyncio import Redis
from tests.projection.archiving import append, put
from tests.projection.playing import match_named, play
from tests.projection.serving import Client, refusal

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.projection.v1.projection_pb2 import (
    ListParkedMatchesRequest,
    MatchStatus,
    ParkedCause,
    ParkedMatch,
    RetryParkedMatchRequest,
)
from sagahall.eventlog.feed import FeedEntry
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.match.match import Step

RIVAL = b"\x5a\x00"
"""What is added to the bytes of a record to have another one."""


def sha256(record: bytes) -> str:
    return hashlib.sha256(record).hexdigest()


async def listed(service: Client) -> list[ParkedMatch]:
    page = await service.operator_stub().ListParkedMatches(ListParkedMatchesRequest(), metadata=service.as_operator())
    return list(page.parked_matches)


async def parked(service: Client, matches: int = 1) -> list[ParkedMatch]:
    """All parked matches, once there are so many."""
    async with asyncio.timeout(20):
        while len(found := await listed(service)) < matches:
            await asyncio.sleep(0.02)
    return found


async def retried(service: Client, match: str) -> int:
    request = RetryParkedMatchRequest(match=match)
    return (await service.operator_stub().RetryParkedMatch(request, metadata=service.as_operator())).version


async def fork(redis: Redis, keys: Keys, step: Step) -> None:
    """Lets the feed have another record of a version, as after a failover that lost it."""
    record = step.record
    await put(redis, keys, "one", FeedEntry("*", record.match, record.version, step.stored + RIVAL))


async def restore(redis: Redis, keys: Keys, steps: Sequence[Step]) -> None:
    """Makes the stream of the match anew, as from a backup."""
    await redis.delete(keys.match(match_named("one")))
    for step in steps:
        await redis.xadd(keys.match(match_named("one")), {"record": step.stored}, id=f"{step.record.version}-0")


async def test_a_fork_is_listed_with_both_digests_and_a_retry_says_that_it_cannot_help(
    service: Client, redis: Redis, keys: Keys, log: EventLog
) -> None:
    """B35: the operator learns which record is refused, and why the match stays parked."""
    steps = play("one")
    await append(log, steps[:5])
    await service.summary("one", 5)
    await fork(redis, keys, steps[2])
    await redis.delete(keys.match(match_named("one")))

    (found,) = await parked(service)
    refused = await refusal(retried(service, match_named("one")))

    assert found == ParkedMatch(
        match=match_named("one"),
        version=6,
        cause=ParkedCause.PARKED_CAUSE_RIVAL,
        reason="another record claims to be version 3",
        refused_version=3,
        refused_digest=sha256(steps[2].stored + RIVAL),
        archived_digest=sha256(steps[2].stored),
    )
    assert (refused.reason, refused.version) == (Reason.REASON_MATCH_PARKED, 5)
    assert all(part in refused.detail for part in (found.refused_digest, found.archived_digest, "helps only once"))


async def test_once_the_log_holds_what_the_archive_holds_a_retry_goes_on(
    service: Client, redis: Redis, keys: Keys, log: EventLog
) -> None:
    steps = play("one")
    await append(log, steps[:5])
    await service.summary("one", 5)
    await fork(redis, keys, steps[2])
    await parked(service)
    assert (await service.summary("one")).status == MatchStatus.MATCH_STATUS_PARKED

    assert await retried(service, match_named("one")) == 5

    assert await listed(service) == []
    await append(log, steps[5:])
    assert (await service.summary("one", len(steps))).status == MatchStatus.MATCH_STATUS_FINISHED


async def test_a_lost_version_is_drained_in_order_once_the_stream_has_it_again(
    service: Client, redis: Redis, keys: Keys, log: EventLog
) -> None:
    """B35: parked, listed, mended, retried; nothing is missing and nothing is doubled."""
    steps = play("one")
    await append(log, steps[:3])
    await service.summary("one", 3)
    await restore(redis, keys, [*steps[:3], *steps[4:]])
    await put(redis, keys, "one", FeedEntry("*", match_named("one"), 5, steps[4].stored))
    (found,) = await parked(service)
    assert (found.version, found.cause) == (4, ParkedCause.PARKED_CAUSE_LOST)
    assert (found.refused_version, found.archived_digest) == (5, "")
    assert (await refusal(retried(service, match_named("one")))).reason == Reason.REASON_MATCH_PARKED

    await restore(redis, keys, steps)

    assert await retried(service, match_named("one")) == len(steps)
    summary = await service.summary("one", len(steps))
    assert summary.status == MatchStatus.MATCH_STATUS_FINISHED
    assert await listed(service) == []


async def test_the_others_go_on_and_are_not_listed(service: Client, redis: Redis, keys: Keys, log: EventLog) -> None:
    """B35"""
    await append(log, play("one")[:1])
    await put(redis, keys, "one", FeedEntry("*", match_named("one"), 2, b"\xff\xff"))
    await append(log, play("two"))

    (found,) = await parked(service)

    assert (found.match, found.cause) == (match_named("one"), ParkedCause.PARKED_CAUSE_UNREADABLE)
    assert found.refused_digest == found.archived_digest == sha256(b"\xff\xff")
    assert (await service.summary("two", len(play("two")))).version == len(play("two"))


async def test_pages_of_parked_matches_are_turned_with_tokens(
    service: Client, redis: Redis, keys: Keys, log: EventLog
) -> None:
    names = [str(number) for number in range(5)]
    for name in names:
        await put(redis, keys, name, FeedEntry("*", match_named(name), 1, b"\xff\xff"))
    await parked(service, len(names))

    found, token, sizes = [], "", []
    while True:
        request = ListParkedMatchesRequest(page_size=2, page_token=token)
        page = await service.operator_stub().ListParkedMatches(request, metadata=service.as_operator())
        found += [one.match for one in page.parked_matches]
        sizes.append(len(page.parked_matches))
        if not (token := page.next_page_token):
            break

    assert sizes == [2, 2, 1]
    assert found == sorted(map(match_named, names))


async def test_a_match_that_is_not_parked_is_left_alone(service: Client, log: EventLog) -> None:
    await append(log, play("one"))
    await service.summary("one", len(play("one")))

    assert await retried(service, match_named("one")) == len(play("one"))
