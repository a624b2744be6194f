"""What a projection is: tables that are made from the records, and can be made again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from sqlalchemy import Connection, MetaData, select

from sagahall.internal.log.v1.record_pb2 import Record
from sagahall.projection import archive
from sagahall.projection.store import insert
from sagahall.projection.tables import projections


class Projection(ABC):
    """A read model. A new ``revision`` makes its tables anew, from the archive, when the service starts."""

    name: ClassVar[str]
    revision: ClassVar[int]
    tables: ClassVar[MetaData]

    @abstractmethod
    def apply(self, connection: Connection, records: Sequence[Record]) -> None:
        """Takes in records of any number of matches, those of a match in the order of its versions.

        Each row keeps the last version that it has taken in, and the same write ignores what comes again. It has no
        other source than the records and its own rows, so that it comes out the same however they are batched.
        """

    def ensure(self, connection: Connection) -> bool:
        """Makes the tables, unless this revision of them is there. Returns whether it did."""
        present = select(projections.c.revision).where(projections.c.projection == self.name)
        if connection.execute(present).scalar() == self.revision:
            return False
        self.tables.drop_all(connection)
        self.tables.create_all(connection)
        for page in archive.read_followed(connection):
            self.apply(connection, [Record.FromString(stored) for stored in page])
        statement = insert(connection, projections).values(projection=self.name, revision=self.revision)
        connection.execute(
            statement.on_conflict_do_update(index_elements=["projection"], set_={"revision": self.revision})
        )
        return True
