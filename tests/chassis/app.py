"""A whole service in a process of its own, to be told what to do by the names of the matches that it is asked for."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.chassis.matches import API, handlers

from sagahall.api.match.v1.match_pb2 import (
    GetMatchRequest,
    GetMatchResponse,
    Heartbeat,
    Match,
    WatchMatchRequest,
    WatchMatchResponse,
)
from sagahall.chassis.server import Service, run
from sagahall.chassis.settings import Settings, variables

BUG = "bug"
"""The match whose handler raises."""
CRASH = "crash"
"""The match that brings down the background work of the service."""
HELD = "held"
"""The matches that begin with this are held until the service stops."""
FOREVER = "forever"
"""The match whose handler never returns."""


@asynccontextmanager
async def start(service: Service) -> AsyncIterator[None]:
    """Write down, one line each, which commands begin and are done, and when all is closed."""
    crash = asyncio.Event()

    async def work() -> None:
        await crash.wait()
        raise RuntimeError("the work has crashed")

    with Path(os.environ["JOURNAL"]).open("a", encoding="ascii", buffering=1) as journal:

        async def get(request: GetMatchRequest) -> GetMatchResponse:
            journal.write(f"begun {request.match}\n")
            if request.match == BUG:
                raise RuntimeError("only operators learn of this")
            if request.match.startswith(HELD):
                await service.stopping.wait()
            if request.match == CRASH:
                crash.set()
            if request.match == FOREVER:
                await asyncio.Event().wait()
            journal.write(f"done {request.match}\n")
            return GetMatchResponse(match=Match(match=request.match))

        async def watch(request: WatchMatchRequest) -> AsyncIterator[WatchMatchResponse]:
            yield WatchMatchResponse(heartbeat=Heartbeat(version=1))
            try:
                await asyncio.Event().wait()
            finally:
                journal.write(f"unwatched {request.match}\n")

        service.server.add_generic_rpc_handlers((handlers(get, watch),))
        try:
            async with asyncio.TaskGroup() as background:
                working = background.create_task(work())
                yield
                working.cancel()
        finally:
            journal.write("closed\n")


@dataclass(frozen=True)
class App:
    """The running process."""

    process: asyncio.subprocess.Process
    stderr: asyncio.StreamReader
    journal: Path
    port: int

    async def begun(self, commands: int) -> None:
        """Wait until so many commands have begun."""
        while self.journal.read_text().count("begun") < commands:
            await asyncio.sleep(0.01)

    async def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal, and return the exit code."""
        self.process.send_signal(by)
        return await self.process.wait()


def environment(settings: Settings, **changes: str) -> dict[str, str]:
    """The variables that make these settings, and no others."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("SAGAHALL_")}
    return clean | variables(settings) | changes


@asynccontextmanager
async def running(settings: Settings, folder: Path) -> AsyncIterator[App]:
    """Run this module in a process of its own, which is killed at the end of the block if it still runs."""
    journal = folder / "journal"
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        __name__,
        env=environment(settings, JOURNAL=str(journal)),
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr
    try:
        while "port" not in (said := json.loads(await process.stderr.readline())):
            pass
        yield App(process, process.stderr, journal, said["port"])
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


if __name__ == "__main__":
    run("rules", [API], start)
