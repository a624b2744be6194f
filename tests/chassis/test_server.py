"""What a service says of itself, and to whoever starts it."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.reflection_pb2 import ServerReflectionRequest, ServerReflectionResponse
from tests.chassis import app
from tests.chassis.matches import API, bearer, client, failure, matches

from sagahall.api.match.v1.match_pb2 import GetMatchRequest
from sagahall.chassis.server import Service, serving
from sagahall.chassis.settings import Settings
from sagahall.internal.log.v1 import record_pb2

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
EDITIONS = ("grpc.reflection.v1alpha.ServerReflection", "grpc.reflection.v1.ServerReflection")
MATCH_SERVICE = "sagahall.api.match.v1.MatchService"


@asynccontextmanager
async def channel_to(service: Service) -> AsyncIterator[grpc.aio.Channel]:
    async with grpc.aio.insecure_channel(f"127.0.0.1:{service.port}") as channel:
        yield channel


@pytest.mark.parametrize("name", ["", MATCH_SERVICE])
async def test_health_is_told_per_service_to_anybody(name: str, settings: Settings) -> None:
    request = health_pb2.HealthCheckRequest(service=name)
    async with matches(settings) as service, channel_to(service) as channel:
        health = health_pb2_grpc.HealthStub(channel)
        watch = aiter(health.Watch(request))
        assert (await anext(watch)).status == SERVING
        await service.set_serving(False)
        assert (await health.Check(request)).status == NOT_SERVING
        assert (await anext(watch)).status == NOT_SERVING
        await service.set_serving(True)
        assert (await anext(watch)).status == SERVING


async def test_the_health_of_a_service_that_is_not_there_is_not_found(settings: Settings) -> None:
    async with matches(settings) as service, channel_to(service) as channel:
        call = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(service="elsewhere"))
        assert (await failure(call)).code() == grpc.StatusCode.NOT_FOUND


async def reflect(service: Service, edition: str = EDITIONS[0], **question: str) -> ServerReflectionResponse:
    async with channel_to(service) as channel:
        ask = channel.stream_stream(
            f"/{edition}/ServerReflectionInfo",
            request_serializer=ServerReflectionRequest.SerializeToString,
            response_deserializer=ServerReflectionResponse.FromString,
        )
        return await anext(aiter(ask(iter([ServerReflectionRequest(**question)]))))


@pytest.mark.parametrize("edition", EDITIONS)
async def test_a_client_with_nothing_in_hand_learns_the_whole_public_api(edition: str, settings: Settings) -> None:
    async with matches(settings) as service:
        listed = await reflect(service, edition, list_services="")
        files = await reflect(service, edition, file_containing_symbol=MATCH_SERVICE)
    names = {one.name for one in listed.list_services_response.service}
    assert names == {MATCH_SERVICE, "grpc.health.v1.Health", *EDITIONS}
    contents = b"".join(files.file_descriptor_response.file_descriptor_proto)
    assert b"sagahall/api/elfenland/v1/elfenland.proto" in contents
    assert b"sagahall/api/common/v1/common.proto" in contents
    assert b"internal" not in contents


@pytest.mark.parametrize(
    "name",
    [
        "grpc.health.v1.Health",
        *EDITIONS,
        "sagahall.api.common.v1.Refusal",
        "google.rpc.ErrorInfo",
        "google.rpc.BadRequest",
        "google.rpc.RetryInfo",
    ],
)
async def test_all_that_is_listed_and_the_details_of_refusals_can_be_looked_up(name: str, settings: Settings) -> None:
    async with matches(settings) as service:
        answer = await reflect(service, file_containing_symbol=name)
    assert answer.file_descriptor_response.file_descriptor_proto


@pytest.mark.parametrize(
    "question",
    [
        {"file_by_filename": record_pb2.DESCRIPTOR.name},
        {"file_containing_symbol": record_pb2.Record.DESCRIPTOR.full_name},
        {"file_containing_symbol": "sagahall.internal.log.v1"},
    ],
)
async def test_what_is_stored_is_not_shown(question: dict[str, str], settings: Settings) -> None:
    async with matches(settings) as service:
        answer = await reflect(service, **question)
    assert answer.error_response.error_code == grpc.StatusCode.NOT_FOUND.value[0]


async def test_what_start_has_opened_is_closed_even_if_serving_fails(settings: Settings) -> None:
    closed = asyncio.Event()

    @asynccontextmanager
    async def start(service: Service) -> AsyncIterator[None]:
        try:
            yield
        finally:
            closed.set()

    with pytest.raises(RuntimeError, match="in the middle"):
        async with serving("rules", [API], start, settings):
            raise RuntimeError("in the middle")
    assert closed.is_set()


def start_and_fail(settings: Settings, folder: Path, **changes: str) -> tuple[int, str]:
    """Start a whole service that cannot run; its exit code and what it says."""
    result = subprocess.run(
        [sys.executable, "-m", app.__name__],
        env=app.environment(settings, JOURNAL=str(folder / "journal"), **changes),
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    return result.returncode, result.stderr


def test_a_port_in_use_is_told_with_the_setting_that_chose_it(settings: Settings, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, said = start_and_fail(settings, tmp_path, SAGAHALL_RULES_PORT=str(port))
    assert code == 2
    assert said.splitlines()[-1] == (
        f"SAGAHALL_RULES_PORT: cannot listen on 127.0.0.1:{port}; another process may be using port {port}"
    )


async def test_a_second_process_never_shares_the_port_of_the_first(settings: Settings, tmp_path: Path) -> None:
    async with matches(settings) as service:
        code, said = await asyncio.to_thread(start_and_fail, settings, tmp_path, SAGAHALL_RULES_PORT=str(service.port))
    assert (code, "SAGAHALL_RULES_PORT: cannot listen" in said) == (2, True)


def test_wrong_settings_and_keys_stop_a_service_before_it_starts(settings: Settings, tmp_path: Path) -> None:
    assert start_and_fail(settings, tmp_path, SAGAHALL_RULES_PORT="none") == (
        2,
        "SAGAHALL_RULES_PORT: must be a valid integer, unable to parse string as an integer\n",
    )
    code, said = start_and_fail(settings, tmp_path, SAGAHALL_PLAYER_PUBLIC_KEY=str(tmp_path / "none.pem"))
    assert code == 2
    assert said.startswith("SAGAHALL_PLAYER_PUBLIC_KEY: cannot read the public key: ")


async def test_a_service_whose_work_crashes_says_so_finishes_its_calls_and_exits(
    settings: Settings, token: Callable[[str], str], tmp_path: Path
) -> None:
    async with app.running(settings, tmp_path) as process, client(process) as stub:
        nora = bearer(token("nora"))
        held = stub.GetMatch(GetMatchRequest(match="held"), metadata=nora)
        await process.begun(1)
        await stub.GetMatch(GetMatchRequest(match=app.CRASH), metadata=nora)
        assert (await held).match.match == "held"
        assert await process.process.wait() == 1
        last = json.loads((await process.stderr.read()).splitlines()[-1])
        assert (last["event"], last["level"]) == ("crashed", "error")
        assert "RuntimeError: the work has crashed" in last["exception"]
        assert process.journal.read_text().endswith("done held\nclosed\n")
