"""``sagahall rebuild``"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sagahall.api.projection.v1.projection_pb2 import RebuildProjectionsResponse
from sagahall.client.addresses import Addresses, answers
from sagahall.client.commands.options import Json
from sagahall.client.errors import Unreachable
from sagahall.client.identity import connect_as_operator
from sagahall.client.interrupts import on_interrupt
from sagahall.client.output import console, emit, program, say

PATIENCE_SECONDS = 30.0
"""How long it waits for a service that has gone, before it gives up."""


async def rebuild(*, as_json: Json = False) -> None:
    """Make lists and summaries anew.

    They come from the archive, and everything goes on meanwhile. Run it again to go on after a stop.
    """
    address = Addresses.from_environment().projection
    if not answers(address):
        raise Unreachable(address, "nothing listens there")
    hint = f"stopped; go on with it:  {program()} rebuild"
    async with connect_as_operator(patience=PATIENCE_SECONDS) as client, aclosing(client.rebuild_projections()) as told:
        with on_interrupt(lambda: hint):
            if as_json:
                async for progress in told:
                    emit(progress)
            else:
                last = await _show(told)
                say(f"rebuilt from {last.done} records")


async def _show(told: AsyncGenerator[RebuildProjectionsResponse, None]) -> RebuildProjectionsResponse:
    """Draws a bar. Returns how far it was at the end."""
    last = RebuildProjectionsResponse()
    rate = TextColumn("{task.fields[rate]:,.0f} records/s")
    columns = (TextColumn("rebuilding"), BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None, rate=0.0)
        async for last in told:
            bar.update(task, completed=last.done, total=last.total, rate=last.rate)
    return last
