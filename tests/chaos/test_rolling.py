"""Two replicas of every service are restarted one after the other while everybody plays, as for a new release."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
from tests.chaos.audit import audit
from tests.chaos.ledger import RECOVERY_SECONDS
from tests.chaos.playing import playing

from sagahall.client.stack.part import Part
from sagahall.client.stack.ports import SERVICES, free_ports
from sagahall.client.stack.service_part import ServicePart
from sagahall.client.stack.stack import Stack

pytestmark = pytest.mark.slow

CALLED = ("rules", "projection")
"""The services that others call."""
SEATS = 2
TABLES = 2
"""How many tables there are all the time."""
MOVES = 20
"""How many moves are acknowledged before the next restart."""


class Both:
    """Two replicas of a service, which clients know by one name."""

    def __init__(self, first: Part, second: Part) -> None:
        self.name = first.name
        self.log = first.log
        self.process = first.process
        self.address = f"ipv4:{first.address},{second.address}"

    def start(self) -> None:
        """They have been started."""

    def await_ready(self) -> None:
        """They are ready."""

    def stop(self) -> None:
        """They are stopped by whoever started them."""


@contextmanager
def doubled(stack: Stack) -> Iterator[tuple[Stack, list[Part]]]:
    """The backend with a second replica of every service, and all replicas in the order in which they are restarted."""
    ports = free_ports()
    names = {f"{name}_address": f"ipv4:{stack.parts[name].address},{ports[f'{name}_address']}" for name in CALLED}
    settings = stack.settings.model_copy(update=ports | names)
    with ExitStack() as stopping:
        parts, replicas = dict(stack.parts), list[Part]()
        for name in SERVICES:
            second = ServicePart(name, settings, stack.parts[name].log)
            stopping.callback(second.stop)
            second.start()
            parts[name] = Both(stack.parts[name], second)
            replicas += [stack.parts[name], second]
        for part in replicas:
            part.await_ready()
        yield Stack(stack.settings, parts), replicas


async def test_a_rolling_restart_loses_nothing_and_keeps_nobody_waiting_for_long(
    stack: Stack, record_property: Callable[[str, object], None]
) -> None:
    """B67, B06, B60: SIGTERM to each replica in its turn; the clients repeat what is refused, and all matches end."""
    with doubled(stack) as (hall, replicas):
        started = time.monotonic()
        async with playing(hall, tables=0, seats=SEATS) as play:
            coming = asyncio.create_task(play.keep_tables(TABLES))
            try:
                for part in replicas:
                    assert await play.ledger.moves_come(MOVES)
                    before = len(play.ledger.moves)
                    await asyncio.to_thread(part.stop)
                    assert part.process is not None
                    assert part.process.returncode == 0
                    assert len(play.ledger.moves) > before
                    await restart(part)
            finally:
                coming.cancel()
            play.complete_tables()
        rate = len(play.ledger.moves) / (time.monotonic() - started)
        await audit(play)
    taken = sorted(move.seconds for move in play.ledger.moves)
    record_property("moves per second", round(rate))
    record_property("a move usually took", f"{statistics.median(taken):.3f} s")
    record_property("the longest move took, with all that was refused", f"{taken[-1]:.3f} s")
    assert taken[-1] < RECOVERY_SECONDS


async def restart(part: Part) -> None:
    """Starts a replica again; returns when it is of use."""
    await asyncio.to_thread(part.start)
    await asyncio.to_thread(part.await_ready)
