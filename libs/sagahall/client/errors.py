"""What a call can raise::

ClientError
 ├─ Refused      the service said no, and why
 ├─ Unreachable  nothing answers, or the connection broke before the answer came
 └─ Failed       anything else, a bug of the service among it
"""

from __future__ import annotations

import grpc

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import Refusal, refusal_of


class ClientError(Exception):
    """A call that did not succeed; the message is a sentence for people."""


class Refused(ClientError):
    """The service said no.

    ``reason`` asks for one reaction each, as the comments of ``common.v1.Reason`` say; ``rule`` is the id of the rule
    that forbids a move, else empty; ``version`` is the present version of the match where that helps, else 0;
    ``fields`` are the wrong fields of the request; ``ticket`` is the one with which the player waits already, if that
    is the reason; ``detail`` is a sentence for people.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.detail)
        self.reason = refusal.reason
        self.rule = refusal.rule
        self.version = refusal.version
        self.fields = refusal.fields
        self.ticket = refusal.ticket
        self.detail = refusal.detail

    @property
    def name(self) -> str:
        """The reason as a word, for example ``ILLEGAL_MOVE``."""
        return Reason.Name(self.reason).removeprefix("REASON_")


class Unreachable(ClientError):
    """Nothing answers at ``address``, or the connection broke. Whether the call was carried out is not known: the same
    request with the same request id tells."""

    def __init__(self, address: str, detail: str) -> None:
        super().__init__(f"nothing answers at {address}: {detail}")
        self.address = address
        self.detail = detail


class Failed(ClientError):
    """The call ended with a status that is neither a refusal nor a broken connection."""

    def __init__(self, code: grpc.StatusCode, detail: str) -> None:
        super().__init__(f"{code.name}: {detail}")
        self.code = code
        self.detail = detail


def error_of(error: grpc.aio.AioRpcError, address: str) -> ClientError:
    """What a call to ``address`` that ended with ``error`` raises."""
    refusal = refusal_of(error)
    if refusal is not None:
        return Refused(refusal)
    if error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
        return Unreachable(address, error.details() or error.code().name)
    return Failed(error.code(), f"{error.details() or 'no details'} (from {address})")
