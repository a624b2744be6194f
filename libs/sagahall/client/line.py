"""A line to one service: calls that are retried where that is safe, and streams that are resumed.

Every call may be repeated as it is: reads change nothing, and a command carries a request id. The channel itself
retries UNAVAILABLE a few times within about two seconds (``service_config.json``, which clients in other languages can
load as well); *patience*, on top of that, is for services that are away for longer.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from importlib.resources import files
from typing import TypeVar

import grpc

from sagahall.client.errors import error_of

Request = TypeVar("Request")
Response = TypeVar("Response")

Token = str | Callable[[], str]
"""A bearer token, or a function that returns the present one for tokens that are renewed."""

TellOutage = Callable[[bool], None]
"""Is told True when a service is away and is tried again, and False when it is back."""

CALL_SECONDS = 30.0
"""How long one attempt of a unary call may take."""
BROKEN_OFF = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
"""The codes of what may be asked again: gRPC cancels a call that reaches a process in the moment in which it ends."""
PAUSE_SECONDS = 0.2
"""How long to wait before the next attempt, once the channel has given up."""

_SERVICE_CONFIG = files(__package__).joinpath("service_config.json").read_text(encoding="utf-8")
_OPTIONS = (
    ("grpc.service_config", _SERVICE_CONFIG),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
)


def open_channel(address: str, credentials: grpc.ChannelCredentials | None) -> grpc.aio.Channel:
    """A channel to ``address``: TLS with credentials, plain without. It connects at the first call."""
    if credentials is None:
        return grpc.aio.insecure_channel(address, options=_OPTIONS)
    return grpc.aio.secure_channel(address, credentials, options=_OPTIONS)


class _Patience:
    """How long to go on trying since something last worked."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.renew()

    def renew(self) -> None:
        self._until = time.monotonic() + self._seconds

    async def outlasts(self, error: grpc.aio.AioRpcError) -> bool:
        """Whether to try again after this error; waits a moment before it says so."""
        if error.code() not in BROKEN_OFF or time.monotonic() + PAUSE_SECONDS > self._until:
            return False
        await asyncio.sleep(PAUSE_SECONDS)
        return True


class Line:
    """Makes the calls to the service at ``address`` in the name of the token. Every method raises ClientError."""

    def __init__(self, address: str, token: Token, patience: float, tell_outage: TellOutage) -> None:
        self._address = address
        self._token = token
        self._patience = patience
        self._tell_outage = tell_outage
        self._away = False

    async def call(self, method: grpc.aio.UnaryUnaryMultiCallable[Request, Response], request: Request) -> Response:
        """Sends the request, the same one again while the service is unavailable and patience lasts."""
        patience = _Patience(self._patience)
        while True:
            try:
                response = await method(request, timeout=CALL_SECONDS, metadata=self._metadata())
            except grpc.aio.AioRpcError as error:
                if not await patience.outlasts(error):
                    raise error_of(error, self._address) from error
                self._is(away=True)
            else:
                self._is(away=False)
                return response

    async def stream(
        self,
        method: grpc.aio.UnaryStreamMultiCallable[Request, Response],
        request: Request,
        advance: Callable[[Response], None],
    ) -> AsyncGenerator[Response, None]:
        """Yields what the service streams. After a break the request is sent again; ``advance`` is called with each
        response before it is yielded, and changes the request so that it asks for what comes next."""
        patience = _Patience(self._patience)
        while True:
            call = method(request, metadata=self._metadata())
            answered = False
            try:
                async for response in call:
                    patience.renew()
                    answered = True
                    self._is(away=False)
                    advance(response)
                    yield response
            except grpc.aio.AioRpcError as error:
                if not await patience.outlasts(error):
                    raise error_of(error, self._address) from error
                # A stream that breaks may go on at once, as when one replica of several ends.
                if not answered:
                    self._is(away=True)
            else:
                return
            finally:
                call.cancel()

    def _is(self, *, away: bool) -> None:
        if away != self._away:
            self._away = away
            self._tell_outage(away)

    def _metadata(self) -> tuple[tuple[str, str], ...]:
        token = self._token if isinstance(self._token, str) else self._token()
        return (("authorization", f"Bearer {token}"),)
