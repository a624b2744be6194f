"""The archive of the projection service, for matches that have retired from the log."""

from __future__ import annotations

import grpc

from sagahall.eventlog.log import Entry
from sagahall.internal.archive.v1 import archive_pb2, archive_pb2_grpc

READ_SECONDS = 10.0


class ArchiveClient:
    """Reads stored records over a channel to the projection service."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub: archive_pb2_grpc.ArchiveServiceAsyncStub = archive_pb2_grpc.ArchiveServiceStub(channel)

    async def read(self, match: str, after_version: int, count: int) -> list[Entry]:
        """The records after a version, oldest first, at most ``count``. Raises grpc.aio.AioRpcError."""
        request = archive_pb2.ReadRecordsRequest(match=match, after_version=after_version, count=count)
        call = self._stub.ReadRecords(request, timeout=READ_SECONDS)
        return [Entry(answer.version, answer.record) async for answer in call]
