"""A stream that something else than the log has changed is refused loudly, and nothing is ever added to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias, cast

import pytest
from redis import Redis
from tests.chaos.audit import stored_records
from tests.chaos.killing import kill_and_restart, store_of
from tests.chaos.logs import Logs
from tests.stack import Connect

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1.games_pb2 import Move
from sagahall.client import Client, Refused
from sagahall.client.stack.stack import Stack
from sagahall.eventlog.keys import Keys
from sagahall.internal.log.v1.record_pb2 import Record

VERSIONS = 4
Entries: TypeAlias = list[tuple[bytes, dict[bytes, bytes]]]
PATIENCE_SECONDS = 30.0


def a_record_is_deleted(store: Redis, stream: str) -> None:
    store.xdel(stream, "2-0")


def the_newest_record_is_deleted(store: Redis, stream: str) -> None:
    store.xdel(stream, f"{VERSIONS}-0")


def a_stranger_adds_a_record(store: Redis, stream: str) -> None:
    store.xadd(stream, {"record": b"no record"}, id=f"{VERSIONS + 1}-0")


def the_newest_record_follows_on_another(store: Redis, stream: str) -> None:
    records = [Record.FromString(fields[b"record"]) for _, fields in cast("Entries", store.xrange(stream))]
    records[-1].prev = bytes(32)
    store.delete(stream)
    for record in records:
        store.xadd(stream, {"record": record.SerializeToString(deterministic=True)}, id=f"{record.version}-0")


TAMPERINGS = (
    a_record_is_deleted,
    the_newest_record_is_deleted,
    a_stranger_adds_a_record,
    the_newest_record_follows_on_another,
)
LEAVES_A_MATCH = the_newest_record_is_deleted
"""What is left is a match as it once was, which only the server knows to have been longer."""


class Choice(NamedTuple):
    """A move that a seat can make at a version."""

    version: int
    seat: int
    move: Move


async def choice(client: Client, match: str) -> Choice:
    """What can be played now."""
    seat = (await client.get_match(match, seat=0)).to_act[0]
    listing = await client.legal_moves(match, seat=seat)
    return Choice(listing.version, seat, listing.moves[0].move)


async def play(client: Client, match: str, choice: Choice) -> int:
    """Makes a move. Returns the version that it made."""
    made = await client.submit_move(match, choice.move, expected_version=choice.version, seat=choice.seat)
    return made.version


async def begin(client: Client) -> tuple[str, list[Choice]]:
    """A match of ann's in both seats, some moves in, and what could be played at each of its versions."""
    match = (await client.create_match("parley", ["ann"] * 2)).match
    choices = [await choice(client, match)]
    while len(choices) < VERSIONS:
        await play(client, match, choices[-1])
        choices.append(await choice(client, match))
    return match, choices


@pytest.mark.parametrize("tamper", TAMPERINGS)
async def test_no_move_is_made_on_top_of_it(
    stack: Stack, player: Connect, tamper: Callable[[Redis, str], None]
) -> None:
    """B10: whether the service remembers the match as it was or reads it anew; other matches go on."""
    logs = Logs(stack)
    async with player("ann", patience=PATIENCE_SECONDS) as client:
        match, choices = await begin(client)
        other, others = await begin(client)
        with store_of(stack) as store:
            tamper(store, Keys(stack.settings.prefix).match(match))
        tampered = stored_records(stack, match)
        chosen = choices[-2] if tamper is LEAVES_A_MATCH else choices[-1]
        for remembered in (True, False):
            if not remembered:
                await kill_and_restart(stack, "rules")
            with pytest.raises(Refused) as refused:
                await play(client, match, chosen)
            assert refused.value.reason == Reason.REASON_MATCH_PARKED
        assert stored_records(stack, match) == tampered
        assert await play(client, other, others[-1]) == VERSIONS + 1
    errors = logs.errors()
    assert errors
    assert all(match in error for error in errors)


@pytest.mark.parametrize("tamper", [one for one in TAMPERINGS if one is not LEAVES_A_MATCH])
async def test_nobody_is_shown_it(stack: Stack, player: Connect, tamper: Callable[[Redis, str], None]) -> None:
    """B10: every call says why; what was archived before can still be seen."""
    async with player("ann", patience=PATIENCE_SECONDS) as client:
        match, _ = await begin(client)
        before = [frame async for frame in client.replay(match, seat=0, min_version=VERSIONS)]
        with store_of(stack) as store:
            tamper(store, Keys(stack.settings.prefix).match(match))
        await kill_and_restart(stack, "rules")
        for read in (client.get_match, client.legal_moves):
            with pytest.raises(Refused) as refused:
                await read(match, seat=0)
            assert refused.value.reason == Reason.REASON_MATCH_PARKED
        with pytest.raises(Refused) as unseen:
            _ = [message async for message in client.watch(match, seat=0)]
        assert unseen.value.reason == Reason.REASON_MATCH_PARKED
        assert [frame async for frame in client.replay(match, seat=0)] == before
