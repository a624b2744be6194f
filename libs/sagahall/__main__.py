"""``sagahall``, or ``python -m sagahall``: the command line, which is quiet about Ctrl-C from its first moment on."""

from __future__ import annotations

import signal


def main() -> None:
    """Runs the command that the arguments name."""
    # Until all is loaded, which takes a moment, Python would answer Ctrl-C with a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from sagahall.client.cli import main as command_line  # noqa: PLC0415

    command_line()


if __name__ == "__main__":
    main()
