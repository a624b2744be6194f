"""Children on a leash."""

from __future__ import annotations

import sys
import threading
from subprocess import PIPE

from sagahall.chassis.leash import spawn


def test_a_child_outlives_the_thread_that_asked_for_it_and_keeps_its_process_id() -> None:
    children = []
    thread = threading.Thread(
        target=lambda: children.append(
            spawn([sys.executable, "-c", "import os; print(os.getpid(), input())"], stdin=PIPE, stdout=PIPE)
        )
    )
    thread.start()
    thread.join()
    said, _ = children[0].communicate(b"still here\n", timeout=30)
    assert said.decode().split(maxsplit=1) == [str(children[0].pid), "still here\n"]
