"""Databases of a test's own, and what is in them."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, MetaData, create_engine, make_url, select, text

from sagahall.projection.matches import Matches
from sagahall.projection.migrate import prepare
from sagahall.projection.projection import Projection
from sagahall.projection.store import Store

PROJECTIONS: tuple[Projection, ...] = (Matches(),)


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


def contents(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
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
