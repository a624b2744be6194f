"""A log file of bounded size, which takes all that a process says, up to its last words."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from typing import TextIO

LARGEST_BYTES = 10_000_000
"""How large a log file becomes before it is put aside; the one that was put aside before goes then."""


class LogFile(logging.StreamHandler[TextIO]):
    """Lets stdout and stderr lead to a file, and logs to stderr.

    There is no buffer and no other process on the way, so that what interpreter and libraries say in a crash is there
    too. One process at a time writes to a file. Raises OSError if it cannot.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(sys.stderr)
        self._path = path
        self._lead_there()

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a line, to a new file if this one is full."""
        try:
            if os.fstat(sys.stderr.fileno()).st_size >= LARGEST_BYTES:
                self._path.replace(f"{self._path}.1")
                self._lead_there()
        except OSError:
            self.handleError(record)
        super().emit(record)

    def _lead_there(self) -> None:
        file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
            os.dup2(file, stream.fileno())
        os.close(file)
