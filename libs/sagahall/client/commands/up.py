"""``sagahall up``"""

from __future__ import annotations


def up() -> None:
    """Run the whole backend, with all that it keeps in .sagahall, until Ctrl-C or SIGTERM.

    A process that ends by itself is started again; one that keeps ending stops everything, with exit code 1.
    """
    from sagahall.client.stack.up import run_until_signalled  # noqa: PLC0415  # it needs more than other commands

    run_until_signalled()
