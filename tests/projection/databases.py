"""Databases of a test's own, and what is in them."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from sqlalchemy import Connection, MetaData, create_engine, event, make_url, select, text

from sagahall.projection.migrate import prepare
from sagahall.projection.models import PROJECTIONS
from sagahall.projection.store import Store

Contents: TypeAlias = dict[str, list[tuple[object, ...]]]
"""All rows of all tables."""


@contextmanager
def postgres_database(server_url: str) -> Iterator[str]:
    """A new database on a PostgreSQL server, dropped afterwards."""
    name = f"test_{uuid.uuid4().hex}"
    engine = create_engine(server_url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
        yield make_url(server_url).set(database=name).render_as_string(hide_password=False)
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


@contextmanager
def prepared(url: str) -> Iterator[Store]:
    """A store with all tables."""
    store = Store(url)
    with store.writing() as connection:
        prepare(connection, PROJECTIONS)
    yield store
    store.close()


def contents(connection: Connection) -> Contents:
    """Everything in the database, in one order."""
    tables = MetaData()
    tables.reflect(connection)
    return {
        name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
        for name, table in tables.tables.items()
    }


def digest(connection: Connection) -> str:
    """A hash of everything in the database."""
    return hashlib.sha256(repr(sorted(contents(connection).items())).encode()).hexdigest()


@contextmanager
def closed(server_url: str, url: str) -> Iterator[None]:
    """Cuts all connections to a PostgreSQL database, and lets in no new ones until the block is left."""
    name = make_url(url).database
    engine = create_engine(server_url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false"))
        ending = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = :name"
        connection.execute(text(ending), {"name": name})
        yield
        connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true"))
    engine.dispose()


@contextmanager
def full(store: Store) -> Iterator[None]:
    """Lets a SQLite file grow no further until the block is left: what SQLite says of a full disk."""

    def limit(connection: Any, *_: object) -> None:
        connection.execute("PRAGMA max_page_count=1")

    engine = store._engine
    event.listen(engine, "checkout", limit)
    yield
    event.remove(engine, "checkout", limit)
    engine.dispose()
