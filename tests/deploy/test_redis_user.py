"""The Redis user that the documentation proposes."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from tests.stack import SAGAHALL, addresses, environment, stack_settings, token

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.embedded import embedded_redis
from sagahall.client import Client, Refused
from sagahall.client.stack.folder import Folder
from sagahall.client.stack.stack import Stack, running
from sagahall.eventlog.keys import Keys, partition_of

RULES = Path(__file__).parents[2] / "deploy" / "redis" / "user.acl"
PASSWORD = "of-a-test"
pytestmark = pytest.mark.slow


def change_user(operator: Redis, *rules: str) -> None:
    operator.execute_command("ACL", "SETUSER", "sagahall", *rules)  # type: ignore[no-untyped-call]


@pytest.fixture
def operator(tmp_path: Path) -> Iterator[Redis]:
    """A server on which the user is all that the services have."""
    with embedded_redis(tmp_path / "redis", cluster=True) as server, Redis.from_url(server.url) as operator:
        change_user(operator, "on", f">{PASSWORD}", *RULES.read_text().split())
        yield operator


@pytest.fixture
def stack(operator: Redis, tmp_path: Path) -> Iterator[Stack]:
    port = operator.connection_pool.connection_kwargs["port"]
    folder = Folder(tmp_path / ".sagahall")
    settings = stack_settings(folder, redis_url=f"redis://sagahall:{PASSWORD}@127.0.0.1:{port}/0", retire_seconds=0)
    with running(folder, settings, embedded=False) as stack:
        yield stack


def sagahall(stack: Stack, *arguments: str) -> str:
    command = [*SAGAHALL, *arguments]
    done = subprocess.run(command, env=environment(stack), capture_output=True, text=True, check=True, timeout=110)
    return done.stdout


async def test_the_services_get_by_with_the_commands_that_their_user_may_use(operator: Redis, stack: Stack) -> None:
    """B71: nothing needs a command that is not on the list, from the first ticket to the last frame of the replay."""
    line = await asyncio.to_thread(sagahall, stack, "play", "--game", "parley", "--seats", "3", "--json")
    match = json.loads(line.splitlines()[-1])["match"]
    await asyncio.to_thread(sagahall, stack, "replay", match)
    created = await asyncio.to_thread(sagahall, stack, "create", "parley", "--json")
    await asyncio.to_thread(sagahall, stack, "resign", json.loads(created)["match"], "--seat", "0")
    stack.kill("projection")
    late = json.loads(await asyncio.to_thread(sagahall, stack, "create", "parley", "--json"))["match"]
    operator.xtrim(Keys(stack.settings.prefix).feed(partition_of(late)), maxlen=0, approximate=False)
    stack.restart("projection")
    # What its feed lacks is read from the match.
    await asyncio.to_thread(sagahall, stack, "replay", late)
    for name in ("rules", "matchmaking", "projection"):
        stack.kill(name)
        stack.restart(name)
    await asyncio.to_thread(sagahall, stack, "matches")
    assert operator.acl_log() == []


async def test_a_user_who_may_do_too_little_is_a_store_that_is_down(operator: Redis, stack: Stack) -> None:
    """What an operator has to mend is no bug, and callers may try again."""
    async with Client(addresses(stack), token(stack, "ann"), patience=0) as ann:
        change_user(operator, "-xadd")
        with pytest.raises(Refused) as caught:
            await ann.create_match("parley", players=["ann"])
        assert caught.value.reason == Reason.REASON_UNAVAILABLE
        change_user(operator, "+xadd")
        assert (await ann.create_match("parley", players=["ann"])).version == 1
