"""B08: each reason reaches the client with its one status, and can be read back."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import grpc
import pytest
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status
from tests.chassis.matches import bearer, client, failure, matches

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1.match_pb2 import GetMatchRequest, GetMatchResponse
from sagahall.api.match.v1.match_pb2_grpc import MatchServiceStub
from sagahall.chassis.refusals import DETAILS_KEY, STATUS, FieldViolation, Refusal, Refused, refusal_of
from sagahall.chassis.settings import Settings

PROTO = Path(__file__).parent.parent.parent / "protos/sagahall/api/common/v1/common.proto"
SENT = [reason for reason in Reason.values() if reason != Reason.REASON_UNSPECIFIED]


async def refuse(refused: Refused, settings: Settings, token: str, match: str = "") -> grpc.aio.AioRpcError:
    """The error that a client gets when a handler raises this."""

    async def get(request: GetMatchRequest) -> GetMatchResponse:
        raise refused

    async with matches(settings, get) as service, client(service) as stub:
        return await failure(stub.GetMatch(GetMatchRequest(match=match), metadata=bearer(token)))


def details(error: grpc.aio.AioRpcError) -> dict[str, bytes]:
    """The details of a status by their type."""
    status = Status.FromString(dict(error.trailing_metadata())[DETAILS_KEY])
    assert (status.code, status.message) == (error.code().value[0], error.details())
    return {detail.type_url.rpartition("/")[2]: detail.value for detail in status.details}


def test_the_table_says_what_the_comments_of_the_proto_say() -> None:
    said = re.findall(r"// ([A-Z_]+): .*\n\s*(REASON_[A-Z_]+) =", PROTO.read_text(encoding="utf-8"))
    assert {Reason.Value(name): grpc.StatusCode[code] for code, name in said} == dict(STATUS)
    assert sorted(STATUS) == sorted(SENT)


@pytest.mark.parametrize("reason", SENT, ids=map(Reason.Name, SENT))
async def test_every_reason_reaches_the_client(
    reason: Reason.ValueType, settings: Settings, token: Callable[[str], str]
) -> None:
    wrong = (FieldViolation("move.road", "is taken"),)
    refused = Refused(reason, "nö", rule="road-is-taken", version=7, fields=wrong, ticket="abc")
    error = await refuse(refused, settings, token("nora"), match="p01-abc")
    assert error.code() == STATUS[reason]
    assert error.details() == "nö"
    assert refusal_of(error) == refused.refusal
    info = ErrorInfo.FromString(details(error)["google.rpc.ErrorInfo"])
    assert (info.reason, info.domain) == (Reason.Name(reason).removeprefix("REASON_"), "sagahall")
    assert dict(info.metadata) == {"rule": "road-is-taken", "version": "7", "match": "p01-abc", "ticket": "abc"}


async def test_what_is_not_known_is_left_out(settings: Settings, token: Callable[[str], str]) -> None:
    error = await refuse(Refused(Reason.REASON_NOT_ALLOWED, "no"), settings, token("nora"))
    assert refusal_of(error) == Refusal(Reason.REASON_NOT_ALLOWED, "no")
    assert not ErrorInfo.FromString(details(error)["google.rpc.ErrorInfo"]).metadata


async def test_a_malformed_request_is_told_its_wrong_fields_the_standard_way(
    settings: Settings, token: Callable[[str], str]
) -> None:
    fields = (FieldViolation("a", "is wrong"), FieldViolation("b.c", "is missing"))
    error = await refuse(Refused(Reason.REASON_MALFORMED, "no", fields=fields), settings, token("nora"))
    bad = BadRequest.FromString(details(error)["google.rpc.BadRequest"])
    assert [FieldViolation(one.field, one.description) for one in bad.field_violations] == list(fields)


@pytest.mark.parametrize("reason", [Reason.REASON_UNAVAILABLE, Reason.REASON_RESOURCE_EXHAUSTED])
async def test_a_call_that_may_be_repeated_is_told_when(
    reason: Reason.ValueType, settings: Settings, token: Callable[[str], str]
) -> None:
    error = await refuse(Refused(reason, "later"), settings, token("nora"))
    assert RetryInfo.FromString(details(error)["google.rpc.RetryInfo"]).retry_delay.seconds == 1


async def test_a_refusal_that_quotes_without_end_still_arrives(settings: Settings, token: Callable[[str], str]) -> None:
    fields = tuple(FieldViolation(f"options[{n}].{'ö' * 1000}", "x" * 100_000) for n in range(1000))
    error = await refuse(Refused(Reason.REASON_MALFORMED, "ö" * 100_000, fields=fields), settings, token("nora"))
    assert error.code() == grpc.StatusCode.INVALID_ARGUMENT
    arrived = refusal_of(error)
    assert arrived is not None
    assert len(arrived.fields) == 10
    assert arrived.fields[9] == FieldViolation(f"options[9].{'ö' * 43}...", f"{'x' * 97}...")
    assert arrived.detail == f"{'ö' * 148}..."


def test_a_client_without_asyncio_reads_the_same() -> None:
    """The sync stack has another class of error, with metadata of another type."""
    with grpc.insecure_channel("127.0.0.1:1") as channel, pytest.raises(grpc.RpcError) as caught:
        MatchServiceStub(channel).GetMatch(GetMatchRequest())
    assert refusal_of(caught.value) is None


@pytest.mark.parametrize("raw", [b"\xff\xff", Status(code=5).SerializeToString()])
def test_details_of_somebody_else_are_no_refusal(raw: bytes) -> None:
    metadata = grpc.aio.Metadata((DETAILS_KEY, raw))
    error = grpc.aio.AioRpcError(grpc.StatusCode.NOT_FOUND, grpc.aio.Metadata(), metadata)
    assert refusal_of(error) is None


def test_clients_need_nothing_but_the_base_install_to_read_refusals() -> None:
    services_only = ("cryptography", "jwt", "pydantic", "redis", "sqlalchemy", "structlog", "uvloop")
    script = "import sys; sys.modules.update(dict.fromkeys(sys.argv[1:])); import sagahall.chassis.refusals"
    subprocess.run([sys.executable, "-c", script, *services_only], check=True)
