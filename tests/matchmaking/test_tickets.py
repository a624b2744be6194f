from __future__ import annotations

import asyncio
from typing import Any

import grpc
from tests.matchmaking.conftest import Start
from tests.matchmaking.players import CANCELLED, FORMING, WAITING, Players, Ticket, refused

from sagahall.api.common.v1.common_pb2 import OptionValue, Reason
from sagahall.chassis.server import Service


def options_of(ticket: Ticket) -> dict[str, Any]:
    return {option.name: getattr(option, option.WhichOneof("value") or "") for option in ticket.options}


async def test_a_ticket_tells_all_that_it_waits_for(rules: Service, player: Players) -> None:
    ticket = await player("ann").create(options=[OptionValue(name="rounds", int_value=3)], seat_counts=[4, 2, 4])
    assert (ticket.player, ticket.game, ticket.variant) == ("ann", "parley", "standard")
    assert options_of(ticket).keys() == {"rounds", "demands", "purse"}
    assert options_of(ticket)["rounds"] == 3
    assert list(ticket.seat_counts) == [2, 4]
    assert (ticket.state, ticket.position, ticket.match, ticket.HasField("seat")) == (WAITING, 0, "", False)
    assert ticket.expire_time.ToMilliseconds() - ticket.create_time.ToMilliseconds() == 60_000


async def test_without_seat_counts_any_table_with_others_will_do(rules: Service, player: Players) -> None:
    assert list((await player("ann").create(seat_counts=[])).seat_counts) == [2, 3, 4]
    assert list((await player("ann").create(variant="brief", seat_counts=[])).seat_counts) == [2, 3]


async def test_a_default_that_is_spelled_out_is_the_same_wish(rules: Service, player: Players) -> None:
    ticket = await player("ann").create()
    code, refusal = await refused(player("ann").create(variant=ticket.variant, options=ticket.options))
    assert (code, refusal.reason) == (grpc.StatusCode.ALREADY_EXISTS, Reason.REASON_ALREADY_WAITING)
    assert refusal.ticket == ticket.ticket


async def test_the_same_request_gives_the_same_ticket(rules: Service, player: Players) -> None:
    """B48."""
    ticket = await player("ann").create("once")
    again = await asyncio.gather(*(player("ann").create("once") for _ in range(10)))
    assert {one.ticket for one in again} == {ticket.ticket}
    assert (await player("bob").create("once")).ticket != ticket.ticket


async def test_a_request_id_with_another_body_is_refused(rules: Service, player: Players) -> None:
    await player("ann").create("once")
    code, refusal = await refused(player("ann").create("once", seat_counts=[3]))
    assert (code, refusal.reason) == (grpc.StatusCode.ALREADY_EXISTS, Reason.REASON_REQUEST_ID_REUSED)


async def test_a_code_that_is_too_long_is_refused(rules: Service, player: Players) -> None:
    code, refusal = await refused(player("ann").create(code="x" * 65))
    assert (code, [one.field for one in refusal.fields]) == (grpc.StatusCode.INVALID_ARGUMENT, ["code"])


async def test_a_cancelled_ticket_waits_no_more(rules: Service, player: Players) -> None:
    ticket = await player("ann").create()
    assert (await player("ann").cancel(ticket.ticket)).state == CANCELLED
    assert (await player("ann").create()).ticket != ticket.ticket


async def test_cancelling_again_gives_the_same_answer(rules: Service, player: Players) -> None:
    ticket = await player("ann").create()
    cancelled = await player("ann").cancel(ticket.ticket, "stop")
    assert await player("ann").cancel(ticket.ticket, "stop") == cancelled
    assert await player("ann").cancel(ticket.ticket) == cancelled


async def test_a_ticket_whose_match_is_being_made_cannot_be_cancelled(start_rules: Start, player: Players) -> None:
    async with start_rules():
        ticket = await player("ann").create()
    await player("bob").create()
    await player("ann").until(ticket.ticket, FORMING)
    code, refusal = await refused(player("ann").cancel(ticket.ticket))
    assert (code, refusal.reason) == (grpc.StatusCode.FAILED_PRECONDITION, Reason.REASON_TICKET_TAKEN)


async def test_the_ticket_of_another_player_is_not_found(rules: Service, player: Players) -> None:
    ticket = await player("ann").create()
    for name, id_ in (("bob", ticket.ticket), ("ann", "unknown"), ("ann", "}x{\n")):
        for call in (player(name).cancel(id_), anext(aiter(player(name).watch(id_)))):
            code, refusal = await refused(call)
            assert (code, refusal.reason) == (grpc.StatusCode.NOT_FOUND, Reason.REASON_TICKET_NOT_FOUND)


async def test_without_the_rules_service_nobody_knows_the_games(player: Players) -> None:
    code, refusal = await refused(player("ann").create())
    assert (code, refusal.reason) == (grpc.StatusCode.UNAVAILABLE, Reason.REASON_UNAVAILABLE)


async def test_the_games_are_remembered_while_the_rules_service_is_down(start_rules: Start, player: Players) -> None:
    """B47: a restart of the rules service turns nobody away."""
    async with start_rules():
        await player("ann").create(seat_counts=[3])
    assert (await player("bob").create(seat_counts=[4])).state == WAITING
