"""Looking again at parked matches once their causes are mended, or not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from sqlalchemy import select
from tests.projection.batches import entries, write
from tests.projection.databases import Contents, contents
from tests.projection.playing import match_named, play
from tests.projection.test_ingest import BROKEN, reasons, replaced, stored, versions

from sagahall.eventlog.feed import FeedEntry
from sagahall.match import match as match_module
from sagahall.projection.models import PROJECTIONS
from sagahall.projection.parking import LOST, RIVAL, UNREADABLE, Fault
from sagahall.projection.rebuild import rebuild
from sagahall.projection.retry import Retried, retry_match
from sagahall.projection.store import Store
from sagahall.projection.tables import parked

ONE = match_named("one")


def faults(store: Store) -> list[Fault]:
    with store.reading() as connection:
        return [Fault(*row) for row in connection.execute(select(parked))]


def everything(store: Store) -> Contents:
    with store.reading() as connection:
        return contents(connection)


def retried(store: Store, stream: Sequence[FeedEntry] = ()) -> Retried:
    with store.writing() as connection:
        return retry_match(connection, PROJECTIONS, ONE, stream)


def park_unreadable(store: Store) -> list[FeedEntry]:
    feed = entries(play("one"))
    write(store, [*feed[:3], BROKEN["a newer schema"][0](feed[3]), *feed[4:]])
    return feed


def park_rival(store: Store) -> list[FeedEntry]:
    feed = entries(play("one"))
    write(store, feed[:5])
    write(store, [replaced(feed[2], traceparent="other")])
    return feed


def park_lost(store: Store) -> list[FeedEntry]:
    feed = entries(play("one"))
    write(store, feed[:3])
    write(store, feed[4:], frozenset({ONE}))
    return feed


PARKING = {UNREADABLE: park_unreadable, RIVAL: park_rival, LOST: park_lost}


@pytest.mark.parametrize(("cause", "version", "claimed"), [(UNREADABLE, 4, 4), (RIVAL, 6, 3), (LOST, 4, 5)])
def test_each_cause_is_known_with_the_version_that_was_refused(
    store: Store, cause: str, version: int, claimed: int
) -> None:
    PARKING[cause](store)
    (fault,) = faults(store)
    assert (fault.match, fault.version, fault.cause, fault.claimed) == (ONE, version, cause, claimed)


def test_records_of_a_newer_schema_are_taken_in_in_order_once_the_release_can_read_them(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B35: what has arrived since is drained with them, and the others have never waited."""
    feed, other = entries(play("one")), entries(play("two"))
    with monkeypatch.context() as old_release:
        old_release.setattr(match_module, "SCHEMA", 0)
        write(store, feed[:3])
        write(store, feed[3:6])
        assert retried(store).fault is not None
    write(store, [*feed[6:], *other])
    assert versions(store, "two") == len(other)
    assert versions(store, "one") == 0

    assert retried(store) == Retried(len(feed))

    assert faults(store) == []
    assert versions(store, "one") == len(feed)


@pytest.mark.parametrize("cause", PARKING)
def test_a_retry_without_a_mend_changes_nothing_and_says_why(store: Store, cause: str) -> None:
    PARKING[cause](store)
    before = everything(store)

    told = retried(store)

    assert everything(store) == before
    assert told.fault is not None
    assert told.fault.cause == cause
    assert told.archived == (None if cause == LOST else stored(store, "one")[told.fault.claimed - 1])


def test_a_lost_version_that_is_in_the_stream_again_is_archived_and_followed(store: Store) -> None:
    feed = park_lost(store)

    assert retried(store, feed) == Retried(len(feed))

    assert stored(store, "one") == [entry.record for entry in feed]
    assert versions(store, "one") == len(feed)
    assert reasons(store) == {}


def test_a_stream_that_was_mended_only_in_part_is_archived_but_stays_parked(store: Store) -> None:
    feed = entries(play("one"))
    write(store, feed[:3])
    write(store, feed[6:], frozenset({ONE}))
    again = feed[:5]

    assert retried(store, again) == Retried(5)

    write(store, feed[6:7], frozenset({ONE}))
    assert reasons(store) == {ONE: (6, "version 6 is lost")}


def test_a_fork_is_over_once_the_log_holds_what_the_archive_holds(store: Store) -> None:
    feed = park_rival(store)

    assert retried(store, feed) == Retried(len(feed))

    assert versions(store, "one") == len(stored(store, "one")) == len(feed)


@pytest.mark.parametrize("length", [2, 3, 7])
def test_a_fork_stays_parked_while_the_log_holds_the_rival_or_less(store: Store, length: int) -> None:
    feed = park_rival(store)
    rival = [*feed[:2], replaced(feed[2], traceparent="other"), *feed[3:]]

    told = retried(store, rival[:length])

    assert told.fault is not None
    assert told.fault.cause == RIVAL
    assert versions(store, "one") == 5


def test_a_match_that_is_not_parked_is_left_as_it_is(store: Store) -> None:
    feed = entries(play("one"))
    write(store, feed[:3])
    before = everything(store)

    assert retried(store, feed) == Retried(3)

    assert everything(store) == before


@pytest.mark.parametrize("cause", PARKING)
async def test_a_rebuild_with_parked_matches_comes_to_the_same_before_and_after_a_retry(
    store: Store, cause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B35: the new tables follow a parked match exactly as far as the live ones do."""
    feed = PARKING[cause](store)
    write(store, entries(play("two")))
    for stream in ((), feed):
        monkeypatch.setattr(match_module, "SCHEMA", 99 if stream else match_module.SCHEMA)
        retried(store, stream)
        before = everything(store)
        assert [progress async for progress in rebuild(store, PROJECTIONS)]
        assert everything(store) == before
