"""What every database has to do."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, select, text
from tests.projection.databases import contents, digest, prepared

from sagahall.projection.migrate import migrate, prepare
from sagahall.projection.models import PROJECTIONS
from sagahall.projection.parking import LOST, RIVAL, UNREADABLE, Fault
from sagahall.projection.store import Store
from sagahall.projection.tables import METADATA, checkpoints, parked


def positions(connection: Connection) -> dict[int, str]:
    return {row.partition: row.position for row in connection.execute(select(checkpoints))}


def put(connection: Connection, partition: int, position: str) -> None:
    connection.execute(checkpoints.insert(), {"partition": partition, "position": position})


async def test_what_is_written_is_read(store: Store) -> None:
    await store.write(put, 3, "7-0")

    assert await store.read(positions) == {3: "7-0"}


async def test_a_write_that_fails_leaves_nothing(store: Store) -> None:
    def fail(connection: Connection) -> None:
        put(connection, 3, "7-0")
        raise LookupError("on purpose")

    with pytest.raises(LookupError, match="on purpose"):
        await store.write(fail)

    assert await store.read(positions) == {}


async def test_a_table_that_was_made_in_a_write_that_fails_is_gone(empty: Store) -> None:
    def fail(connection: Connection) -> None:
        migrate(connection)
        raise LookupError("on purpose")

    with pytest.raises(LookupError, match="on purpose"):
        await empty.write(fail)

    assert await empty.read(contents) == {}


async def test_a_read_waits_for_no_write(store: Store) -> None:
    with ThreadPoolExecutor(1) as threads, store.writing() as connection:
        put(connection, 2, "2-0")
        assert threads.submit(read, store).result(10) == {}

    assert await store.read(positions) == {2: "2-0"}


def read(store: Store) -> dict[int, str]:
    with store.reading() as connection:
        return positions(connection)


def test_migrations_make_the_tables_that_the_code_uses(empty: Store) -> None:
    with empty.writing() as connection:
        migrate(connection)
        differences = compare_metadata(MigrationContext.configure(connection), METADATA)

    assert differences == []


def test_what_was_parked_before_causes_were_kept_has_them_told_from_its_reason(empty: Store) -> None:
    reasons = (
        "schema 99 is newer than this release reads",
        "another record claims to be version 12",
        "version 4 is lost",
    )
    with empty.writing() as connection:
        migrate(connection, "0001")
        for number, reason in enumerate(reasons):
            old = {"match": str(number), "version": 4, "reason": reason, "record": b""}
            connection.execute(text(f"INSERT INTO parked ({', '.join(old)}) VALUES (:{', :'.join(old)})"), old)

        migrate(connection)

        faults = [Fault(*row) for row in connection.execute(select(parked).order_by(parked.c.match))]
    assert [(fault.cause, fault.claimed) for fault in faults] == [(UNREADABLE, 4), (RIVAL, 12), (LOST, 4)]


def test_preparing_again_changes_nothing(store: Store) -> None:
    with store.writing() as connection:
        before = digest(connection)
        prepare(connection, PROJECTIONS)
        assert digest(connection) == before


def test_replicas_that_start_at_once_prepare_one_after_the_other(database_url: str) -> None:
    def start(_: int) -> str:
        with prepared(database_url) as store, store.reading() as connection:
            return digest(connection)

    with ThreadPoolExecutor(4) as threads:
        digests = list(threads.map(start, range(4)))

    assert len(set(digests)) == 1


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://somewhere/else"])
def test_a_database_that_cannot_keep_the_archive_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="PostgreSQL, or a file of SQLite"):
        Store(url)
