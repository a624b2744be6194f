"""What the other services read from the archive, and that nobody else does."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest
from tests.processes import free_port
from tests.projection.archiving import append
from tests.projection.playing import match_named, play
from tests.projection.serving import SECONDS, Client, projection_service, refusal

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.projection.v1.projection_pb2 import GetReplayRequest
from sagahall.chassis import auth
from sagahall.chassis.settings import Settings
from sagahall.eventlog.log import EventLog
from sagahall.internal.archive.v1.archive_pb2 import ReadRecordsRequest
from sagahall.internal.archive.v1.archive_pb2_grpc import ArchiveServiceStub
from sagahall.projection.servicer import RECORDS
from sagahall.rules.archive import ArchiveClient

STEPS = play("one", ("ann", "bob", "cid", "dan"))


@pytest.fixture
def placed(projection_settings: Settings) -> Settings:
    return projection_settings.model_copy(update={"projection_port": free_port()})


@pytest.fixture
async def service(placed: Settings, token: Callable[[str], str], log: EventLog) -> AsyncIterator[Client]:
    """A running service which has archived a match."""
    async with projection_service(placed, token) as client:
        await append(log, STEPS)
        await client.replay("ann", GetReplayRequest(match=match_named("one"), min_version=len(STEPS)))
        yield client


@pytest.fixture
async def archive(placed: Settings, service: Client) -> AsyncIterator[ArchiveClient]:
    async with auth.connect(f"127.0.0.1:{placed.projection_port}", "rules", placed) as channel:
        yield ArchiveClient(channel)


async def test_records_are_read_byte_for_byte_from_any_version_on(archive: ArchiveClient) -> None:
    everything = [(step.record.version, step.stored) for step in STEPS]
    for after in range(len(STEPS) + 2):
        for count in (1, 3, len(STEPS), RECORDS, 2**31 - 1):
            assert await archive.read(match_named("one"), after, count) == everything[after:][:count]


async def test_of_a_match_that_is_not_there_there_are_no_records(archive: ArchiveClient) -> None:
    assert await archive.read(match_named("nobody's"), 0, 100) == []


async def test_a_player_reads_nothing_whoever_he_is(service: Client) -> None:
    """The records hold what no seat may know."""
    request = ReadRecordsRequest(match=match_named("one"), count=1)
    for player in ("ann", "eve", "rules"):
        metadata = (("authorization", f"Bearer {service.token(player)}"),)
        call = ArchiveServiceStub(service.channel).ReadRecords(request, metadata=metadata, timeout=SECONDS)
        assert (await refusal(anext(aiter(call)))).reason == Reason.REASON_NOT_ALLOWED


async def test_what_makes_no_sense_is_refused_with_the_names_of_the_fields(service: Client) -> None:
    metadata = (("authorization", f"Bearer {service.operator}"),)
    request = ReadRecordsRequest(match="{}", after_version=-1, count=0)
    call = ArchiveServiceStub(service.channel).ReadRecords(request, metadata=metadata, timeout=SECONDS)
    found = await refusal(anext(aiter(call)))
    assert [field.field for field in found.fields] == ["match", "after_version", "count"]
