"""What has to hold once the dust has settled: what was acknowledged is in the log, and all services tell the same."""

from __future__ import annotations

import hashlib

from tests.chaos.killing import store_of
from tests.chaos.ledger import Ledger
from tests.chaos.playing import SPECTATOR, Play
from tests.stack import addresses, token

from sagahall.api.match.v1 import match_pb2
from sagahall.api.projection.v1 import projection_pb2
from sagahall.client import Client
from sagahall.client.stack.stack import Stack
from sagahall.eventlog.keys import Keys
from sagahall.internal.log.v1.record_pb2 import Record


def stored_records(stack: Stack, match: str) -> list[tuple[str, bytes]]:
    """The stream of a match: position and stored bytes of each entry."""
    with store_of(stack) as server:
        found = server.xrange(Keys(stack.settings.prefix).match(match))
    return [(position.decode(), fields[b"record"]) for position, fields in found]


def checked_log(stack: Stack, match: str) -> list[Record]:
    """The records of a match, whose versions have no gap and which follow on each other."""
    stream = stored_records(stack, match)
    assert [position for position, _ in stream] == [f"{version}-0" for version in range(1, len(stream) + 1)]
    records = [Record.FromString(stored) for _, stored in stream]
    assert [record.version for record in records] == list(range(1, len(records) + 1))
    hashes = [b"", *(hashlib.sha256(stored).digest() for _, stored in stream)]
    assert [record.prev for record in records] == hashes[:-1]
    return records


def check_acknowledged(ledger: Ledger, match: str, records: list[Record]) -> None:
    """Every acknowledged move is in the log once, at its version, and every move in the log was acknowledged."""
    told = sorted((one for one in ledger.moves if one.match == match), key=lambda one: one.version)
    held = [record for record in records if record.HasField("moved")]
    assert [(one.version, one.request_id, one.seat) for one in told] == [
        (record.version, record.request_id, record.actor.seat) for record in held
    ]
    assert [one.move for one in told] == [record.moved.move for record in held]
    requests = [record.request_id for record in records]
    assert len(requests) == len(set(requests))


async def audit(play: Play) -> None:
    """Compares what players and spectators were told with the log, GetMatch, the replay and the lists."""
    assert play.players, "nobody has played"
    assert play.unfinished == []
    for match, players in play.players.items():
        records = checked_log(play.stack, match)
        check_acknowledged(play.ledger, match, records)
        assert list(records[0].created.players) == [players[seat] for seat in sorted(players)]
        for viewer, seat in ((SPECTATOR, None), (players[0], 0)):
            async with Client(addresses(play.stack), token(play.stack, viewer)) as client:
                await _check_services(client, match, seat, len(records), play.ledger.frames[match, viewer])
    await _check_lists(play)
    assert play.logs.errors() == []


async def _check_services(
    client: Client, match: str, seat: int | None, versions: int, shown: list[match_pb2.Frame]
) -> None:
    now = await client.get_match(match, seat=seat)
    assert (now.version, now.HasField("outcome")) == (versions, True)
    assert [frame.version for frame in shown] == list(range(1, versions + 1))
    replay = client.replay(match, seat=seat, include_matches=True, min_version=versions)
    assert [frame async for frame in replay] == shown
    assert shown[-1].match_after == now


async def _check_lists(play: Play) -> None:
    """B66: what the lists count is what there is, and nobody is in a match that he was not told of."""
    for name in play.names:
        async with Client(addresses(play.stack), token(play.stack, name)) as client:
            (found,) = [summary async for summary in client.list_matches(player=name)]
        assert name in play.players[found.match].values()
        assert found.version == len(stored_records(play.stack, found.match))
        assert found.status == projection_pb2.MATCH_STATUS_FINISHED
