from __future__ import annotations

import grpc
from tests.api.fuzz import ROUND, fuzz, is_proper
from tests.api.methods import METHODS, Answer

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import Refusal
from sagahall.client.stack.stack import Stack


def test_whatever_is_sent_is_answered_or_refused_and_nothing_breaks(stack: Stack) -> None:
    """B08: INTERNAL is always a bug. `make fuzz` makes many more calls."""
    result = fuzz(stack, calls=ROUND, start=1)
    assert not result.failures
    assert {method for method, _, _ in result.counts} == set(METHODS)
    assert {code for _, code, _ in result.counts} >= {"OK", "INVALID_ARGUMENT", "FAILED_PRECONDITION", "NOT_FOUND"}


def test_what_must_not_be_is_told_apart() -> None:
    """A fuzzer that lets everything pass would find nothing."""
    get = METHODS["GetMatch"]
    busy = Refusal(Reason.REASON_UNAVAILABLE, "try again")
    assert is_proper(get, Answer(grpc.StatusCode.OK))
    assert is_proper(get, Answer(grpc.StatusCode.UNAVAILABLE, refusal=busy))
    for code in (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN, grpc.StatusCode.NOT_FOUND):
        assert not is_proper(get, Answer(code))
    assert not is_proper(get, Answer(grpc.StatusCode.INTERNAL, refusal=busy))
