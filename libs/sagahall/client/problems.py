"""What the command line says when something cannot be done: what is wrong, and what to do next."""

from __future__ import annotations

from types import MappingProxyType

from grpc import StatusCode

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.client.errors import ClientError, Failed, Refused, Unreachable


class Problem(Exception):
    """An expected failure of a command: a sentence for people, and the exit code (2 for what was asked wrongly)."""

    def __init__(self, message: str, exit_code: int = 1) -> None:
        super().__init__(message)
        self.exit_code = exit_code


NEXT = MappingProxyType(
    {
        Reason.REASON_ILLEGAL_MOVE: "see what can be played with `sagahall legal {match}`",
        Reason.REASON_MATCH_OVER: "see how it went with `sagahall replay {match}`",
        Reason.REASON_STALE_VERSION: "list the moves again with `sagahall legal {match}`",
        Reason.REASON_VERSION_AHEAD: "see how it stands with `sagahall board {match}`",
        Reason.REASON_NOT_YOUR_SEAT: "say who you are with `--as NAME`, and which seat you mean with `--seat`",
        Reason.REASON_MATCH_NOT_FOUND: "list the matches with `sagahall matches`",
        Reason.REASON_UNAUTHENTICATED: "say who you are with `--as NAME`, or set SAGAHALL_TOKEN to a good token",
        Reason.REASON_RESOURCE_EXHAUSTED: "try again in a moment",
        Reason.REASON_UNAVAILABLE: "try again in a moment; the logs of `sagahall up` are in .sagahall/logs",
        Reason.REASON_MATCH_PARKED: "operators see the cause with `sagahall parked`, or in the logs",
    }
)
"""What to do about a refusal, where that is not plain from its detail."""
SEAT = "say which with `--seat N`"
STRANGER = "another service answers there, or one of another release; see SAGAHALL_RULES_ADDRESS and its like"


def explain(error: ClientError, match: str = "MATCH") -> str:
    """The error in words for the person at the terminal, who asked for the match."""
    if isinstance(error, Unreachable):
        return f"nothing answers at {error.address}; start it with `make up`"
    if isinstance(error, Failed) and error.code == StatusCode.UNIMPLEMENTED:
        return f"{error}; {STRANGER}"
    return _explain_refusal(error, match) if isinstance(error, Refused) else str(error)


def _explain_refusal(error: Refused, match: str) -> str:
    rule = f" (rule {error.rule})" if error.rule else ""
    hint = SEAT if [one.field for one in error.fields] == ["seat"] else NEXT.get(error.reason)
    # What services say to programs, the hint says to people.
    detail = error.detail.removesuffix("; try again")
    return f"{detail}{rule}; {hint.format(match=match)}" if hint else f"{error.detail}{rule}"
