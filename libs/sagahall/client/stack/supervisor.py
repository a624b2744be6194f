"""Looks after the processes of a backend: what ends is started again, what it warns of is shown.

A process that ends by itself is started again after half a second, then after twice as long each time; one that has
ended more than five times within a minute is beyond help, and the whole backend stops.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sagahall.client.problems import Problem
from sagahall.client.stack.part import Part, tail
from sagahall.client.stack.stack import Stack

LOOK_SECONDS = 0.2
MOST_ENDS = 5
WITHIN_SECONDS = 60.0
FIRST_PAUSE_SECONDS = 0.5

Say = Callable[[str], None]


def supervise(stack: Stack, say: Say) -> None:
    """Looks after the backend until a signal raises KeyboardInterrupt. Raises Problem if it is beyond help."""
    keepers = [_Keeper(part, say) for part in stack.parts.values()]
    logs = [Log(part) for part in stack.parts.values() if part.name != "redis"]
    while True:
        for log in logs:
            for warning in log.warnings():
                say(warning)
        for keeper in keepers:
            keeper.look()
        time.sleep(LOOK_SECONDS)


class _Keeper:
    """Keeps one process going."""

    def __init__(self, part: Part, say: Say) -> None:
        self._part = part
        self._say = say
        self._ends: list[float] = []
        self._start_at: float | None = None

    def look(self) -> None:
        process, now = self._part.process, time.monotonic()
        if process is None or process.poll() is None:
            return
        if self._start_at is None:
            self._start_at = now + self._pause(process.returncode, now)
        elif now >= self._start_at:
            self._start_at = None
            self._part.start()
            self._say(f"{self._part.name} is started again")

    def _pause(self, code: int, now: float) -> float:
        said = f"{self._part.name} ended with code {code}; its last words:{tail(self._part.log)}"
        self._ends = [*(end for end in self._ends if end > now - WITHIN_SECONDS), now]
        if len(self._ends) > MOST_ENDS:
            raise Problem(f"{said}\n{self._part.name} ended {len(self._ends)} times within a minute; giving up")
        self._say(said)
        return FIRST_PAUSE_SECONDS * 2.0 ** (len(self._ends) - 1)


class Log:
    """What a service writes to its log from now on."""

    def __init__(self, part: Part) -> None:
        self._name = part.name
        self._log = part.log
        self._file = part.log.stat().st_ino
        self._read = part.log.stat().st_size
        self._begun = b""

    def warnings(self) -> Iterator[str]:
        """The new lines that are worth a look."""
        *lines, self._begun = (self._begun + self._new()).split(b"\n")
        for line in lines:
            if words := _words(line.decode(errors="replace")):
                yield f"{self._name}: {words}"

    def _new(self) -> bytes:
        """What was written since, to the end of a file that was put aside meanwhile and to the new one."""
        new = b""
        for path in (self._log.with_name(f"{self._log.name}.1"), self._log):
            if path.exists() and (path == self._log or path.stat().st_ino == self._file):
                new += self._rest(path)
        return new

    def _rest(self, path: Path) -> bytes:
        with path.open("rb") as file:
            number = os.fstat(file.fileno()).st_ino
            if number != self._file:
                self._file, self._read = number, 0
            file.seek(self._read)
            new = file.read()
        self._read += len(new)
        return new


def _words(line: str) -> str:
    try:
        entry: dict[str, Any] = json.loads(line)
        level, event = entry.pop("level"), entry.pop("event")
    except (ValueError, KeyError, TypeError, AttributeError):
        return line
    if level not in ("warning", "error", "critical"):
        return ""
    for known in ("timestamp", "logger", "service"):
        entry.pop(known, None)
    trace = entry.pop("exception", "")
    details = " ".join(f"{name}={value}" for name, value in entry.items())
    return "\n".join(filter(None, (f"{level}: {event} {details}".rstrip(), trace)))
