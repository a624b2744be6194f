"""What a request has to be, before anybody looks at its fields."""

from __future__ import annotations

from typing import TypeVar

import pytest
from google.protobuf.message import Message

from sagahall.api.common.v1.common_pb2 import OptionValue, Reason
from sagahall.api.match.v1 import games_pb2
from sagahall.api.match.v1.match_pb2 import CreateMatchRequest, GetMatchRequest, SubmitMoveRequest
from sagahall.api.parley.v1 import parley_pb2
from sagahall.chassis.refusals import Refused
from sagahall.chassis.requests import LARGEST_REQUEST, read

FIELD_99 = b"\x9a\x06\x01x"
"""What a field with the number 99 looks like on the wire."""
NUMBER_1 = b"\x08\x07"
"""A number in field 1."""


M = TypeVar("M", bound=Message)


def with_unknown(message: M, extra: bytes = FIELD_99) -> M:
    """The message and a field that its type does not know."""
    message.MergeFromString(extra)
    return message


def refusal(request: Message) -> tuple[list[str], str]:
    """The fields for which a request is refused, and the detail."""
    with pytest.raises(Refused) as caught:
        read(type(request).FromString, request.SerializeToString())
    assert caught.value.refusal.reason == Reason.REASON_MALFORMED
    return [field.field for field in caught.value.refusal.fields], caught.value.refusal.detail


def test_a_command_with_a_field_that_is_not_known_is_refused_with_the_path() -> None:
    card = with_unknown(parley_pb2.Card(suit=parley_pb2.SUIT_SWORD))
    move = games_pb2.Move(parley=parley_pb2.Move(seal=parley_pb2.Seal(card=card)))
    assert refusal(SubmitMoveRequest(match="one", move=move))[0] == ["move.parley.seal.card.99"]

    options = [OptionValue(name="rounds"), with_unknown(OptionValue())]
    assert refusal(with_unknown(CreateMatchRequest(options=options)))[0] == ["99", "options[1].99"]


def test_a_field_of_another_type_is_named() -> None:
    for request in (SubmitMoveRequest(request_id="a"), GetMatchRequest()):
        fields, detail = refusal(with_unknown(request, NUMBER_1))
        assert (fields, detail) == (["match"], "match: is of another type")


def test_not_every_field_that_is_not_known_is_named() -> None:
    assert len(refusal(with_unknown(SubmitMoveRequest(), FIELD_99 * 10_000))[0]) == 10


def test_what_only_reads_may_carry_fields_of_a_later_release() -> None:
    request = with_unknown(GetMatchRequest(match="one"))
    assert read(GetMatchRequest.FromString, request.SerializeToString()).match == "one"


def test_a_request_that_is_too_large_is_refused_with_the_field_that_makes_it_so() -> None:
    long = "ö" * LARGEST_REQUEST
    assert refusal(GetMatchRequest(match=long))[0] == ["match"]
    assert refusal(CreateMatchRequest(game="parley", players=["ann"] * LARGEST_REQUEST))[0] == ["players"]
    move = games_pb2.Move(parley=parley_pb2.Move(offer=parley_pb2.Offer(note=long)))
    assert refusal(SubmitMoveRequest(match="one", move=move))[0] == ["move.parley.offer.note"]
    assert refusal(with_unknown(GetMatchRequest(match="one"), FIELD_99 * LARGEST_REQUEST))[0] == []


def test_the_largest_request_is_read() -> None:
    largest = GetMatchRequest(match="x" * (LARGEST_REQUEST - 4))
    assert largest.ByteSize() == LARGEST_REQUEST
    assert read(GetMatchRequest.FromString, largest.SerializeToString()) == largest
