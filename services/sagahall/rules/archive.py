"""The archive of the projection service, for matches that have retired from the log."""

from __future__ import annotations

import grpc

from sagahall.eventlog.log import Entry
from sagahall.internal.archive.v1.archive_pb2 import ReadRecordsRequest
from sagahall.internal.archive.v1.archive_pb2_grpc import ArchiveServiceAsyncStub, ArchiveServiceStub

READ_SECONDS = 10.0


class ArchiveClient:
    """Reads stored records over a channel to the projection service."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub: ArchiveServiceAsyncStub = ArchiveServiceStub(channel)

    async def read(self, match: str, after_version: int, count: int) -> list[Entry]:
        """The records after a version, oldest first, at most ``count``. Raises grpc.aio.AioRpcError."""
        request = ReadRecordsRequest(match=match, after_version=after_version, count=count)
        call = self._stub.ReadRecords(request, timeout=READ_SECONDS)
        return [Entry(answer.version, answer.record) async for answer in call]
