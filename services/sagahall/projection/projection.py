"""What a projection is: tables that are made from the records, and can be made again."""

from __future__ import annotations

import copy
import uuid
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Self

from sqlalchemy import Connection, MetaData, Table, quoted_name, select

from sagahall.internal.log.v1.record_pb2 import Record
from sagahall.projection import archive
from sagahall.projection.store import insert
from sagahall.projection.tables import projections

BESIDE = "_beside"
"""How the names of tables end that lie beside the live ones."""


class Projection(ABC):
    """A read model. A new ``revision`` makes its tables anew, from the archive, when the service starts."""

    name: ClassVar[str]
    revision: ClassVar[int]
    tables: MetaData
    """The tables that it writes to: the live ones, unless it stands beside them."""
    suffix = ""

    @abstractmethod
    def apply(self, connection: Connection, records: Sequence[Record]) -> None:
        """Takes in records of any number of matches, those of a match in the order of its versions.

        Each row keeps the last version that it has taken in, and the same write ignores what comes again. It has no
        other source than archived records and its own rows, so that it comes out the same however they are batched.
        """

    def collect(self, connection: Connection, records: Sequence[Record]) -> None:
        """The same for many records of many matches, as they lie in the archive: ``complete`` does the rest of it."""
        self.apply(connection, records)

    def complete(self, connection: Connection) -> bool:
        """Does a part of what ``collect`` has left undone. Returns whether there may be more of it."""
        return False

    def own(self, live: Table) -> Table:
        """The table that it writes to where others write to a live one."""
        return self.tables.tables[live.name + self.suffix]

    def beside(self) -> Self:
        """The same projection with tables of its own beside the live ones."""
        other = copy.copy(self)
        other.suffix = BESIDE
        other.tables = MetaData()
        mark = uuid.uuid4().hex[:8]
        for live in self.tables.tables.values():
            for index in live.to_metadata(other.tables, name=live.name + BESIDE).indexes:
                # Tables can take over a name, but SQLite's indexes cannot.
                index.name = quoted_name(f"{index.name}_{mark}", quote=None)
        return other

    def ensure(self, connection: Connection) -> bool:
        """Makes the tables, unless this revision of them is there. Returns whether it did."""
        present = select(projections.c.revision).where(projections.c.projection == self.name)
        if connection.execute(present).scalar() == self.revision:
            return False
        self.beside().tables.drop_all(connection)  # a rebuild for another revision is of no use any more
        self.tables.drop_all(connection)
        self.tables.create_all(connection)
        for page in archive.read_followed(connection):
            self.collect(connection, [Record.FromString(stored) for stored in page])
        while self.complete(connection):
            pass
        statement = insert(connection, projections).values(projection=self.name, revision=self.revision)
        connection.execute(
            statement.on_conflict_do_update(index_elements=["projection"], set_={"revision": self.revision})
        )
        return True
