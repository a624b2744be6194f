"""The ``sagahall`` command. Exit codes: 0 done, 1 not possible now, 2 asked or set up wrongly, 130 ended by Ctrl-C."""

from __future__ import annotations

import signal
import sys

from sagahall.client.errors import ClientError
from sagahall.client.problems import Problem, explain

EXTRAS = "install sagahall[cli], and for up and play sagahall[cli,services,embedded]"


def main() -> None:
    """Runs the command that the arguments name. Expected failures are a line on stderr, never a traceback."""
    try:
        from sagahall.client.app import app  # noqa: PLC0415  # it needs the extra `cli`, which may be missing

        signal.signal(signal.SIGINT, signal.default_int_handler)
        app(prog_name="sagahall")
    except ClientError as error:
        _exit(explain(error), 1)
    except Problem as problem:
        _exit(str(problem), problem.exit_code)
    except ModuleNotFoundError as error:
        _exit(f"this needs {error.name}; {EXTRAS}", 2)


def _exit(message: str, code: int) -> None:
    sys.stderr.write(f"sagahall: {message}\n")
    raise SystemExit(code)
