"""The SDK against real services: what it sends, what it raises, and what it does when services go away."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import aclosing
from importlib.metadata import packages_distributions
from typing import Any

import grpc
import pytest
from tests.stack import Connect, addresses, token

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1 import match_pb2, match_pb2_grpc
from sagahall.api.matchmaking.v1 import matchmaking_pb2
from sagahall.client import Addresses, Client, Refused, Unreachable, find_match, new_request_id
from sagahall.client.stack.stack import Stack

ANN = "ann"


async def practice(client: Client, seats: int = 2) -> match_pb2.Match:
    return await client.create_match("parley", [ANN] * seats)


def test_it_needs_grpcio_and_protobuf_alone() -> None:
    base = {"sagahall", "grpcio", "protobuf", "googleapis-common-protos", "typing_extensions"}
    extra = [name for name, owners in packages_distributions().items() if not base & set(owners)]
    assert {"typer", "yaml", "pydantic", "jwt"} <= set(extra)
    code = f"import sys; sys.modules |= dict.fromkeys({extra!r}); import sagahall.client"
    subprocess.run([sys.executable, "-c", code], check=True)


async def test_it_lists_games_with_their_variants(player: Connect) -> None:
    async with player(ANN) as client:
        games = {game.name: game for game in await client.list_games()}
    assert [variant.name for variant in games["parley"].variants] == ["standard", "brief"]


async def test_a_move_is_played_at_the_version_of_its_listing(player: Connect) -> None:
    async with player(ANN) as client:
        match = await practice(client)
        listing = await client.legal_moves(match.match, seat=0)
        made = await client.submit_move(match.match, listing.moves[0].move, expected_version=listing.version, seat=0)
        now = await client.get_match(match.match, seat=0)
    assert (listing.version, made.version, now.version) == (1, 2, 2)
    assert made.frame.move == listing.moves[0].move


async def test_options_are_passed_on(player: Connect) -> None:
    async with player(ANN) as client:
        match = await client.create_match("parley", [ANN] * 2, options={"rounds": 3, "demands": False, "purse": "lean"})
    chosen = {option.name: getattr(option, option.WhichOneof("value") or "name") for option in match.options}
    assert chosen == {"rounds": 3, "demands": False, "purse": "lean"}


async def test_the_same_request_id_gives_the_same_match(player: Connect) -> None:
    async with player(ANN) as client:
        request_id = new_request_id()
        first = await client.create_match("parley", [ANN] * 2, request_id=request_id)
        again = await client.create_match("parley", [ANN] * 2, request_id=request_id)
    assert again == first


async def test_a_refusal_says_reason_rule_version_and_fields(player: Connect) -> None:
    async with player(ANN) as client:
        match = await practice(client)
        moves = (await client.legal_moves(match.match, seat=1)).moves
        with pytest.raises(Refused) as illegal:
            await client.submit_move(match.match, moves[0].move, expected_version=1, seat=0)
        with pytest.raises(Refused) as malformed:
            await client.submit_move(match.match, moves[0].move, expected_version=0, seat=0)
        with pytest.raises(Refused) as unknown:
            await client.get_match("no-such-match")
    assert (illegal.value.name, illegal.value.version) == ("ILLEGAL_MOVE", 1)
    assert illegal.value.rule
    assert [field.field for field in malformed.value.fields] == ["expected_version"]
    assert unknown.value.reason == Reason.REASON_MATCH_NOT_FOUND


async def test_a_stale_version_is_the_callers_to_decide(player: Connect) -> None:
    """B04: a refusal for a stale version carries the present one, and nothing is played."""
    async with player(ANN) as client:
        match = await practice(client, seats=1)
        for _ in range(2):
            listing = await client.legal_moves(match.match)
            await client.submit_move(match.match, listing.moves[0].move, expected_version=listing.version)
        with pytest.raises(Refused) as stale:
            await client.submit_move(match.match, listing.moves[0].move, expected_version=1)
    assert (stale.value.name, stale.value.version) == ("STALE_VERSION", 3)


async def test_a_bad_token_is_refused(stack: Stack) -> None:
    async with Client(addresses(stack), "not.a.token") as client:
        with pytest.raises(Refused) as refused:
            await client.list_games()
    assert refused.value.reason == Reason.REASON_UNAUTHENTICATED


async def test_the_token_may_be_renewed_while_the_client_lives(stack: Stack) -> None:
    present = ["stale"]
    async with Client(addresses(stack), lambda: present[0]) as client:
        with pytest.raises(Refused):
            await client.list_games()
        present[0] = token(stack, ANN)
        assert await client.list_games()


async def test_nothing_that_answers_is_named() -> None:
    async with Client("127.0.0.1:1", "token", patience=0) as client:
        with pytest.raises(Unreachable) as unreachable:
            await client.list_games()
    assert unreachable.value.address == "127.0.0.1:1"


async def test_a_call_outlasts_a_restart_of_the_service(stack: Stack, player: Connect) -> None:
    async with player(ANN) as client:
        match = await practice(client)
        listing = await client.legal_moves(match.match, seat=0)
        stack.kill("rules")
        call = client.submit_move(match.match, listing.moves[0].move, expected_version=listing.version, seat=0)
        submitted = asyncio.ensure_future(call)
        await asyncio.to_thread(stack.restart, "rules")
        made = await submitted
        assert made.version == 2
        assert (await client.get_match(match.match, seat=0)).version == 2


class Ending(match_pb2_grpc.MatchServiceServicer):
    """A process that breaks off the first call which comes to it, as gRPC does in the moment in which a server ends."""

    def __init__(self) -> None:
        self._calls = 0

    async def ListGames(self, request: match_pb2.ListGamesRequest, context: Any) -> match_pb2.ListGamesResponse:
        self._calls += 1
        if self._calls == 1:
            await context.abort(grpc.StatusCode.CANCELLED)
        return match_pb2.ListGamesResponse(games=[match_pb2.Game(name="parley")])


async def test_a_call_that_a_process_breaks_off_as_it_ends_is_made_again() -> None:
    """B67: the same request is safe, whether the first one was carried out or not."""
    server = grpc.aio.server()
    match_pb2_grpc.add_MatchServiceServicer_to_server(Ending(), server)  # type: ignore[abstract]  # it does no more
    address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    await server.start()
    async with Client(Addresses(address, address, address), "any", patience=10) as client:
        assert [game.name for game in await client.list_games()] == ["parley"]
    await server.stop(None)


async def test_a_reply_that_was_lost_is_had_again(stack: Stack, player: Connect) -> None:
    """B04, B06: after a lost reply the same request id gives the first answer, a restart of the service between."""
    async with player(ANN) as client:
        match = await practice(client)
        move = (await client.legal_moves(match.match, seat=0)).moves[0].move
        request_id = new_request_id()

        async def submit() -> match_pb2.SubmitMoveResponse:
            return await client.submit_move(match.match, move, expected_version=1, seat=0, request_id=request_id)

        lost = await submit()
        stack.kill("rules")
        stack.restart("rules")
        assert await submit() == lost
        assert (await client.get_match(match.match, seat=0)).version == 2


async def test_a_store_that_is_away_is_a_refusal_that_may_be_repeated(stack: Stack, player: Connect) -> None:
    async with player(ANN) as client, player(ANN, patience=0) as impatient:
        match = await practice(client)
        stack.kill("redis")
        with pytest.raises(Refused) as refused:
            await impatient.get_match(match.match, seat=0)
        waiting = asyncio.ensure_future(client.get_match(match.match, seat=0))
        await asyncio.to_thread(stack.restart, "redis")
        assert refused.value.name == "UNAVAILABLE"
        assert await waiting == match


async def test_whoever_looks_for_a_match_again_after_a_crash_waits_with_the_new_wish(player: Connect) -> None:
    """B48: the ticket of the life before is in nobody's way."""
    async with player(ANN) as ann, player("bob") as bob:
        lost = await ann.create_ticket("parley", seat_counts=[3])
        waiting = asyncio.create_task(find_match(ann, "parley", seat_counts=[2]))
        found = [await find_match(bob, "parley", seat_counts=[2]), await waiting]
        async with aclosing(ann.watch_ticket(lost.ticket)) as changes:
            assert (await anext(changes)).state == matchmaking_pb2.TICKET_STATE_CANCELLED
    assert [ticket.seat_counts for ticket in found] == [[2], [2]]
    assert found[0].match == found[1].match


async def test_whoever_stops_waiting_too_late_stops_all_the_same(player: Connect, stack: Stack) -> None:
    """B45: while the match is being made the ticket cannot be taken back; the caller is told that he was cancelled."""
    async with player(ANN) as ann, player("bob") as bob:
        other = await bob.create_ticket("parley", seat_counts=[3])
        await bob.cancel_ticket(other.ticket)
        stack.kill("rules")
        try:
            waiting = asyncio.create_task(find_match(ann, "parley", seat_counts=[2]))
            ticket = await bob.create_ticket("parley", seat_counts=[2])
            async with aclosing(bob.watch_ticket(ticket.ticket)) as changes:
                while (await anext(changes)).state != matchmaking_pb2.TICKET_STATE_FORMING:
                    continue
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        finally:
            await asyncio.to_thread(stack.restart, "rules")
