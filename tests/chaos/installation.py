"""What a whole installation holds and shows, for comparing."""

from __future__ import annotations

import hashlib
import re

from google.protobuf.message import Message
from tests.chaos.audit import checked_log, stored_records
from tests.chaos.killing import store_of

from sagahall.client import Client
from sagahall.client.stack.stack import Stack


def all_matches(stack: Stack) -> list[str]:
    """The matches in the log."""
    with store_of(stack) as store:
        found = store.scan_iter(f"{stack.settings.prefix}:{{p*}}:match:*", count=1000)
        return sorted(key.decode().rpartition(":")[2] for key in found)


async def check_versions(stack: Stack, client: Client) -> None:
    """Every match is at the version that its records say, wherever it is told; and nothing else counts versions."""
    counts = {match: len(checked_log(stack, match)) for match in all_matches(stack)}
    assert {match: (await client.get_match(match)).version for match in counts} == counts
    archived = {
        match: [frame.version async for frame in client.replay(match, min_version=n)] for match, n in counts.items()
    }
    assert archived == {match: list(range(1, count + 1)) for match, count in counts.items()}
    assert {summary.match: summary.version async for summary in client.list_matches(page_size=500)} == counts
    assert _unknown_keys(stack) == []


def _unknown_keys(stack: Stack) -> list[str]:
    known = re.compile(rf"{stack.settings.prefix}:\{{(p\d+\}}:(match:.*|feed|deadlines)|(matchmaking|presence)\}}:.*)")
    with store_of(stack) as store:
        return [key.decode() for key in store.scan_iter(count=1000) if not known.fullmatch(key.decode())]


async def contents(stack: Stack, client: Client) -> dict[str, str]:
    """For each match a hash over its records and over everything that the client is told of it."""
    matches = all_matches(stack)
    told = {match: await _told(stack, client, match) for match in matches}
    async for summary in client.list_matches(page_size=500):
        told[summary.match].append(_bytes(summary))
    return {
        match: hashlib.sha256(b"".join(hashlib.sha256(one).digest() for one in told[match])).hexdigest()
        for match in matches
    }


async def _told(stack: Stack, client: Client, match: str) -> list[bytes]:
    records = [stored for _, stored in stored_records(stack, match)]
    frames = [_bytes(frame) async for frame in client.replay(match, min_version=len(records))]
    return [*records, *frames, _bytes(await client.get_match(match))]


def _bytes(message: Message) -> bytes:
    return message.SerializeToString(deterministic=True)
