"""The SQL database: connections, transactions and the threads that wait for them."""

from __future__ import annotations

import asyncio
import fcntl
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import URL, Connection, Engine, Table, create_engine, event, exc, func, make_url, select
from sqlalchemy.dialects import postgresql, sqlite

P = ParamSpec("P")
T = TypeVar("T")

READERS = 4
"""How many threads read at a time."""
PATIENCE_SECONDS = 5
"""How long a transaction waits for its turn, and a new connection for its server."""

LONG_WORK = 7_242_000_002
"""The advisory lock of PostgreSQL that work of many transactions takes alone."""

_POSTGRESQL = {
    "connect_timeout": PATIENCE_SECONDS,
    # A server that has gone without a word is given up within half a minute, not after the two hours of TCP.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}


class Store:
    """A SQLite file or a PostgreSQL database, by URL.

    SQLite has one writer: every writing transaction takes its turn at the start, and readers never wait for it. Raises
    ValueError for a URL that is neither; all methods raise sqlalchemy.exc.OperationalError, InterfaceError or
    TimeoutError while the database is of no use, and come back by themselves.
    """

    def __init__(self, url: str) -> None:
        self._engine = _engine(make_url(url))
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        self._writer = ThreadPoolExecutor(1, "store-writer")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that changes nothing."""
        with self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is committed as a whole, or rolled back by any exception."""
        with self._engine.connect() as connection, connection.execution_options(writes=True).begin():
            yield connection

    async def read(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What ``work`` finds in a reading transaction, on a thread of its own."""

        def transact() -> T:
            with self.reading() as connection:
                return work(connection, *args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self._readers, transact)

    async def write(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What ``work`` returns once its transaction is committed, on the one thread that writes."""

        def transact() -> T:
            with self.writing() as connection:
                return work(connection, *args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self._writer, transact)

    async def flush(self) -> None:
        """Returns once all that was committed before is on the disk, as far as the disk honours flushes.

        A commit to SQLite alone does not promise that. Raises sqlalchemy.exc.TimeoutError if readers are in the way.
        """
        if self._engine.dialect.name == "sqlite":
            await asyncio.get_running_loop().run_in_executor(self._writer, _checkpoint, self._engine)

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[bool]:
        """Whether, of all processes that use this database, only the caller is in such a block; a crash leaves it.

        What the caller has begun to write in the block has ended when another gets in.
        """
        loop = asyncio.get_running_loop()
        holder = _exclusive(self._engine)
        entered = await loop.run_in_executor(self._writer, holder.__enter__)
        try:
            yield entered
        finally:
            await loop.run_in_executor(self._writer, holder.__exit__, None, None, None)

    def close(self) -> None:
        """Waits for what is being written, and closes all connections."""
        self._writer.shutdown(cancel_futures=True)
        self._readers.shutdown(cancel_futures=True)
        self._engine.dispose()


def insert(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An INSERT in the database's own dialect, which knows ON CONFLICT."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


def _checkpoint(engine: Engine) -> None:
    with closing(engine.raw_connection()) as connection, closing(connection.cursor()) as cursor:
        busy, *_ = cursor.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
    if busy:
        raise exc.TimeoutError("SQLite cannot flush while others read")


def _exclusive(engine: Engine) -> AbstractContextManager[bool]:
    if engine.dialect.name == "postgresql":
        return _exclusive_session(engine)
    return _exclusive_file(Path(f"{engine.url.database}.lock"))


@contextmanager
def _exclusive_session(engine: Engine) -> Iterator[bool]:
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        entered = bool(connection.execute(select(func.pg_try_advisory_lock(LONG_WORK))).scalar_one())
        yield entered
        if entered:
            connection.execute(select(func.pg_advisory_unlock(LONG_WORK)))


@contextmanager
def _exclusive_file(path: Path) -> Iterator[bool]:
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "postgresql":
        return create_engine(url, pool_pre_ping=True, hide_parameters=True, connect_args=_POSTGRESQL)
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        raise ValueError("the database has to be PostgreSQL, or a file of SQLite")
    Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
    # Left alone, sqlite3 would begin a transaction just before its first write, which is too late to take a turn.
    options = {"isolation_level": None, "timeout": PATIENCE_SECONDS}
    engine = create_engine(url, hide_parameters=True, connect_args=options)
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", _begin)
    return engine


def _configure(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA journal_mode=WAL")
    # Without a flush at each commit the last commits may go with the power, but never half of one: the checkpoint goes
    # with its records, and the feed keeps them for ten minutes more.
    connection.execute("PRAGMA synchronous=NORMAL")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
