from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete, select, update
from tests.projection.batches import entries, write
from tests.projection.databases import contents, digest, prepared
from tests.projection.playing import match_named, play

from sagahall.eventlog.feed import FeedEntry
from sagahall.internal.log.v1.record_pb2 import Record
from sagahall.match.match import Step
from sagahall.projection import archive, checkpoints
from sagahall.projection.checkpoints import LostRace, Shift
from sagahall.projection.ingest import Batch, ingest
from sagahall.projection.matches import Matches, matches
from sagahall.projection.models import PROJECTIONS
from sagahall.projection.ratings import Ratings
from sagahall.projection.reading import Hole
from sagahall.projection.retry import retry_all
from sagahall.projection.store import Store
from sagahall.projection.tables import parked, projections


def versions(store: Store, name: str) -> int:
    """The version of a match that the projection has taken in."""
    with store.reading() as connection:
        found = connection.execute(select(matches.c.version).where(matches.c.match == match_named(name)))
        return int(found.scalar_one_or_none() or 0)


def stored(store: Store, name: str) -> list[bytes]:
    with store.reading() as connection:
        return archive.read(connection, match_named(name), 0)


def reasons(store: Store) -> dict[str, tuple[int, str]]:
    with store.reading() as connection:
        return {row.match: (row.version, row.reason) for row in connection.execute(select(parked))}


def replaced(entry: FeedEntry, **fields: object) -> FeedEntry:
    """The entry with another record, which differs in some fields."""
    record = Record.FromString(entry.record)
    record.MergeFrom(Record(**fields))  # type: ignore[arg-type]  # the names are the test's
    return entry._replace(record=record.SerializeToString(deterministic=True))


def test_a_batch_goes_to_archive_projections_and_checkpoint(store: Store) -> None:
    steps = play("one")
    with store.writing() as connection:
        checkpoints.load(connection, [4])
        batch = Batch(shifts={4: Shift("0-0", "9-0")}, entries=entries(steps))
        assert ingest(connection, PROJECTIONS, batch) == []

    assert stored(store, "one") == [step.stored for step in steps]
    assert versions(store, "one") == len(steps)
    with store.reading() as connection:
        assert checkpoints.load(connection, [4]) == {4: "9-0"}


def test_a_checkpoint_that_somebody_else_has_moved_undoes_the_whole_batch(store: Store) -> None:
    """B31: records and checkpoint go together or not at all."""
    with store.writing() as connection:
        checkpoints.load(connection, [4, 5])
    with store.writing() as connection:
        ingest(connection, PROJECTIONS, Batch(shifts={5: Shift("0-0", "8-0")}, entries=()))

    shifts = {4: Shift("0-0", "9-0"), 5: Shift("0-0", "9-0")}
    with pytest.raises(LostRace), store.writing() as connection:
        ingest(connection, PROJECTIONS, Batch(shifts=shifts, entries=entries(play("one"))))

    assert stored(store, "one") == []
    with store.reading() as connection:
        assert checkpoints.load(connection, [4, 5]) == {4: "0-0", 5: "8-0"}


@pytest.mark.parametrize("seed", range(3))
def test_what_comes_again_from_any_earlier_point_changes_nothing(store: Store, seed: int) -> None:
    """B33: everything twice, in one batch and in later ones, and from random earlier points."""
    chance = random.Random(seed)
    feed = mixed(chance, play("one"), play("two", ("ann", "cem", "dea")))
    write(store, feed)
    with store.reading() as connection:
        once = digest(connection)

    write(store, [entry for entry in feed for _ in range(2)])
    for _ in range(5):
        write(store, feed[chance.randrange(len(feed)) :])

    with store.reading() as connection:
        assert digest(connection) == once


def mixed(chance: random.Random, *plays: Sequence[Step]) -> list[FeedEntry]:
    """Several matches as they would be mixed in one feed."""
    queues = [entries(steps) for steps in plays]
    order = [queue for queue in queues for _ in queue]
    chance.shuffle(order)
    return [queue.pop(0) for queue in order]


@pytest.mark.parametrize("seed", range(3))
def test_however_records_are_batched_and_wherever_they_are_kept_the_same_comes_out(
    store: Store, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    feed = mixed(chance, play("one"), play("two", ("ann", "cem", "dea")))
    with prepared(f"sqlite:///{tmp_path}/other.db") as other:
        write(other, feed)
        with other.reading() as connection:
            at_once = contents(connection)

    while feed:
        size = chance.randint(1, 7)
        write(store, feed[:size])
        del feed[:size]

    with store.reading() as connection:
        assert contents(connection) == at_once


def test_a_hole_is_never_passed_in_silence(store: Store) -> None:
    """B30: what lies beyond a missing version is not taken."""
    feed = entries(play("one"))
    write(store, feed[:3])

    with pytest.raises(Hole) as caught:
        write(store, feed[4:])

    assert (caught.value.match, caught.value.after_version) == (match_named("one"), 3)
    assert versions(store, "one") == len(stored(store, "one")) == 3


def test_a_hole_that_the_stream_mends_leaves_no_trace(store: Store) -> None:
    feed = entries(play("one"))
    write(store, feed[:3])

    write(store, feed[3:] + feed[4:], frozenset({match_named("one")}))

    assert versions(store, "one") == len(stored(store, "one")) == len(feed)


def test_a_version_that_is_nowhere_parks_its_match_and_no_other(store: Store) -> None:
    """B30, B35: the loss is loud, and the others go on."""
    feed, other = entries(play("one")), entries(play("two"))
    write(store, feed[:3])

    faults = write(store, feed[4:] + other, frozenset({match_named("one")}))

    assert [(fault.match, fault.version, fault.reason) for fault in faults] == [
        (match_named("one"), 4, "version 4 is lost")
    ]
    assert reasons(store) == {match_named("one"): (4, "version 4 is lost")}
    assert versions(store, "two") == len(other)


def test_a_rival_of_an_archived_record_parks_the_match(store: Store) -> None:
    """B33: the same version with other bytes is a fork of the log."""
    feed = entries(play("one"))
    write(store, feed[:5])

    write(store, [replaced(feed[2], traceparent="other"), *feed[5:]])

    assert reasons(store) == {match_named("one"): (6, "another record claims to be version 3")}
    assert versions(store, "one") == 5
    assert stored(store, "one") == [entry.record for entry in feed]


BROKEN: dict[str, tuple[Callable[[FeedEntry], FeedEntry], str]] = {
    "bytes that are no record": (lambda entry: entry._replace(record=b"\xff\xff"), "it is no record"),
    "a record of another version": (lambda entry: replaced(entry, version=99), "version 99"),
    "a record of another match": (lambda entry: replaced(entry, match=match_named("two")), "says that it is"),
    "a newer schema": (lambda entry: replaced(entry, schema=99), "schema 99 is newer"),
    "a broken chain": (lambda entry: replaced(entry, prev=bytes(32)), "does not follow"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_poisoned_record_is_parked_with_its_reason_and_stops_nobody_else(store: Store, fault: str) -> None:
    """B35: one bad record, in one batch with good ones of its own and of another match."""
    break_, reason = BROKEN[fault]
    feed, other = entries(play("one")), entries(play("two"))
    poisoned = [*feed[:3], break_(feed[3]), *feed[4:]]

    write(store, poisoned + other)

    version, given = reasons(store)[match_named("one")]
    assert version == 4
    assert reason in given
    assert versions(store, "one") == 3
    assert versions(store, "two") == len(other)
    assert stored(store, "one") == [entry.record for entry in poisoned]


class Picky(Matches):
    """Chokes on one player."""

    def apply(self, connection: Connection, records: Sequence[Record]) -> None:
        if any(record.actor.player == "eve" for record in records):
            raise ZeroDivisionError("eve")
        super().apply(connection, records)


def test_a_match_that_a_projection_chokes_on_is_parked_and_the_others_go_on(store: Store) -> None:
    """B35: a bug in a projection is no better reason to stop."""
    bad, good = entries(play("one", ("eve", "bob"))), entries(play("two"))
    batch = Batch(shifts={}, entries=bad + good)

    with store.writing() as connection:
        ingest(connection, (Picky(), Ratings()), batch)

    assert reasons(store) == {match_named("one"): (1, "a projection failed: ZeroDivisionError('eve')")}
    assert versions(store, "one") == 0
    assert versions(store, "two") == len(good)
    assert stored(store, "one") == [entry.record for entry in bad]


def test_a_match_with_two_faults_is_parked_at_the_first(store: Store) -> None:
    feed = entries(play("one", ("eve", "bob")))
    broken = [*feed[:3], BROKEN["a newer schema"][0](feed[3])]

    with store.writing() as connection:
        ingest(connection, (Picky(), Ratings()), Batch(shifts={}, entries=broken))
    assert reasons(store)[match_named("one")] == (1, "a projection failed: ZeroDivisionError('eve')")

    with store.writing() as connection:
        retry_all(connection, PROJECTIONS)
    version, reason = reasons(store)[match_named("one")]
    assert version == versions(store, "one") + 1 == 4
    assert "schema 99" in reason


def test_once_a_projection_is_mended_what_it_choked_on_is_taken_in_in_order(store: Store, tmp_path: Path) -> None:
    """B35: after the fix a retry drains what was parked."""
    feed = entries(play("one", ("bob", "eve")))
    with store.writing() as connection:
        ingest(connection, (Picky(), Ratings()), Batch(shifts={}, entries=feed[:4]))
        ingest(connection, (Picky(), Ratings()), Batch(shifts={}, entries=feed[4:]))
    assert versions(store, "one") < len(feed)

    with store.writing() as connection:
        retry_all(connection, PROJECTIONS)

    assert reasons(store) == {}
    assert versions(store, "one") == len(feed)


def test_a_retry_without_a_fix_parks_again(store: Store) -> None:
    feed = entries(play("one"))
    write(store, [*feed[:3], BROKEN["a newer schema"][0](feed[3])])
    before = reasons(store)

    with store.writing() as connection:
        retry_all(connection, PROJECTIONS)

    assert reasons(store) == before
    assert versions(store, "one") == 3


@pytest.mark.parametrize("missing", [True, False])
def test_a_retry_never_makes_peace_with_a_lost_or_doubled_version(store: Store, missing: bool) -> None:
    feed = entries(play("one"))
    write(store, feed[:3])
    rival = feed[4] if missing else replaced(feed[2], traceparent="other")
    write(store, [rival], frozenset({match_named("one")}))
    before = reasons(store)

    with store.writing() as connection:
        retry_all(connection, PROJECTIONS)

    assert reasons(store) == before != {}


def test_a_projection_that_is_new_takes_in_the_archive(store: Store) -> None:
    """What a parked match had before its fault is there as well."""
    feed, other = entries(play("one")), entries(play("two"))
    write(store, [*feed[:3], BROKEN["a broken chain"][0](feed[3]), *other])
    with store.writing() as connection:
        before = contents(connection)
        connection.execute(delete(matches))
        connection.execute(update(projections).where(projections.c.projection == "matches").values(revision=0))

    with store.writing() as connection:
        assert Matches().ensure(connection)
        assert not Matches().ensure(connection)

    with store.reading() as connection:
        assert contents(connection) == before
