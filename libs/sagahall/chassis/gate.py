"""The gate that every call passes: it is let in, counted, logged, and however it ends, its caller gets one status."""

from __future__ import annotations

import asyncio
import inspect
import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeAlias, TypeVar, cast

import grpc
import structlog

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis import requests, validate
from sagahall.chassis.auth import authenticate
from sagahall.chassis.errors import refusal_for
from sagahall.chassis.logging import bind, bind_traceparent, bound
from sagahall.chassis.metrics import ServiceMetrics
from sagahall.chassis.refusals import Refusal, Refused, to_status
from sagahall.chassis.tokens import Verifier

Request = TypeVar("Request")
Response = TypeVar("Response")
T = TypeVar("T")
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"

HEALTH_CHECK = "/grpc.health.v1.Health/Check"
OPEN = (
    "/grpc.health.v1.Health/",
    "/grpc.reflection.v1.ServerReflection/",
    "/grpc.reflection.v1alpha.ServerReflection/",
)
"""The services that anybody may call."""
LONGEST_CALL_SECONDS = 30.0
"""After which a unary call is given up, should its caller have set no deadline."""
LONGEST_WRITE_SECONDS = 30.0
"""How long a message of a stream may wait until its client makes room for it by reading what came before."""
MOMENT_SECONDS = 0.02
QUIET_MOMENTS = 5
"""For how many moments no call may come before a stopping process takes its callers for informed."""
BUSY_MOMENTS = 25
MOST_MOMENTS = 75
"""After how many moments a single quiet one will do, as where new callers keep coming, and the most."""
TRACEPARENT = re.compile(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")

_log = structlog.stdlib.get_logger(__name__)


@dataclass(eq=False, slots=True)
class _Lane:
    """The running calls of one kind, and how many there may be."""

    most: int
    running: set[asyncio.Task[Any]] = field(default_factory=set)

    def cancel(self) -> None:
        """Cancel them wherever they wait."""
        for task in self.running:
            task.cancel()


class Gate(grpc.aio.ServerInterceptor):
    """Wraps the handler of every call.

    A handler learns from :func:`sagahall.chassis.auth.caller` who calls, and refuses by raising Refused. When the
    process stops, streams are cancelled wherever they wait, and end with UNAVAILABLE; unary calls finish.
    """

    def __init__(self, verifier: Verifier, metrics: ServiceMetrics, max_calls: int, max_streams: int) -> None:
        self.stopping = asyncio.Event()
        """Set once the process begins to stop."""
        self._verifier = verifier
        self._metrics = metrics
        self._calls = _Lane(max_calls)
        self._streams = _Lane(max_streams)
        self._open_streams = _Lane(max_streams)
        self._wrapped: dict[str, Handler] = {}
        self._arrivals = 0
        metrics.open_streams.set_function(lambda: len(self._streams.running))

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[grpc.RpcMethodHandler[Request, Response] | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> grpc.RpcMethodHandler[Request, Response] | None:
        """Find the wrapped handler of a method; None if there is no such method."""
        self._arrivals += 1
        method = handler_call_details.method
        if method not in self._wrapped:
            handler = await continuation(handler_call_details)
            if handler is None:
                return None
            self._wrapped[method] = self._wrap(method, handler)
        return self._wrapped[method]

    async def close(self) -> None:
        """Let nothing in any more, end the streams, and return when callers have been told and have gone quiet.

        A call that still waits to be let in when gRPC stops is broken off as CANCELLED, which nobody retries. So each
        is refused with UNAVAILABLE first, until for a moment none comes: callers back off before they try again.
        """
        self.stopping.set()
        self._streams.cancel()
        await self._quiet()
        # These go last, so that whoever watches the health of the service has had the time to see why.
        self._open_streams.cancel()

    async def _quiet(self) -> None:
        """Wait for some moments in a row without a call: of a single long one, a busy process may have slept half."""
        moments = 0
        for moment in range(MOST_MOMENTS):
            before = self._arrivals
            await asyncio.sleep(MOMENT_SECONDS)
            moments = moments + 1 if self._arrivals == before else 0
            if moments >= (QUIET_MOMENTS if moment < BUSY_MOMENTS else 1):
                return

    async def answered(self) -> None:
        """Wait until the handlers of all unary calls have returned."""
        while running := self._calls.running:
            await asyncio.wait(running)

    async def emptied(self) -> None:
        """Wait until the last handler has returned, its clean-up included."""
        while running := self._calls.running | self._streams.running | self._open_streams.running:
            await asyncio.wait(running)

    def _wrap(self, method: str, handler: Handler) -> Handler:
        parse, serialize = handler.request_deserializer, handler.response_serializer
        if handler.request_streaming:
            return grpc.stream_stream_rpc_method_handler(self._stream(method, handler.stream_stream), parse, serialize)
        if handler.response_streaming:
            stream = self._stream(method, handler.unary_stream, parse)
            return grpc.unary_stream_rpc_method_handler(stream, None, serialize)
        return grpc.unary_unary_rpc_method_handler(self._call(method, handler.unary_unary, parse, serialize))

    def _call(self, method: str, behaviour: Any, parse: Any, serialize: Any) -> Any:
        # Both conversions happen in here so that their failures, too, end in a proper status.
        async def call(raw: bytes, context: Context) -> bytes:
            async def answer() -> bytes:
                return serialize(await behaviour(_parse(parse, raw), context))  # type: ignore[no-any-return]

            return await self._pass(method, context, self._calls, lambda: _in_time(answer()))

        return call

    def _stream(self, method: str, behaviour: Any, parse: Any = None) -> Any:
        lane = self._open_streams if method.startswith(OPEN) else self._streams

        async def stream(raw: Any, context: Context) -> None:
            async def answer() -> None:
                request = _parse(parse, raw) if parse else raw
                if inspect.iscoroutinefunction(behaviour):
                    await behaviour(request, context)
                else:
                    await _write(behaviour(request, context), context)

            await self._pass(method, context, lane, answer)

        return stream

    async def _pass(self, method: str, context: Context, lane: _Lane, answer: Callable[[], Awaitable[T]]) -> T:
        """Let a call in and answer it, or end it with the status that says why not."""
        task, started = asyncio.current_task(), time.perf_counter()
        assert task is not None
        lane.running.add(task)
        try:
            return await self._answer_or_refuse(method, context, lane, answer)
        except (asyncio.CancelledError, grpc.aio.InternalError):
            # Nobody is left to be answered. Of a write that failed for that, gRPC makes an error for operators.
            context.set_code(grpc.StatusCode.CANCELLED)
            raise asyncio.CancelledError from None
        finally:
            lane.running.discard(task)
            code = cast("grpc.StatusCode | None", context.code()) or grpc.StatusCode.OK
            seconds = time.perf_counter() - started
            self._metrics.ended(method, code.name, seconds)
            # Calls that go well are many, and their lines cost as much as a move: they are for looking closely.
            log = _log.debug if code is grpc.StatusCode.OK else _log.info
            log("call", code=code.name, milliseconds=round(seconds * 1000, 2))

    async def _answer_or_refuse(
        self, method: str, context: Context, lane: _Lane, answer: Callable[[], Awaitable[T]]
    ) -> T:
        try:
            self._admit(method, context, lane)
            return await answer()
        except asyncio.CancelledError:
            if lane is self._calls or not self.stopping.is_set():
                raise
            task = asyncio.current_task()
            assert task is not None
            task.uncancel()
            await _refuse(context, Refusal(Reason.REASON_UNAVAILABLE, "the service is stopping; resume at another"))
        except (grpc.aio.AbortError, grpc.aio.InternalError):
            raise  # the handler itself has ended the call, or the connection is gone
        except Exception as error:
            await _answer(context, error)

    def _admit(self, method: str, context: Context, lane: _Lane) -> None:
        metadata = context.invocation_metadata() or ()
        bind(method=method)
        for trace in _values(metadata, "traceparent"):
            if TRACEPARENT.fullmatch(trace):
                bind_traceparent(trace)
        if method == HEALTH_CHECK:
            return
        if self.stopping.is_set():
            raise Refused(Reason.REASON_UNAVAILABLE, "the service is stopping; try another")
        if not method.startswith(OPEN):
            bind(player=authenticate(self._verifier, _values(metadata, "authorization")).player)
        if len(lane.running) > lane.most:
            raise Refused(Reason.REASON_RESOURCE_EXHAUSTED, "the service is busy; try again")


def _values(metadata: Iterable[tuple[str, str | bytes]], name: str) -> list[str]:
    return [str(value) for key, value in metadata if key == name]


async def _write(messages: AsyncGenerator[Response, None], context: Context) -> None:
    async with aclosing(messages):
        begun = False
        async for message in messages:
            if not begun:
                begun = True
                await _send_headers(context)
            await _send(message, context)


async def _send(message: object, context: Context) -> None:
    """Send a message of a stream; give up on a client that has stopped reading.

    gRPC lets a write wait once the buffers of the client are full. The refusal waits like that, too, and meanwhile
    the stream counts among those that are open, but what it was fed from is let go.
    """
    try:
        async with asyncio.timeout(LONGEST_WRITE_SECONDS):
            await context.write(message)
    except TimeoutError:
        detail = f"the stream was not read for {LONGEST_WRITE_SECONDS:g} s; resume after the last message"
        raise Refused(Reason.REASON_UNAVAILABLE, detail) from None


async def _send_headers(context: Context) -> None:
    """Send the headers of a stream to the end, cancelled or not, and without a message.

    gRPC forgets headers whose sending, alone or with the first message, was cancelled. It sends them again with the
    status, which fails, and leaves the call open.
    """
    sending = asyncio.ensure_future(context.send_initial_metadata(()))
    try:
        await asyncio.shield(sending)
    finally:
        await sending


async def _in_time(answer: Awaitable[T]) -> T:
    try:
        async with asyncio.timeout(LONGEST_CALL_SECONDS) as limit:
            return await answer
    except TimeoutError:
        if not limit.expired():
            raise
        raise Refused(Reason.REASON_UNAVAILABLE, "the call took too long; try again") from None


def _parse(parse: Callable[[bytes], Request], raw: bytes) -> Request:
    request = requests.read(parse, raw)
    # Only what is well formed goes to the log: anything else may be as long as a request, and say what it likes.
    for name, pattern in (("match", validate.MATCH), ("request_id", validate.REQUEST_ID)):
        value = getattr(request, name, None)
        if isinstance(value, str) and pattern.fullmatch(value):
            bind(**{name: value})
    return request


async def _answer(context: Context, error: Exception) -> NoReturn:
    refusal = refusal_for(error)
    if refusal is None:
        _log.exception("bug")
        await context.abort(grpc.StatusCode.INTERNAL, "a bug in the service; it has been logged")
    await _refuse(context, refusal)


async def _refuse(context: Context, refusal: Refusal) -> NoReturn:
    bind(reason=Reason.Name(refusal.reason))
    await context.abort(*to_status(refusal, match=bound("match")))
