"""Who makes the present call, and how a service says who it is when it calls another."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextvars import ContextVar
from typing import TypeVar

import grpc

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.keys import InvalidKey, read_public_key
from sagahall.chassis.logging import traceparent
from sagahall.chassis.refusals import Refused
from sagahall.chassis.settings import PREFIX, Settings, fail
from sagahall.chassis.tokens import Caller, InvalidToken, Verifier, mint_service_token

Request = TypeVar("Request")
Response = TypeVar("Response")

SERVICE_TOKEN_SECONDS = 60
CALL_SECONDS = 10.0
RECONNECT_SECONDS = 1.0

_caller: ContextVar[Caller] = ContextVar("caller")


def caller() -> Caller:
    """Who makes the call that this task works on. Raises LookupError outside of a call that was let in."""
    return _caller.get()


def verifier(settings: Settings) -> Verifier:
    """The verifier for an installation's tokens; without a readable public key the process exits with 2."""
    try:
        key = read_public_key(settings.player_public_key)
    except InvalidKey as error:
        fail(f"{PREFIX}PLAYER_PUBLIC_KEY: {error}")
    return Verifier(key, settings.service_key.get_secret_value())


def authenticate(verifier: Verifier, authorizations: Sequence[str]) -> Caller:
    """Let a call in by its ``authorization`` metadata. Raises Refused with UNAUTHENTICATED."""
    if len(authorizations) > 1:
        raise Refused(Reason.REASON_UNAUTHENTICATED, "the call carries more than one authorization")
    scheme, _, token = "".join(authorizations).partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise Refused(Reason.REASON_UNAUTHENTICATED, "the call carries no authorization: Bearer <token>")
    try:
        who = verifier.verify(token.strip())
    except InvalidToken as error:
        raise Refused(Reason.REASON_UNAUTHENTICATED, str(error)) from None
    _caller.set(who)
    return who


def connect(address: str, service: str, settings: Settings) -> grpc.aio.Channel:
    """Open a channel to another service; every call on it, unary or streaming, carries a fresh token of ``service``.

    A service that was down, for however long, is found within about RECONNECT_SECONDS once it is back.
    """
    credentials = _Credentials(service, settings.service_key.get_secret_value())
    keepalive = int(settings.keepalive_seconds * 1000)
    options = [
        ("grpc.keepalive_time_ms", keepalive),
        ("grpc.keepalive_timeout_ms", keepalive),
        ("grpc.max_reconnect_backoff_ms", int(RECONNECT_SECONDS * 1000)),
    ]
    return grpc.aio.insecure_channel(address, options=options, interceptors=[_Unary(credentials), _Stream(credentials)])


class _Credentials:
    """A service's token, replaced when half its time is over."""

    def __init__(self, service: str, key: str) -> None:
        self._service = service
        self._key = key
        self._token = ""
        self._renew_at = 0.0

    def sign(self, details: grpc.aio.ClientCallDetails, timeout: float | None) -> grpc.aio.ClientCallDetails:
        """Add the token, the trace context of the present call and a deadline to what is known of an outgoing call."""
        metadata = grpc.aio.Metadata(*(details.metadata or ()))
        metadata["authorization"] = f"Bearer {self._fresh()}"
        if trace := traceparent():
            metadata["traceparent"] = trace
        return grpc.aio.ClientCallDetails(
            details.method, details.timeout or timeout, metadata, details.credentials, details.wait_for_ready
        )

    def _fresh(self) -> str:
        now = time.monotonic()
        if now >= self._renew_at:
            self._token = mint_service_token(self._key, self._service, SERVICE_TOKEN_SECONDS)
            self._renew_at = now + SERVICE_TOKEN_SECONDS / 2
        return self._token


class _Unary(grpc.aio.UnaryUnaryClientInterceptor):
    def __init__(self, credentials: _Credentials) -> None:
        self._credentials = credentials

    async def intercept_unary_unary(
        self,
        continuation: Callable[
            [grpc.aio.ClientCallDetails, Request], Awaitable[grpc.aio.UnaryUnaryCall[Request, Response]]
        ],
        client_call_details: grpc.aio.ClientCallDetails,
        request: Request,
    ) -> Response | grpc.aio.UnaryUnaryCall[Request, Response]:
        return await continuation(self._credentials.sign(client_call_details, CALL_SECONDS), request)


class _Stream(grpc.aio.UnaryStreamClientInterceptor):
    def __init__(self, credentials: _Credentials) -> None:
        self._credentials = credentials

    async def intercept_unary_stream(
        self,
        continuation: Callable[
            [grpc.aio.ClientCallDetails, Request], Awaitable[grpc.aio.UnaryStreamCall[Request, Response]]
        ],
        client_call_details: grpc.aio.ClientCallDetails,
        request: Request,
    ) -> AsyncIterator[Response] | grpc.aio.UnaryStreamCall[Request, Response]:
        return await continuation(self._credentials.sign(client_call_details, None), request)
