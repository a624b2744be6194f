"""Watchers whose network is gone, and more watchers than there may be."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import grpc
from google.rpc.error_details_pb2 import RetryInfo
from google.rpc.status_pb2 import Status
from tests.chassis.matches import failure
from tests.connections.conftest import At
from tests.eventlog.proxy import Proxy
from tests.eventlog.waiting import until
from tests.network import network
from tests.projection.archiving import append
from tests.projection.playing import play
from tests.rules.test_watch import until_caught_up

from sagahall.chassis.refusals import DETAILS_KEY, RETRY_SECONDS
from sagahall.chassis.server import serving
from sagahall.chassis.settings import Settings
from sagahall.eventlog.hub import Hub
from sagahall.eventlog.log import EventLog
from sagahall.rules.__main__ import API, start

STEPS = play("one")[:-5]
MATCH = STEPS[0].match.match
MANY = 500
CONNECTIONS = 4


def retry_seconds(error: grpc.aio.AioRpcError) -> float:
    """When the service asks to come back."""
    raw = dict(error.trailing_metadata() or ())[DETAILS_KEY]
    hint = RetryInfo()
    assert any(detail.Unpack(hint) for detail in Status.FromString(raw).details)
    return float(hint.retry_delay.ToSeconds())


async def test_what_vanished_watchers_held_is_free_again(
    hubs: list[Hub], rules_settings: Settings, log: EventLog, at: At
) -> None:
    """B59, B51: their network is dropped without a FIN; subscriptions, presence and places are released."""
    await append(log, STEPS)
    settings = rules_settings.model_copy(update={"keepalive_seconds": 1.0, "max_streams": MANY + 1})
    async with (
        serving("rules", API, start, settings) as service,
        network(service.port) as net,
        at("bob", f"127.0.0.1:{service.port}") as bob,
        AsyncExitStack() as stack,
    ):
        anns = [await stack.enter_async_context(at("ann", net.address)) for _ in range(CONNECTIONS)]
        watches = [ann.watch(MATCH, len(STEPS)) for ann in anns * (MANY // CONNECTIONS)]
        await asyncio.gather(*map(until_caught_up, watches))
        own = bob.watch(MATCH, len(STEPS))
        seats = (list(message.presence.seats) async for message in own if message.HasField("presence"))
        assert await anext(seats) == [0, 1]
        error = await failure(until_caught_up(bob.watch(MATCH, len(STEPS))))
        assert (error.code(), retry_seconds(error)) == (grpc.StatusCode.RESOURCE_EXHAUSTED, RETRY_SECONDS)

        net.freeze()
        gone = asyncio.ensure_future(anext(seats))
        while not gone.done():
            await bob.get(MATCH)
        assert gone.result() == [1]
        assert hubs[0].watchers == 1
        again = [bob.watch(MATCH, len(STEPS)) for _ in range(MANY)]
        await asyncio.gather(*map(until_caught_up, again))


async def test_one_call_too_many_is_refused_at_once(rules_settings: Settings, log: EventLog, at: At) -> None:
    """B59: while all that there may be wait for the store; then they are answered."""
    await append(log, STEPS)
    async with Proxy(rules_settings.redis_url) as proxy:
        settings = rules_settings.model_copy(update={"redis_url": proxy.url, "max_calls": 5})
        async with serving("rules", API, start, settings) as service, at("ann", f"127.0.0.1:{service.port}") as ann:
            proxy.flowing.clear()
            requests = proxy.requests
            calls = [asyncio.create_task(ann.get(MATCH)) for _ in range(5)]
            await until(lambda: proxy.requests >= requests + 5)
            error = await failure(ann.get(MATCH))
            assert (error.code(), retry_seconds(error)) == (grpc.StatusCode.RESOURCE_EXHAUSTED, RETRY_SECONDS)
            proxy.flowing.set()
            assert [(await call).version for call in calls] == [len(STEPS)] * 5
            assert (await ann.get(MATCH)).version == len(STEPS)
