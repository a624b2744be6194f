"""What is wrong with requests, and how each is refused: the promise of the API in one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from google.protobuf.message import Message
from tests.api.hall import ANN, BOB, EVE, HALL, ONCE, Hall, new_id

from sagahall.api.common.v1.common_pb2 import Fischer, OptionValue, PerMove, Reason, TimeControl
from sagahall.api.elfenland.v1 import elfenland_pb2
from sagahall.api.match.v1.games_pb2 import Move
from sagahall.api.match.v1.match_pb2 import (
    CreateMatchRequest,
    GetMatchRequest,
    ListLegalMovesRequest,
    ResignRequest,
    SubmitMoveRequest,
    WatchMatchRequest,
)
from sagahall.api.matchmaking.v1.matchmaking_pb2 import CancelTicketRequest, CreateTicketRequest, WatchTicketRequest
from sagahall.api.parley.v1 import parley_pb2
from sagahall.api.projection.v1.projection_pb2 import (
    GetMatchSummaryRequest,
    GetReplayRequest,
    ListMatchesRequest,
    ListParkedMatchesRequest,
    ListRatingsRequest,
    RebuildProjectionsRequest,
    RetryParkedMatchRequest,
)

M = TypeVar("M", bound=Message)

UNKNOWN = b"\x9a\x06\x01x"
"""A field with the number 99."""
NOWHERE = "p07-aaaaaaaaaaaaaaaa"
"""A match that is not there."""
MEGABYTE = "x" * 1_000_000
PASS = Move()
getattr(PASS.parley, "pass").SetInParent()


@dataclass(frozen=True, slots=True)
class Case:
    """A request, who makes it, and how it is refused. ``version`` says whether the refusal tells the present one."""

    what: str
    request: Callable[[Hall], Message]
    reason: Reason.ValueType
    fields: tuple[str, ...] = ()
    who: str = ANN
    rule: str = ""
    version: bool = False
    seconds: float = 20.0


def odd(message: M, extra: bytes = UNKNOWN) -> M:
    """The message, with a field more."""
    message.MergeFromString(extra)
    return message


def create(**fields: Any) -> CreateMatchRequest:
    return CreateMatchRequest(**{"request_id": new_id(), "game": "parley", "players": [ANN]} | fields)


def submit(hall: Hall, match: str, who: str = ANN, **fields: Any) -> SubmitMoveRequest:
    """A move that would be accepted in the match in which cards are sealed, but for the fields that are given."""
    defaults: dict[str, Any] = {"match": match, "request_id": new_id(), "expected_version": 1}
    move = fields.pop("move", None) or hall.legal(who, hall.sealing)
    return SubmitMoveRequest(**defaults | fields, move=move)


def sealing(card: parley_pb2.Card | None) -> Move:
    return Move(parley=parley_pb2.Move(seal=parley_pb2.Seal(card=card)))


def ticket(**fields: Any) -> CreateTicketRequest:
    return CreateTicketRequest(**{"request_id": new_id(), "game": "parley", "seat_counts": [4]} | fields)


def option(**fields: Any) -> list[OptionValue]:
    return [OptionValue(**fields)]


def waiting(hall: Hall) -> CreateTicketRequest:
    """A second ticket of the same player in the same queue."""
    assert hall.ask(EVE, ticket(seat_counts=[3])).refusal is None
    return ticket(seat_counts=[4])


def one_too_many(hall: Hall) -> CreateTicketRequest:
    """A ticket of somebody who waits in as many queues as anybody may."""
    for limit in range(1000, 1016):
        waits = ticket(time_control=TimeControl(per_move=PerMove(limit_ms=limit)))
        assert hall.ask("zoe", waits).refusal is None
    return ticket(time_control=TimeControl(per_move=PerMove(limit_ms=2000)))


def waits_in_turn(hall: Hall) -> str:
    """The player who is not to act in the talks."""
    return {0: BOB, 1: ANN}[hall.head(hall.talks).to_act[0]]


MALFORMED = Reason.REASON_MALFORMED
NOT_YOURS = Reason.REASON_NOT_YOUR_SEAT
NO_MATCH = Reason.REASON_MATCH_NOT_FOUND
NO_TICKET = Reason.REASON_TICKET_NOT_FOUND
ILLEGAL = Reason.REASON_ILLEGAL_MOVE
REUSED = Reason.REASON_REQUEST_ID_REUSED
PARKED = Reason.REASON_MATCH_PARKED

ANYWHERE = [
    Case(f"{request.DESCRIPTOR.name}: {what}", lambda hall, r=request, f=fields: r(**f), reason, paths)  # type: ignore[misc]
    for request, ids in (
        (GetMatchRequest, {}),
        (ListLegalMovesRequest, {}),
        (WatchMatchRequest, {}),
        (GetReplayRequest, {}),
        (GetMatchSummaryRequest, {}),
        (ResignRequest, {"request_id": "an-id"}),
        (SubmitMoveRequest, {"request_id": "an-id", "expected_version": 1, "move": PASS}),
    )
    for what, fields, reason, paths in (
        ("no match", ids, MALFORMED, ("match",)),
        ("a match that cannot be", {**ids, "match": "no/match"}, MALFORMED, ("match",)),
        ("a match of another kind", {**ids, "match": "nonsense"}, NO_MATCH, ()),
        ("a match that is not there", {**ids, "match": NOWHERE}, NO_MATCH, ()),
        ("a match of a megabyte", {**ids, "match": MEGABYTE}, MALFORMED, ("match",)),
        ("a negative seat", {**ids, "match": NOWHERE, "seat": -1}, MALFORMED, ("seat",)),
    )
    if set(fields) <= set(request.DESCRIPTOR.fields_by_name)
]
"""What is wrong in the same way with every request that names a match."""

CREATING = [
    Case("CreateMatch: no request id", lambda _: create(request_id=""), MALFORMED, ("request_id",)),
    Case("CreateMatch: an odd request id", lambda _: create(request_id="ä"), MALFORMED, ("request_id",)),
    Case("CreateMatch: a game that is not there", lambda _: create(game="chess"), MALFORMED, ("game",)),
    Case("CreateMatch: no game", lambda _: create(game=""), MALFORMED, ("game",)),
    Case("CreateMatch: a variant that is not there", lambda _: create(variant="wild"), MALFORMED, ("variant",)),
    Case("CreateMatch: nobody", lambda _: create(players=[]), MALFORMED, ("players",)),
    Case("CreateMatch: too many", lambda _: create(players=[ANN] * 5), MALFORMED, ("players",)),
    Case("CreateMatch: far too many", lambda _: create(players=[ANN] * 101), MALFORMED, ("players",)),
    Case("CreateMatch: no name", lambda _: create(players=[ANN, "no name"]), MALFORMED, ("players[1]",)),
    Case(
        "CreateMatch: an option that is not there",
        lambda _: create(options=option(name="colour", bool_value=True)),
        MALFORMED,
        ("options.colour",),
    ),
    Case("CreateMatch: no value", lambda _: create(options=option(name="rounds")), MALFORMED, ("options.rounds",)),
    Case(
        "CreateMatch: a value of another type",
        lambda _: create(options=option(name="rounds", string_value="2")),
        MALFORMED,
        ("options.rounds",),
    ),
    Case(
        "CreateMatch: a negative value",
        lambda _: create(options=option(name="rounds", int_value=-1)),
        MALFORMED,
        ("options.rounds",),
    ),
    Case("CreateMatch: no time", lambda _: create(time_control=TimeControl()), MALFORMED, ("time_control",)),
    Case(
        "CreateMatch: a value twice",
        lambda _: create(options=option(name="rounds", int_value=1) * 2),
        MALFORMED,
        ("options.rounds",),
    ),
    Case(
        "CreateMatch: a short time",
        lambda _: create(time_control=TimeControl(per_move=PerMove(limit_ms=999))),
        MALFORMED,
        ("time_control.per_move.limit_ms",),
    ),
    Case(
        "CreateMatch: a negative stock of time",
        lambda _: create(time_control=TimeControl(fischer=Fischer(initial_ms=-1))),
        MALFORMED,
        ("time_control.fischer.initial_ms",),
    ),
    Case(
        "CreateMatch: a negative increment",
        lambda _: create(time_control=TimeControl(fischer=Fischer(initial_ms=1000, increment_ms=-1))),
        MALFORMED,
        ("time_control.fischer.increment_ms",),
    ),
    Case(
        "CreateMatch: a negative time",
        lambda _: create(time_control=TimeControl(per_move=PerMove(limit_ms=-1))),
        MALFORMED,
        ("time_control.per_move.limit_ms",),
    ),
    Case(
        "CreateMatch: an unknown consequence",
        lambda _: create(time_control=TimeControl(per_move=PerMove(limit_ms=1000), consequence=9)),  # type: ignore[arg-type]
        MALFORMED,
        ("time_control.consequence",),
    ),
    Case("CreateMatch: an unknown field", lambda _: odd(create()), MALFORMED, ("99",)),
    Case(
        "CreateMatch: an unknown field of an option",
        lambda _: create(options=[odd(OptionValue(name="rounds", int_value=2))]),
        MALFORMED,
        ("options[0].99",),
    ),
    Case("CreateMatch: others", lambda _: create(players=[ANN, BOB]), Reason.REASON_NOT_ALLOWED),
    Case(
        "CreateMatch: a request id that was used",
        lambda hall: (hall.ask(ANN, create(request_id=ONCE)), create(request_id=ONCE, players=[ANN] * 2))[1],
        REUSED,
    ),
]

READING = [
    Case("GetMatch: a seat of somebody else", lambda hall: GetMatchRequest(match=hall.sealing, seat=1), NOT_YOURS),
    Case("GetMatch: a seat that is not there", lambda hall: GetMatchRequest(match=hall.sealing, seat=9), NOT_YOURS),
    Case("GetMatch: which seat?", lambda hall: GetMatchRequest(match=hall.both), MALFORMED, ("seat",)),
    Case("GetMatch: parked", lambda hall: GetMatchRequest(match=hall.parked), PARKED),
    Case("ListLegalMoves: a spectator", lambda hall: ListLegalMovesRequest(match=hall.sealing), NOT_YOURS, who=EVE),
    Case("ListLegalMoves: a service", lambda hall: ListLegalMovesRequest(match=hall.sealing), NOT_YOURS, who=HALL),
    Case(
        "WatchMatch: the future",
        lambda hall: WatchMatchRequest(match=hall.sealing, after_version=2**62),
        Reason.REASON_VERSION_AHEAD,
        version=True,
    ),
    Case(
        "WatchMatch: before the beginning",
        lambda hall: WatchMatchRequest(match=hall.sealing, after_version=-1),
        MALFORMED,
        ("after_version",),
    ),
    Case("WatchMatch: somebody else's", lambda hall: WatchMatchRequest(match=hall.sealing, seat=1), NOT_YOURS),
]

MOVING = [
    Case("SubmitMove: no move", lambda hall: submit(hall, hall.sealing, move=Move()), MALFORMED, ("move",)),
    Case(
        "SubmitMove: another game",
        lambda hall: submit(hall, hall.sealing, move=Move(elfenland=elfenland_pb2.Move())),
        MALFORMED,
        ("move.elfenland",),
    ),
    Case(
        "SubmitMove: no kind",
        lambda hall: submit(hall, hall.sealing, move=Move(parley=parley_pb2.Move())),
        MALFORMED,
        ("move.parley",),
    ),
    Case(
        "SubmitMove: no card",
        lambda hall: submit(hall, hall.sealing, move=sealing(None)),
        MALFORMED,
        ("move.parley.seal.card",),
    ),
    Case(
        "SubmitMove: an unknown suit",
        lambda hall: submit(hall, hall.sealing, move=sealing(parley_pb2.Card(suit=77))),  # type: ignore[arg-type]
        MALFORMED,
        ("move.parley.seal.card.suit",),
    ),
    Case(
        "SubmitMove: an unknown field of a card",
        lambda hall: submit(hall, hall.sealing, move=sealing(odd(parley_pb2.Card()))),
        MALFORMED,
        ("move.parley.seal.card.99",),
    ),
    Case(
        "SubmitMove: a kind of a later release",
        lambda hall: submit(hall, hall.sealing, move=Move(parley=odd(parley_pb2.Move()))),
        MALFORMED,
        ("move.parley.99",),
    ),
    Case(
        "SubmitMove: a long note",
        lambda hall: submit(hall, hall.talks, move=Move(parley=parley_pb2.Move(offer=parley_pb2.Offer(note=MEGABYTE)))),
        MALFORMED,
        ("move.parley.offer.note",),
    ),
    Case("SubmitMove: no id", lambda hall: submit(hall, hall.sealing, request_id=""), MALFORMED, ("request_id",)),
    Case(
        "SubmitMove: before the beginning",
        lambda hall: submit(hall, hall.sealing, expected_version=0),
        MALFORMED,
        ("expected_version",),
    ),
    Case("SubmitMove: which seat?", lambda hall: submit(hall, hall.both), MALFORMED, ("seat",)),
    Case(
        "SubmitMove: the future",
        lambda hall: submit(hall, hall.sealing, expected_version=2**62),
        Reason.REASON_VERSION_AHEAD,
        version=True,
    ),
    Case(
        "SubmitMove: the past",
        lambda hall: submit(hall, hall.talks, move=PASS),
        Reason.REASON_STALE_VERSION,
        version=True,
    ),
    Case(
        "SubmitMove: out of phase",
        lambda hall: submit(hall, hall.sealing, move=PASS),
        ILLEGAL,
        rule="not-talking",
        version=True,
    ),
    Case("SubmitMove: somebody else's seat", lambda hall: submit(hall, hall.sealing, seat=1), NOT_YOURS),
    Case("SubmitMove: a seat that is not there", lambda hall: submit(hall, hall.sealing, seat=9), NOT_YOURS),
    Case("SubmitMove: no seat", lambda hall: submit(hall, hall.sealing), NOT_YOURS, who=EVE),
    Case("SubmitMove: over", lambda hall: submit(hall, hall.over), Reason.REASON_MATCH_OVER, version=True),
    Case("SubmitMove: after leaving", lambda hall: submit(hall, hall.left), ILLEGAL, rule="has-left", version=True),
    Case("SubmitMove: parked", lambda hall: submit(hall, hall.parked), PARKED),
    Case(
        "SubmitMove: an id that was used",
        lambda hall: submit(hall, hall.talks, request_id=ONCE, move=PASS),
        REUSED,
    ),
    Case("Resign: no id", lambda hall: ResignRequest(match=hall.sealing), MALFORMED, ("request_id",)),
    Case(
        "Resign: over",
        lambda hall: ResignRequest(match=hall.over, request_id=new_id()),
        Reason.REASON_MATCH_OVER,
        version=True,
    ),
    Case(
        "Resign: twice",
        lambda hall: ResignRequest(match=hall.left, request_id=new_id()),
        ILLEGAL,
        rule="has-left",
        version=True,
    ),
    Case("Resign: no seat", lambda hall: ResignRequest(match=hall.sealing, request_id="an-id"), NOT_YOURS, who=EVE),
    Case("Resign: an id that was used", lambda hall: ResignRequest(match=hall.talks, request_id=ONCE), REUSED),
    Case(
        "Resign: an unknown field",
        lambda hall: odd(ResignRequest(match=hall.sealing, request_id=new_id())),
        MALFORMED,
        ("99",),
    ),
]

WAITING = [
    Case("CreateTicket: no request id", lambda _: ticket(request_id=""), MALFORMED, ("request_id",)),
    Case("CreateTicket: a game that is not there", lambda _: ticket(game="chess"), MALFORMED, ("game",)),
    Case("CreateTicket: a variant that is not there", lambda _: ticket(variant="wild"), MALFORMED, ("variant",)),
    Case(
        "CreateTicket: an option that is not there",
        lambda _: ticket(options=option(name="colour", bool_value=True)),
        MALFORMED,
        ("options.colour",),
    ),
    Case(
        "CreateTicket: a value of another type",
        lambda _: ticket(options=option(name="rounds", string_value="two")),
        MALFORMED,
        ("options.rounds",),
    ),
    Case(
        "CreateTicket: a large value",
        lambda _: ticket(options=option(name="rounds", int_value=1000)),
        MALFORMED,
        ("options.rounds",),
    ),
    Case("CreateTicket: no value", lambda _: ticket(options=option(name="rounds")), MALFORMED, ("options.rounds",)),
    Case(
        "CreateTicket: a value twice",
        lambda _: ticket(options=option(name="rounds", int_value=2) * 2),
        MALFORMED,
        ("options.rounds",),
    ),
    Case("CreateTicket: a table of 5", lambda _: ticket(seat_counts=[2, 5]), MALFORMED, ("seat_counts[1]",)),
    Case("CreateTicket: no game", lambda _: ticket(game=""), MALFORMED, ("game",)),
    Case(
        "CreateTicket: a short time",
        lambda _: ticket(time_control=TimeControl(per_move=PerMove(limit_ms=5))),
        MALFORMED,
        ("time_control.per_move.limit_ms",),
    ),
    Case("CreateTicket: a table of -1", lambda _: ticket(seat_counts=[2, -1]), MALFORMED, ("seat_counts[1]",)),
    Case("CreateTicket: no time", lambda _: ticket(time_control=TimeControl()), MALFORMED, ("time_control",)),
    Case("CreateTicket: a field more", lambda _: odd(ticket()), MALFORMED, ("99",)),
    Case("CreateTicket: a megabyte", lambda _: ticket(game=MEGABYTE), MALFORMED, ("game",)),
    Case("CreateTicket: a service", lambda _: ticket(), Reason.REASON_NOT_ALLOWED, who=HALL),
    Case("CreateTicket: an id that was used", lambda _: ticket(request_id=ONCE), REUSED),
    Case("CreateTicket: waits already", waiting, Reason.REASON_ALREADY_WAITING, who=EVE),
    Case("CreateTicket: too many queues", one_too_many, Reason.REASON_RESOURCE_EXHAUSTED, who="zoe"),
    Case("WatchTicket: none", lambda _: WatchTicketRequest(), MALFORMED, ("ticket",)),
    Case("WatchTicket: not there", lambda _: WatchTicketRequest(ticket="nothing"), NO_TICKET),
    Case("WatchTicket: somebody else's", lambda hall: WatchTicketRequest(ticket=hall.taken), NO_TICKET, who=BOB),
    Case("CancelTicket: none", lambda _: CancelTicketRequest(), MALFORMED, ("request_id", "ticket")),
    Case("CancelTicket: not there", lambda _: CancelTicketRequest(request_id="a", ticket="nothing"), NO_TICKET),
    Case(
        "CancelTicket: has a match",
        lambda hall: CancelTicketRequest(request_id="a", ticket=hall.taken),
        Reason.REASON_TICKET_TAKEN,
    ),
]

LOOKING_BACK = [
    Case(
        "GetReplay: not yet archived",
        lambda hall: GetReplayRequest(match=hall.sealing, min_version=99),
        Reason.REASON_UNAVAILABLE,
        version=True,
        seconds=2.0,
    ),
    Case(
        "GetMatchSummary: not yet archived",
        lambda hall: GetMatchSummaryRequest(match=hall.sealing, min_version=99),
        Reason.REASON_UNAVAILABLE,
        version=True,
        seconds=2.0,
    ),
    Case(
        "GetMatchSummary: before the beginning",
        lambda hall: GetMatchSummaryRequest(match=hall.sealing, min_version=-1),
        MALFORMED,
        ("min_version",),
    ),
    Case("RebuildProjections: a player", lambda _: RebuildProjectionsRequest(), Reason.REASON_NOT_ALLOWED),
    Case("ListParkedMatches: a player", lambda _: ListParkedMatchesRequest(), Reason.REASON_NOT_ALLOWED),
    Case(
        "ListParkedMatches: -1 a page",
        lambda _: ListParkedMatchesRequest(page_size=-1),
        MALFORMED,
        ("page_size",),
        who=HALL,
    ),
    Case(
        "ListParkedMatches: no token",
        lambda _: ListParkedMatchesRequest(page_token="x"),
        MALFORMED,
        ("page_token",),
        who=HALL,
    ),
    Case(
        "RetryParkedMatch: a player",
        lambda hall: RetryParkedMatchRequest(match=hall.sealing),
        Reason.REASON_NOT_ALLOWED,
    ),
    Case("RetryParkedMatch: no match", lambda _: RetryParkedMatchRequest(), MALFORMED, ("match",), who=HALL),
    Case("RetryParkedMatch: not there", lambda _: RetryParkedMatchRequest(match=NOWHERE), NO_MATCH, who=HALL),
    Case(
        "RetryParkedMatch: cannot be read",
        lambda hall: RetryParkedMatchRequest(match=hall.unreadable),
        PARKED,
        who=HALL,
        version=True,
    ),
    Case("GetReplay: somebody else's", lambda hall: GetReplayRequest(match=hall.sealing, seat=1), NOT_YOURS),
    Case(
        "GetReplay: the wrong way round",
        lambda hall: GetReplayRequest(match=hall.sealing, from_version=2, to_version=1),
        MALFORMED,
        ("to_version",),
    ),
    Case("ListMatches: -1 a page", lambda _: ListMatchesRequest(page_size=-1), MALFORMED, ("page_size",)),
    Case("ListMatches: no token", lambda _: ListMatchesRequest(page_token="x"), MALFORMED, ("page_token",)),
    Case("ListMatches: no name", lambda _: ListMatchesRequest(player="no name"), MALFORMED, ("player",)),
    Case("ListMatches: an unknown status", lambda _: ListMatchesRequest(status=9), MALFORMED, ("status",)),  # type: ignore[arg-type]
    Case("ListRatings: no game", lambda _: ListRatingsRequest(), MALFORMED, ("game",)),
    Case("ListRatings: no name of a game", lambda _: ListRatingsRequest(game="a b"), MALFORMED, ("game",)),
    Case(
        "ListRatings: no name of a player",
        lambda _: ListRatingsRequest(game="parley", player="no name"),
        MALFORMED,
        ("player",),
    ),
    Case(
        "ListRatings: -1 a page", lambda _: ListRatingsRequest(game="parley", page_size=-1), MALFORMED, ("page_size",)
    ),
    Case(
        "ListRatings: no token",
        lambda _: ListRatingsRequest(game="parley", page_token="x"),
        MALFORMED,
        ("page_token",),
    ),
    Case("ListRatings: a megabyte", lambda _: ListRatingsRequest(game=MEGABYTE), MALFORMED, ("game",)),
    Case("ListMatches: a megabyte", lambda _: ListMatchesRequest(page_token=MEGABYTE), MALFORMED, ("page_token",)),
]

CASES = [*ANYWHERE, *CREATING, *READING, *MOVING, *WAITING, *LOOKING_BACK]
