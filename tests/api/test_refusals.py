"""B08: whatever is wrong with a request, it gets the one status and the one reason that stand for what to do next."""

from __future__ import annotations

from collections.abc import Callable

import grpc
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.message import Message
from tests.api.cases import CASES, Case
from tests.api.hall import ANN, EVE, ONCE, Hall, bearer, new_id
from tests.api.methods import METHODS, SERVICES, Answer, Method
from tests.api.reasons import CARRIES

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1.match_pb2 import (
    CreateMatchRequest,
    GetMatchRequest,
    ListGamesRequest,
    ListLegalMovesRequest,
    SubmitMoveRequest,
)
from sagahall.chassis.keys import read_private_key
from sagahall.chassis.refusals import STATUS
from sagahall.chassis.tokens import LEEWAY_SECONDS, mint_player_token
from sagahall.client.stack.stack import Stack


def check(answer: Answer, reason: Reason.ValueType) -> None:
    """Every refusal: its status is that of its reason, and it carries what the table of reasons says."""
    assert answer.refusal is not None, answer
    refusal = answer.refusal
    assert (Reason.Name(refusal.reason), answer.code) == (Reason.Name(reason), STATUS[reason])
    assert refusal.detail
    carried = {name for name in ("rule", "version", "fields") if getattr(refusal, name)}
    assert carried <= CARRIES.get(reason, set())


@pytest.mark.parametrize("case", CASES, ids=[case.what for case in CASES])
def test_what_is_wrong_is_refused_as_the_table_says(case: Case, hall: Hall) -> None:
    """B08: each cause has its own (code, reason); nothing is INTERNAL."""
    request = case.request(hall)
    answer = hall.door.call(request, bearer(hall.stack, case.who), seconds=case.seconds)
    check(answer, case.reason)
    refusal = answer.refusal
    assert refusal is not None
    assert tuple(field.field for field in refusal.fields) == case.fields
    assert (refusal.rule, refusal.version > 0) == (case.rule, case.version)


def test_the_table_has_every_reason_and_every_method() -> None:
    # Every method is called without a good token below; two rebuilds at a time take an archive that keeps one busy.
    elsewhere = {Reason.REASON_UNSPECIFIED, Reason.REASON_UNAUTHENTICATED, Reason.REASON_ALREADY_RUNNING}
    assert {case.reason for case in CASES} == set(Reason.values()) - elsewhere
    assert {case.what.partition(":")[0].removesuffix("Request") for case in CASES} == set(METHODS) - {"ListGames"}


def forged(_: Stack) -> str:
    return f"Bearer {mint_player_token(Ed25519PrivateKey.generate(), ANN, 60)}"


def expired(stack: Stack) -> str:
    key = read_private_key(stack.settings.player_private_key)
    return f"Bearer {mint_player_token(key, ANN, -LEEWAY_SECONDS - 1)}"


def good_but_for_its_end(stack: Stack) -> str:
    return f"{bearer(stack, ANN)[:-6]}AAAAAA"


AUTHORIZATIONS: dict[str, Callable[[Stack], str]] = {
    "none": lambda _: "",
    "empty": lambda _: "Bearer ",
    "of another kind": lambda _: "Basic YW5uOmFubg==",
    "of a few kilobytes": lambda _: f"Bearer {'x' * 4000}",
    "forged": forged,
    "changed": good_but_for_its_end,
    "expired": expired,
}


@pytest.mark.parametrize("authorization", AUTHORIZATIONS.values(), ids=AUTHORIZATIONS)
@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_nobody_is_let_in_without_a_good_token(
    method: Method, authorization: Callable[[Stack], str], hall: Hall
) -> None:
    check(hall.door.call_raw(method, b"", authorization(hall.stack)), Reason.REASON_UNAUTHENTICATED)


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_what_is_no_message_at_all_is_malformed(method: Method, hall: Hall) -> None:
    no_message, no_text = b"\xff\xff\xff", b"\x0a\x02\xc3\x28"
    for raw in (no_message, no_text) if method.request.DESCRIPTOR.fields else (no_message,):
        answer = hall.door.call_raw(method, raw, bearer(hall.stack, ANN))
        assert answer.code is grpc.StatusCode.INVALID_ARGUMENT
        check(answer, Reason.REASON_MALFORMED)


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_more_than_two_megabytes_are_not_even_read(method: Method, hall: Hall) -> None:
    answer = hall.door.call_raw(method, b"\x9a\x06" + b"\x80\x8d\x98\x01" + bytes(2_500_000), bearer(hall.stack, ANN))
    assert answer.code is grpc.StatusCode.RESOURCE_EXHAUSTED


@pytest.mark.parametrize("service", SERVICES)
def test_an_unknown_method_is_unimplemented(service: str, hall: Hall) -> None:
    path = f"/{SERVICES[service].full_name}/Cheat"
    method = Method(service, "Cheat", path, ListGamesRequest, ListGamesRequest, streams=False)
    assert hall.door.call_raw(method, b"", bearer(hall.stack, ANN)).code is grpc.StatusCode.UNIMPLEMENTED


def test_what_only_reads_may_carry_fields_of_a_later_release(hall: Hall) -> None:
    request = GetMatchRequest(match=hall.sealing)
    request.MergeFromString(b"\x9a\x06\x01x")
    assert hall.ask(ANN, request).message.match.match == hall.sealing


def test_a_refused_command_changes_nothing_and_leaves_its_request_id_free(hall: Hall) -> None:
    """Nothing is half done: the same id then carries the request that is right."""
    wrong: Message = CreateMatchRequest(request_id=(once := new_id()), game="parley", variant="wild", players=[EVE])
    check(hall.ask(EVE, wrong), Reason.REASON_MALFORMED)
    made = hall.ask(EVE, CreateMatchRequest(request_id=once, game="parley", players=[EVE])).message.match
    listed = hall.ask(EVE, ListLegalMovesRequest(match=made.match)).message
    move = SubmitMoveRequest(match=made.match, request_id=ONCE, expected_version=9, move=listed.moves[0].move)
    check(hall.ask(EVE, move), Reason.REASON_VERSION_AHEAD)
    assert hall.head(made.match).version == 1
    move.expected_version = 1
    assert hall.ask(EVE, move).message.version == 2
