"""Child processes that do not outlive their parent, however it ends, SIGKILL included.

On Linux the kernel kills them; it watches the thread that started them, which should therefore be the main one. On
other systems they are ordinary children.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

_PR_SET_PDEATHSIG = 1


def leashed(command: Sequence[str | os.PathLike[str]]) -> list[str]:
    """The command line that runs ``command``, in the process that it is started in, on a leash held by this process."""
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), *(str(part) for part in command)]


def _main(parent: int, command: list[str]) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            raise SystemExit("the parent died first")
    os.execv(command[0], command)  # noqa: S606  # the caller chose the command


if __name__ == "__main__":
    _main(int(sys.argv[1]), sys.argv[2:])
