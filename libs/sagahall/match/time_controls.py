"""Time controls <-> protobuf."""

from __future__ import annotations

from types import MappingProxyType

from sagahall.api.common.v1 import common_pb2
from sagahall.api.match.v1.match_pb2 import CreateMatchRequest
from sagahall.api.matchmaking.v1.matchmaking_pb2 import CreateTicketRequest
from sagahall.match.clocks import Consequence, Fischer, PerMove, TimeControl
from sagahall.match.codec import Malformed

SHORTEST = 1000
"""The least that a choice or a match may be given, in milliseconds."""
LONGEST = 366 * 24 * 3600 * 1000
"""The most, in milliseconds: a year."""

CONSEQUENCES = MappingProxyType(
    {
        Consequence.LEAVE: common_pb2.CONSEQUENCE_LEAVE,
        Consequence.DEFAULT_MOVE: common_pb2.CONSEQUENCE_DEFAULT_MOVE,
    }
)


def time_control_message(control: TimeControl) -> common_pb2.TimeControl:
    """A time control as a message."""
    message = common_pb2.TimeControl(consequence=CONSEQUENCES[control.consequence])
    match control.control:
        case PerMove(limit):
            message.per_move.limit_ms = limit
        case Fischer(initial, increment):
            message.fischer.initial_ms = initial
            message.fischer.increment_ms = increment
    return message


def read_time_control(message: common_pb2.TimeControl) -> TimeControl:
    """A time control from a message. Raises Malformed."""
    kind = message.WhichOneof("control")
    if kind is None:
        raise Malformed("", "one of per_move, fischer is required")
    if kind == "per_move":
        return TimeControl(PerMove(_time("per_move.limit_ms", message.per_move.limit_ms)), _consequence(message))
    fischer = message.fischer
    initial = _time("fischer.initial_ms", fischer.initial_ms)
    return TimeControl(Fischer(initial, _time("fischer.increment_ms", fischer.increment_ms, 0)), _consequence(message))


def given_time_control(request: CreateMatchRequest | CreateTicketRequest) -> TimeControl | None:
    """The time control that a request asks for, if any. Raises Malformed, with the path in the request."""
    if not request.HasField("time_control"):
        return None
    try:
        return read_time_control(request.time_control)
    except Malformed as error:
        raise error.under("time_control") from None


def _time(path: str, value: int, least: int = SHORTEST) -> int:
    if not least <= value <= LONGEST:
        raise Malformed(path, f"must be {least} to {LONGEST} milliseconds")
    return value


def _consequence(message: common_pb2.TimeControl) -> Consequence:
    number = message.consequence or common_pb2.CONSEQUENCE_LEAVE
    for consequence, known in CONSEQUENCES.items():
        if known == number:
            return consequence
    raise Malformed("consequence", f"{number} is no consequence that is known here")
