"""Checks of a request's fields."""

from __future__ import annotations

import pytest

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import FieldViolation, Refused
from sagahall.chassis.validate import check, match, request_id, text, within


def test_all_that_is_wrong_with_a_request_is_reported_at_once() -> None:
    with pytest.raises(Refused) as caught:
        check(
            request_id(""),
            match("p01-abcdefghijklmnop"),
            text("game", "x" * 65, 64),
            within("seats", 9, 1, 4),
        )
    refusal = caught.value.refusal
    assert refusal.reason == Reason.REASON_MALFORMED
    assert refusal.fields == (
        FieldViolation("request_id", "must be 1 to 64 visible ASCII characters"),
        FieldViolation("game", "must have 1 to 64 characters"),
        FieldViolation("seats", "must be 1 to 4"),
    )
    assert refusal.detail.startswith("request_id: must be 1 to 64 visible ASCII characters; game: ")


def test_a_request_with_nothing_wrong_passes() -> None:
    check(request_id("7d1f-4"), match("p01-abcdefghijklmnop"), text("game", "elfenland", 64), within("seats", 1, 1))


@pytest.mark.parametrize("value", ["", " ", "a b", "a\n", "é", "x" * 65])
def test_a_request_id_is_short_visible_ascii(value: str) -> None:
    assert request_id(value) == FieldViolation("request_id", "must be 1 to 64 visible ASCII characters")
    assert request_id("!~" * 32) is None


@pytest.mark.parametrize("value", ["", "{p01}", "p01:abc", "p01-abc\n", "é", "x" * 65])
def test_a_match_is_named_by_letters_digits_and_hyphens(value: str) -> None:
    assert match(value, "ticket.match") == FieldViolation("ticket.match", "must be the id of a match")


@pytest.mark.parametrize(("value", "detail"), [(0, "must be at least 1"), (-(2**63), "must be at least 1")])
def test_a_number_without_an_upper_bound_has_a_lower_one(value: int, detail: str) -> None:
    assert within("version", value, 1) == FieldViolation("version", detail)
    assert within("version", 2**63 - 1, 1) is None


def test_a_text_may_be_allowed_to_be_empty() -> None:
    assert text("variant", "", 64, shortest=0) is None
    assert text("variant", "", 64) == FieldViolation("variant", "must have 1 to 64 characters")
