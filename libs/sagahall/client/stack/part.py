"""One process of a backend on one machine."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Protocol


class Part(Protocol):
    """A process that can be started again after it has ended, at the same address."""

    name: str
    log: Path
    process: subprocess.Popen[bytes] | None
    """The process that was started last; None before the first start."""

    @property
    def address(self) -> str:
        """Where it answers, as ``host:port``."""

    def start(self) -> None:
        """Starts the process. Raises Problem if that cannot be done."""

    def await_ready(self) -> None:
        """Waits until the process is of use. Raises Problem, with its last words, if it ends before that."""

    def stop(self) -> None:
        """Asks the process to end, if it runs, and waits until it has."""
