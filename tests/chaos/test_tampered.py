"""A stream that something else than the log has changed is refused loudly, and nothing is ever added to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

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
PATIENCE_SECONDS = 30.0

Tamper = Callable[[Redis, str, list[bytes]], None]
"""Changes a stream that holds these records."""


def a_record_is_deleted(store: Redis, stream: str, records: list[bytes]) -> None:
    store.xdel(stream, "2-0")


def the_newest_record_is_deleted(store: Redis, stream: str, records: list[bytes]) -> None:
    store.xdel(stream, f"{VERSIONS}-0")


def a_stranger_adds_a_record(store: Redis, stream: str, records: list[bytes]) -> None:
    store.xadd(stream, {"record": b"no record"}, id=f"{VERSIONS + 1}-0")


def the_newest_record_follows_on_another(store: Redis, stream: str, records: list[bytes]) -> None:
    newest = Record.FromString(records[-1])
    newest.prev = bytes(32)
    write(store, stream, [*records[:-1], newest.SerializeToString(deterministic=True)])


TAMPERINGS: tuple[Tamper, ...] = (
    a_record_is_deleted,
    the_newest_record_is_deleted,
    a_stranger_adds_a_record,
    the_newest_record_follows_on_another,
)


class Choice(NamedTuple):
    """A move that a seat can make at a version."""

    version: int
    seat: int
    move: Move


class Victim(NamedTuple):
    """A match of ann's in both seats, and what could be played at each of its versions."""

    match: str
    choices: list[Choice]

    def next_move(self, tamper: Tamper) -> Choice:
        """What can be played now; what is left without the newest record is a match as it was before."""
        return self.choices[-2] if tamper is the_newest_record_is_deleted else self.choices[-1]


def write(store: Redis, stream: str, records: list[bytes]) -> None:
    store.delete(stream)
    for version, record in enumerate(records, 1):
        store.xadd(stream, {"record": record}, id=f"{version}-0")


@contextmanager
def tampered(stack: Stack, match: str, tamper: Tamper) -> Iterator[None]:
    """Changes the stream of a match until the block is left; whatever is added to it meanwhile is an error."""
    stream, records = Keys(stack.settings.prefix).match(match), [stored for _, stored in stored_records(stack, match)]
    with store_of(stack) as store:
        tamper(store, stream, records)
        changed = stored_records(stack, match)
        try:
            yield
            assert stored_records(stack, match) == changed
        finally:
            write(store, stream, records)


async def choice(client: Client, match: str) -> Choice:
    """What can be played now."""
    seat = (await client.get_match(match, seat=0)).to_act[0]
    listing = await client.legal_moves(match, seat=seat)
    return Choice(listing.version, seat, listing.moves[0].move)


async def play(client: Client, match: str, choice: Choice) -> int:
    """Makes a move. Returns the version that it made."""
    made = await client.submit_move(match, choice.move, expected_version=choice.version, seat=choice.seat)
    return made.version


async def begin(client: Client) -> Victim:
    match = (await client.create_match("parley", ["ann"] * 2)).match
    choices = [await choice(client, match)]
    while len(choices) < VERSIONS:
        await play(client, match, choices[-1])
        choices.append(await choice(client, match))
    return Victim(match, choices)


async def refused_move(client: Client, victim: Victim, tamper: Tamper) -> None:
    with pytest.raises(Refused) as refused:
        await play(client, victim.match, victim.next_move(tamper))
    assert refused.value.reason == Reason.REASON_MATCH_PARKED


@pytest.mark.parametrize("tamper", TAMPERINGS)
async def test_a_service_that_remembers_the_match_adds_nothing(stack: Stack, player: Connect, tamper: Tamper) -> None:
    """B10: and other matches go on."""
    logs = Logs(stack)
    async with player("ann") as client:
        victim, other = await begin(client), await begin(client)
        with tampered(stack, victim.match, tamper):
            await refused_move(client, victim, tamper)
            assert await play(client, other.match, other.choices[-1]) == VERSIONS + 1
    (error,) = logs.errors()
    assert victim.match in error


async def test_a_service_that_reads_the_match_anew_neither_adds_nor_shows_anything(
    stack: Stack, player: Connect
) -> None:
    """B10: every call says why; what was archived before can still be seen, and other matches go on."""
    async with player("ann", patience=PATIENCE_SECONDS) as client:
        other, victims = await begin(client), [(await begin(client), tamper) for tamper in TAMPERINGS]
        with ExitStack() as restoring:
            for victim, tamper in victims:
                restoring.enter_context(tampered(stack, victim.match, tamper))
            await kill_and_restart(stack, "rules")
            for victim, tamper in victims:
                await refused_move(client, victim, tamper)
                if tamper is not the_newest_record_is_deleted:
                    await _is_not_shown(client, victim.match)
                replay = client.replay(victim.match, seat=0, min_version=VERSIONS)
                assert [frame.version async for frame in replay] == list(range(1, VERSIONS + 1))
            assert await play(client, other.match, other.choices[-1]) == VERSIONS + 1


async def _is_not_shown(client: Client, match: str) -> None:
    for read in (client.get_match, client.legal_moves):
        with pytest.raises(Refused) as refused:
            await read(match, seat=0)
        assert refused.value.reason == Reason.REASON_MATCH_PARKED
    with pytest.raises(Refused) as unseen:
        _ = [message async for message in client.watch(match, seat=0)]
    assert unseen.value.reason == Reason.REASON_MATCH_PARKED
