"""Looks after the processes of a backend: what ends is started again, what it warns of is shown.

A process that ends by itself is started again after half a second, then after twice as long each time; one that has
ended more than five times within a minute is beyond help, and the whole backend stops.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sagahall.client.problems import Problem
from sagahall.client.stack.log import Log
from sagahall.client.stack.part import Part
from sagahall.client.stack.stack import Stack

LOOK_SECONDS = 0.2
MOST_ENDS = 5
WITHIN_SECONDS = 60.0
FIRST_PAUSE_SECONDS = 0.5

Say = Callable[[str], None]


def supervise(stack: Stack, say: Say) -> None:
    """Looks after the backend until a signal raises KeyboardInterrupt. Raises Problem if it is beyond help."""
    keepers = [_Keeper(part, say) for part in stack.parts.values()]
    while True:
        for keeper in keepers:
            keeper.look()
        time.sleep(LOOK_SECONDS)


class _Keeper:
    """Keeps one process going."""

    def __init__(self, part: Part, say: Say) -> None:
        self._part = part
        self._say = say
        self._log = Log(part.log)
        self._ends: list[float] = []
        self._start_at: float | None = None

    def look(self) -> None:
        process, now = self._part.process, time.monotonic()
        code = None if process is None else process.poll()
        self._show_warnings()
        if code is None:
            return
        if self._start_at is None:
            self._start_at = now + self._pause(code, now)
        elif now >= self._start_at:
            self._start_at = None
            self._part.start()
            self._say(f"{self._part.name} is started again")

    def _show_warnings(self) -> None:
        # The server knows levels of its own.
        if self._part.name != "redis":
            for warning in self._log.warnings():
                self._say(f"{self._part.name}: {warning}")

    def _pause(self, code: int, now: float) -> float:
        self._say(f"{self._part.name} ended with code {code}; its log is {self._part.log}")
        self._ends = [*(end for end in self._ends if end > now - WITHIN_SECONDS), now]
        if len(self._ends) > MOST_ENDS:
            raise Problem(f"{self._part.name} ended {len(self._ends)} times within a minute; giving up")
        return FIRST_PAUSE_SECONDS * 2.0 ** (len(self._ends) - 1)
