"""Reading requests: bytes become a message, or a refusal that says what is wrong with them.

A field that is not known here is refused in a command, at any depth: a client newer than the service, or a slip in a
number, must not have half of its wish carried out. Commands are the requests with a ``request_id``. In all others such
a field is ignored, as protobuf has it, so that newer clients can read from older services. A field that is known but of
another type is refused everywhere: no release ever changes a type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TypeVar

from google.protobuf.message import DecodeError, Message
from google.protobuf.unknown_fields import UnknownFieldSet

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import FieldViolation, Refused
from sagahall.chassis.validate import check, malformed

LARGEST_REQUEST = 256 * 1024
"""How many bytes a request may have."""
LARGEST_READ = 2 * 1024 * 1024
"""How many bytes are read to say what is wrong with them. gRPC itself refuses more, with nothing but a status."""
MOST_NAMED = 10
"""How many fields that are not known are named."""

Request = TypeVar("Request")


def read(parse: Callable[[bytes], Request], raw: bytes) -> Request:
    """The request that a call carries. Raises Refused with MALFORMED."""
    try:
        request = parse(raw)
    except DecodeError:
        raise Refused(Reason.REASON_MALFORMED, "the request is not a message of the type of this method") from None
    if not isinstance(request, Message):
        return request
    if len(raw) > LARGEST_REQUEST:
        raise _too_large(request, len(raw))
    _check_known(request, raw)
    return request


def _too_large(request: Message, size: int) -> Refused:
    detail = f"the request has {size} bytes, which is more than {LARGEST_REQUEST}"
    field = _largest_field(request)
    return malformed(field, detail) if field else Refused(Reason.REASON_MALFORMED, detail)


def _check_known(request: Message, raw: bytes) -> None:
    size = request.ByteSize()
    request.DiscardUnknownFields()
    # Only a request that is to be refused is looked at field by field.
    if request.ByteSize() != size:
        is_command = "request_id" in request.DESCRIPTOR.fields_by_name
        check(*islice(_unknown(type(request).FromString(raw), is_command), MOST_NAMED))


def _unknown(message: Message, is_command: bool, path: str = "") -> Iterator[FieldViolation]:
    known = message.DESCRIPTOR.fields_by_number
    fields = UnknownFieldSet(message)
    for index in range(len(fields)):
        number = fields[index].field_number
        if number in known:
            yield FieldViolation(f"{path}{known[number].name}", "is of another type")
        elif is_command:
            yield FieldViolation(f"{path}{number}", f"there is no field with the number {number} here")
    for name, inner in _inner(message):
        yield from _unknown(inner, is_command, f"{path}{name}.")


def _inner(message: Message) -> Iterator[tuple[str, Message]]:
    """The messages that the fields of a message hold, by name."""
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        if field.is_repeated:
            yield from ((f"{field.name}[{index}]", item) for index, item in enumerate(value))
        else:
            yield field.name, value


def _largest_field(message: Message) -> str:
    """The path to the field that takes most of a message; an empty one if that is no field that is known here."""
    rest = type(message)()
    rest.CopyFrom(message)
    sizes = {}
    for field, _ in message.ListFields():
        before = rest.ByteSize()
        rest.ClearField(field.name)
        sizes[field.name] = before - rest.ByteSize()
    name = max(sizes, key=lambda name: sizes[name], default="")
    if not name or sizes[name] < rest.ByteSize():
        return ""
    inner = getattr(message, name)
    path = _largest_field(inner) if isinstance(inner, Message) else ""
    return f"{name}.{path}" if path else name
