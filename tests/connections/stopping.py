"""Telling a service to stop."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Awaitable

from tests.eventlog.proxy import Proxy
from tests.processes import ServiceProcess

from sagahall.chassis.settings import Settings

MANY = 100
"""How many streams are open, and how many calls are on their way."""


def few(settings: Settings, proxy: Proxy) -> Settings:
    """Settings of a service that reaches Redis by the proxy, and that takes as many calls and streams as there are."""
    changes = {"redis_url": proxy.url, "max_calls": MANY, "max_streams": MANY}
    return settings.model_copy(update=changes)


async def stop(running: ServiceProcess, settings: Settings, meanwhile: Awaitable[object]) -> None:
    """B60: SIGTERM; waits until the process has ended, with 0 and in time."""
    started = time.monotonic()
    running.process.send_signal(signal.SIGTERM)
    ended = asyncio.create_task(asyncio.to_thread(running.process.wait, 20))
    await meanwhile
    assert await ended == 0
    assert time.monotonic() - started < settings.grace_seconds
