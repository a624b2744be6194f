"""What services write to their logs."""

from __future__ import annotations

import json
from pathlib import Path

from sagahall.client.stack.ports import SERVICES
from sagahall.client.stack.stack import Stack


class Logs:
    """What the services of a backend log from now on."""

    def __init__(self, stack: Stack) -> None:
        self._read = {stack.parts[name].log: stack.parts[name].log.stat().st_size for name in SERVICES}

    def errors(self) -> list[str]:
        """The lines that call an operator."""
        return [line for log, start in self._read.items() for line in _lines(log, start) if _calls_operator(line)]


def _lines(log: Path, start: int) -> list[str]:
    with log.open("rb") as file:
        file.seek(start)
        return file.read().decode().splitlines()


def _calls_operator(line: str) -> bool:
    try:
        return json.loads(line)["level"] in ("error", "critical")
    except (ValueError, TypeError, KeyError):
        return True
