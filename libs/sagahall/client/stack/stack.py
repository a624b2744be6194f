"""A whole backend on one machine: the embedded server and the three services as processes of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from sagahall.chassis.settings import Settings
from sagahall.client.stack.folder import Folder
from sagahall.client.stack.part import Part
from sagahall.client.stack.ports import SERVICES, check_ports
from sagahall.client.stack.redis_part import RedisPart
from sagahall.client.stack.service_part import ServicePart


class Stack:
    """The processes of a running backend, by name, in the order in which they were started."""

    def __init__(self, settings: Settings, parts: dict[str, Part]) -> None:
        self.settings = settings
        self.parts = parts

    def kill(self, name: str) -> None:
        """Ends a process as a power cut would: SIGKILL."""
        process = self.parts[name].process
        assert process is not None
        process.kill()
        process.wait()

    def restart(self, name: str) -> None:
        """Starts a process that has ended again, and waits until it is of use."""
        self.parts[name].start()
        self.parts[name].await_ready()


@contextmanager
def running(folder: Folder, settings: Settings, *, embedded: bool = True) -> Iterator[Stack]:
    """Runs a backend until the block is left, then ends it: matchmaking first, the server last, nothing left behind.

    Everything is ready inside of the block. Without ``embedded`` the services use the Redis of the settings. The files
    are those of the folder. Raises Problem, with nothing left running, if something cannot start.
    """
    with folder.claimed(), ExitStack() as stopping:
        check_ports(settings)
        parts: dict[str, Part] = {}

        def start(part: Part) -> None:
            stopping.callback(part.stop)
            part.start()
            parts[part.name] = part

        if embedded:
            redis = RedisPart(folder.redis, settings.durability)
            start(redis)
            settings = settings.model_copy(update={"redis_url": redis.url})
        for name in SERVICES:
            start(ServicePart(name, settings, folder.logs / f"{name}.log"))
        for part in parts.values():
            part.await_ready()
        yield Stack(settings, parts)
