"""Child processes that do not outlive this process, however it ends, SIGKILL included.

On Linux the kernel kills them; on other systems they are ordinary children.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

_PR_SET_PDEATHSIG = 1
# The kernel holds the leash for the thread that starts a child, so that thread must live as long as this process.
_HOLDER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="leash")


def spawn(command: Sequence[str | os.PathLike[str]], **options: Any) -> subprocess.Popen[bytes]:
    """Start a child on a leash, from any thread; the options are those of Popen. Raises OSError."""
    child = _HOLDER.submit(lambda: subprocess.Popen(leashed(command), **options))  # noqa: S603  # the caller's choice
    return child.result()


def leashed(command: Sequence[str | os.PathLike[str]]) -> list[str]:
    """Wrap a command line for those who start it otherwise: the main thread has to do it, or another that lives on."""
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), *(str(part) for part in command)]


def _main(parent: int, command: list[str]) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            raise SystemExit("the parent died first")
    os.execv(command[0], command)  # noqa: S606  # the caller chose the command


if __name__ == "__main__":
    _main(int(sys.argv[1]), sys.argv[2:])
