"""Why a call was refused: one value on both sides of the wire.

A service raises :class:`Refused`; the server turns it into a gRPC status whose details carry
``common.v1.Refusal`` and ``google.rpc.ErrorInfo`` with the same reason. A client gets the value back with
:func:`refusal_of`. This module needs nothing but grpcio and protobuf, because clients use it too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import cast

import grpc
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import DecodeError, Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from sagahall.api.common.v1 import common_pb2
from sagahall.api.common.v1.common_pb2 import Reason

DOMAIN = "sagahall"
DETAILS_KEY = "grpc-status-details-bin"
RETRY_SECONDS = 1
"""When a client may come back to a service that is busy or misses a store."""

STATUS = MappingProxyType(
    {
        Reason.REASON_MALFORMED: grpc.StatusCode.INVALID_ARGUMENT,
        Reason.REASON_ILLEGAL_MOVE: grpc.StatusCode.FAILED_PRECONDITION,
        Reason.REASON_MATCH_OVER: grpc.StatusCode.FAILED_PRECONDITION,
        Reason.REASON_STALE_VERSION: grpc.StatusCode.ABORTED,
        Reason.REASON_VERSION_AHEAD: grpc.StatusCode.ABORTED,
        Reason.REASON_REQUEST_ID_REUSED: grpc.StatusCode.ALREADY_EXISTS,
        Reason.REASON_NOT_YOUR_SEAT: grpc.StatusCode.PERMISSION_DENIED,
        Reason.REASON_MATCH_NOT_FOUND: grpc.StatusCode.NOT_FOUND,
        Reason.REASON_TICKET_NOT_FOUND: grpc.StatusCode.NOT_FOUND,
        Reason.REASON_UNAUTHENTICATED: grpc.StatusCode.UNAUTHENTICATED,
        Reason.REASON_RESOURCE_EXHAUSTED: grpc.StatusCode.RESOURCE_EXHAUSTED,
        Reason.REASON_UNAVAILABLE: grpc.StatusCode.UNAVAILABLE,
        Reason.REASON_MATCH_PARKED: grpc.StatusCode.FAILED_PRECONDITION,
        Reason.REASON_NOT_ALLOWED: grpc.StatusCode.PERMISSION_DENIED,
        Reason.REASON_TICKET_TAKEN: grpc.StatusCode.FAILED_PRECONDITION,
        Reason.REASON_ALREADY_WAITING: grpc.StatusCode.ALREADY_EXISTS,
        Reason.REASON_ALREADY_RUNNING: grpc.StatusCode.ALREADY_EXISTS,
    }
)
"""The status code of each reason; the comments of ``common.v1.Reason`` say the same."""


@dataclass(frozen=True, slots=True)
class FieldViolation:
    """One wrong field of a request: its path in the request, and what is wrong with it, for people."""

    field: str
    detail: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a call was refused; the fields are those of ``common.v1.Refusal``."""

    reason: Reason.ValueType
    detail: str
    rule: str = ""
    version: int = 0
    fields: tuple[FieldViolation, ...] = ()
    ticket: str = ""


class Refused(Exception):
    """Raised by a service to refuse the call that it works on."""

    def __init__(
        self,
        reason: Reason.ValueType,
        detail: str,
        *,
        rule: str = "",
        version: int = 0,
        fields: tuple[FieldViolation, ...] = (),
        ticket: str = "",
    ) -> None:
        super().__init__(detail)
        self.refusal = Refusal(reason, detail, rule, version, fields, ticket)


def to_status(refusal: Refusal, match: str = "") -> tuple[grpc.StatusCode, str, tuple[tuple[str, bytes]]]:
    """Put a refusal into the code, the message and the trailing metadata of a status.

    ``match`` is told where it is known. What is too long is cut, because clients drop more than 8 KiB of metadata.
    """
    told = _cut_to_size(refusal)
    code = STATUS[told.reason]
    status = Status(code=code.value[0], message=told.detail)
    for message in (_to_message(told), _error_info(told, match), *_hints(told)):
        status.details.add().Pack(message)
    return code, told.detail, ((DETAILS_KEY, bytes(status.SerializeToString())),)


def refusal_of(error: grpc.RpcError) -> Refusal | None:
    """Tell why a call was refused; None if the error says nothing that a Sagahall service would say."""
    metadata = dict(cast("Iterable[tuple[str, str | bytes]]", error.trailing_metadata() or ()))
    raw = metadata.get(DETAILS_KEY)
    return _from_status(raw) if isinstance(raw, bytes) else None


def _cut_to_size(refusal: Refusal) -> Refusal:
    fields = tuple(FieldViolation(_cut(f.field, 100), _cut(f.detail, 100)) for f in refusal.fields[:10])
    return replace(refusal, detail=_cut(refusal.detail, 300), rule=_cut(refusal.rule, 100), fields=fields)


def _cut(text: str, longest: int) -> str:
    whole = text.encode()
    return text if len(whole) <= longest else f"{whole[: longest - 3].decode(errors='ignore')}..."


def _from_status(raw: bytes) -> Refusal | None:
    packed, status = common_pb2.Refusal(), Status()
    try:
        status.ParseFromString(raw)
        found = any(detail.Unpack(packed) for detail in status.details)
    except DecodeError:
        return None
    return _from_message(packed) if found else None


def _to_message(refusal: Refusal) -> common_pb2.Refusal:
    return common_pb2.Refusal(
        reason=refusal.reason,
        rule=refusal.rule,
        version=refusal.version,
        fields=[common_pb2.FieldViolation(field=field.field, detail=field.detail) for field in refusal.fields],
        detail=refusal.detail,
        ticket=refusal.ticket,
    )


def _from_message(message: common_pb2.Refusal) -> Refusal:
    fields = tuple(FieldViolation(field.field, field.detail) for field in message.fields)
    return Refusal(message.reason, message.detail, message.rule, message.version, fields, message.ticket)


def _error_info(refusal: Refusal, match: str) -> ErrorInfo:
    known = {"rule": refusal.rule, "version": str(refusal.version or ""), "match": match, "ticket": refusal.ticket}
    return ErrorInfo(
        reason=Reason.Name(refusal.reason).removeprefix("REASON_"),
        domain=DOMAIN,
        metadata={name: value for name, value in known.items() if value},
    )


def _hints(refusal: Refusal) -> list[Message]:
    if refusal.reason == Reason.REASON_MALFORMED:
        violations = [BadRequest.FieldViolation(field=f.field, description=f.detail) for f in refusal.fields]
        return [BadRequest(field_violations=violations)]
    if refusal.reason in (Reason.REASON_RESOURCE_EXHAUSTED, Reason.REASON_UNAVAILABLE):
        return [RetryInfo(retry_delay=Duration(seconds=RETRY_SECONDS))]
    return []
