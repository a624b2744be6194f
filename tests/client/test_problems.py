"""What the person at the terminal is told about an error."""

from __future__ import annotations

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import Refusal
from sagahall.client.errors import Refused
from sagahall.client.problems import explain


def test_to_try_again_is_said_once() -> None:
    said = explain(Refused(Refusal(Reason.REASON_UNAVAILABLE, "a store is down; try again")))
    assert said.startswith("a store is down; try again in a moment; the logs")
