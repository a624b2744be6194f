"""Every method of the public API by its descriptor, and one way to call them all."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import grpc
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from sagahall.api.match.v1 import match_pb2
from sagahall.api.matchmaking.v1 import matchmaking_pb2
from sagahall.api.projection.v1 import projection_pb2
from sagahall.chassis.refusals import Refusal, refusal_of
from sagahall.client.stack.stack import Stack

SECONDS = 20.0
"""How long a call may take."""
SERVICES = {
    "rules": match_pb2.DESCRIPTOR.services_by_name["MatchService"],
    "matchmaking": matchmaking_pb2.DESCRIPTOR.services_by_name["MatchmakingService"],
    "projection": projection_pb2.DESCRIPTOR.services_by_name["ProjectionService"],
}


@dataclass(frozen=True, slots=True)
class Method:
    """One method."""

    service: str
    name: str
    path: str
    request: type[Message]
    response: type[Message]
    streams: bool


def _methods(service: str, descriptor: Any) -> dict[str, Method]:
    return {
        one.name: Method(
            service=service,
            name=one.name,
            path=f"/{descriptor.full_name}/{one.name}",
            request=GetMessageClass(one.input_type),
            response=GetMessageClass(one.output_type),
            streams=one.server_streaming,
        )
        for one in descriptor.methods
    }


METHODS = MappingProxyType(
    {name: method for key, one in SERVICES.items() for name, method in _methods(key, one).items()}
)


def method_of(request: Message) -> Method:
    """The method that a request is for."""
    return METHODS[request.DESCRIPTOR.name.removesuffix("Request")]


@dataclass(frozen=True, slots=True)
class Answer:
    """How a call ended: the first message of the answer, if any, or the status and the refusal in it."""

    code: grpc.StatusCode
    message: Any = None
    refusal: Refusal | None = None


class Door:
    """Connections to all services of a backend."""

    def __init__(self, stack: Stack) -> None:
        self._channels = {name: grpc.insecure_channel(stack.parts[name].address) for name in SERVICES}

    def close(self) -> None:
        """Ends the connections."""
        for channel in self._channels.values():
            channel.close()

    def call(self, request: Message, authorization: str, *, seconds: float = SECONDS) -> Answer:
        """Calls the method that the request is for; of a stream only the first message is read."""
        return self.call_raw(method_of(request), request.SerializeToString(), authorization, seconds=seconds)

    def call_raw(self, method: Method, raw: bytes, authorization: str, *, seconds: float = SECONDS) -> Answer:
        """Calls a method with bytes that may be no request of it."""
        try:
            return Answer(grpc.StatusCode.OK, self._answer(method, raw, authorization, seconds))
        except grpc.RpcError as error:
            code = getattr(error, "code", lambda: grpc.StatusCode.UNKNOWN)()
            return Answer(code, refusal=refusal_of(error))

    def _answer(self, method: Method, raw: bytes, authorization: str, seconds: float) -> Message | None:
        metadata = (("authorization", authorization),) if authorization else ()
        channel: Any = self._channels[method.service]
        read = method.response.FromString
        if not method.streams:
            found: Message = channel.unary_unary(method.path, None, read)(raw, timeout=seconds, metadata=metadata)
            return found
        stream = channel.unary_stream(method.path, None, read)(raw, timeout=seconds, metadata=metadata)
        first: Message | None = next(stream, None)
        stream.cancel()
        return first
