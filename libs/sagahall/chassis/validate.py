"""Checks of a request's fields. All that is wrong with a request is reported at once::

check(request_id(request.request_id), match(request.match), within("after_version", request.after_version, 0))
"""

from __future__ import annotations

import re

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import FieldViolation, Refused

REQUEST_ID = re.compile(r"[!-~]{1,64}")
"""A request id: 1 to 64 visible ASCII characters."""
MATCH = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What the id of a match is made of."""


def check(*findings: FieldViolation | None) -> None:
    """Refuse the request if anything was found: Refused with MALFORMED and every finding."""
    fields = tuple(finding for finding in findings if finding)
    if fields:
        detail = "; ".join(f"{field.field}: {field.detail}" for field in fields)
        raise Refused(Reason.REASON_MALFORMED, detail, fields=fields)


def malformed(field: str, detail: str) -> Refused:
    """The refusal of a request for one field; to be raised."""
    return Refused(Reason.REASON_MALFORMED, f"{field}: {detail}", fields=(FieldViolation(field, detail),))


def request_id(value: str, field: str = "request_id") -> FieldViolation | None:
    """Find a request id that is missing or none."""
    return _matches(field, value, REQUEST_ID, "must be 1 to 64 visible ASCII characters")


def match(value: str, field: str = "match") -> FieldViolation | None:
    """Find an id that cannot be a match's."""
    return _matches(field, value, MATCH, "must be the id of a match")


def text(field: str, value: str, longest: int, shortest: int = 1) -> FieldViolation | None:
    """Find a text that has too few or too many characters."""
    if shortest <= len(value) <= longest:
        return None
    return FieldViolation(field, f"must have {shortest} to {longest} characters")


def within(field: str, value: int, least: int, most: int | None = None) -> FieldViolation | None:
    """Find a number that is too small or too large."""
    if least <= value and (most is None or value <= most):
        return None
    return FieldViolation(field, f"must be at least {least}" if most is None else f"must be {least} to {most}")


def _matches(field: str, value: str, pattern: re.Pattern[str], detail: str) -> FieldViolation | None:
    return None if pattern.fullmatch(value) else FieldViolation(field, detail)
