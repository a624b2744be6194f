from __future__ import annotations

from tests.api.fuzz import fuzz
from tests.api.methods import METHODS

from sagahall.client.stack.stack import Stack


def test_whatever_is_sent_is_answered_or_refused_and_nothing_breaks(stack: Stack) -> None:
    """B08: INTERNAL is always a bug. `make fuzz` makes many more calls."""
    result = fuzz(stack, calls=500, start=1)
    assert not result.failures
    assert result.calls >= 500
    assert {method for method, _, _ in result.counts} == set(METHODS)
    assert {code for _, code, _ in result.counts} >= {"OK", "INVALID_ARGUMENT", "FAILED_PRECONDITION", "NOT_FOUND"}
