"""``sagahall up``"""

from __future__ import annotations


def up() -> None:
    """Run the whole backend until Ctrl-C.

    What it keeps is in .sagahall. A process that ends by itself is started again; one that keeps ending stops
    everything, with exit code 1.
    """
    from sagahall.client.stack.up import run_until_signalled  # noqa: PLC0415  # it needs more than other commands

    run_until_signalled()
