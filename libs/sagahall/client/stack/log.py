"""What a service says in its log, which it puts aside when it is full."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

WARNINGS = ("warning", "error", "critical")


class Log:
    """What is written to a log from now on."""

    def __init__(self, path: Path) -> None:
        path.touch()
        self._path = path
        self._file = path.stat().st_ino
        self._read = path.stat().st_size
        self._begun = b""

    def lines(self) -> Iterator[tuple[str, str]]:
        """The new lines, each with its level, and in words. What is no entry of a log is critical: the last words of
        an interpreter, say."""
        *lines, self._begun = (self._begun + self._new()).split(b"\n")
        for line in lines:
            yield _words(line.decode(errors="replace"))

    def warnings(self) -> Iterator[str]:
        """The new lines that are worth a look."""
        return (words for level, words in self.lines() if level in WARNINGS)

    def _new(self) -> bytes:
        """What was written since, to the end of a file that was put aside meanwhile and to the new one."""
        new = b""
        for path in (self._path.with_name(f"{self._path.name}.1"), self._path):
            if path.exists() and (path == self._path or path.stat().st_ino == self._file):
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


def _words(line: str) -> tuple[str, str]:
    try:
        entry: dict[str, Any] = json.loads(line)
        level, event = str(entry.pop("level")), entry.pop("event")
    except (ValueError, KeyError, TypeError, AttributeError):
        return "critical", line
    for known in ("timestamp", "logger", "service"):
        entry.pop(known, None)
    trace = entry.pop("exception", "")
    details = " ".join(f"{name}={value}" for name, value in entry.items())
    return level, "\n".join(filter(None, (f"{level}: {event} {details}".rstrip(), trace)))
