"""Ending processes as a crash does, starting them again, and looking past them into the store."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from redis import Redis

from sagahall.client.stack.stack import Stack


async def kill_and_restart(stack: Stack, *names: str) -> None:
    """SIGKILL to all of them; returns when all are of use again."""
    for name in names:
        stack.kill(name)
    await restart(stack, *names)


async def restart(stack: Stack, *names: str) -> None:
    """Starts processes that have ended, all at once; returns when all are of use again."""
    parts = [stack.parts[name] for name in names]
    for part in parts:
        await asyncio.to_thread(part.start)
    for part in parts:
        await asyncio.to_thread(part.await_ready)


@contextmanager
def frozen(stack: Stack, name: str) -> Iterator[None]:
    """Lets a process stand still while the block runs."""
    process = stack.parts[name].process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        process.send_signal(signal.SIGCONT)


def store_of(stack: Stack) -> Redis:
    """A client of the server that holds the log. Close it."""
    host, _, port = stack.parts["redis"].address.rpartition(":")
    return Redis(host=host, port=int(port))
