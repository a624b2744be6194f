"""The ``sagahall`` command line. Exit codes: 0 done, 1 not possible now, 2 asked wrongly."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

import typer

from sagahall.client.commands.board import board
from sagahall.client.commands.follow import replay, watch
from sagahall.client.commands.games import games
from sagahall.client.commands.legal import legal
from sagahall.client.commands.matches import matches
from sagahall.client.commands.move import move
from sagahall.client.commands.token import token
from sagahall.client.errors import ClientError
from sagahall.client.problems import Problem, explain

app = typer.Typer(
    help="Turn-based board games over gRPC.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _run(command: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    @wraps(command)
    def run(**arguments: Any) -> None:
        asyncio.run(command(**arguments))

    return run


for command in (games, matches, watch, replay, board, legal, move, token):
    app.command()(_run(command))


def main() -> None:
    """Runs the command that the arguments name. Expected failures are a line on stderr, never a traceback."""
    try:
        app()
    except ClientError as error:
        _exit(explain(error), 1)
    except Problem as problem:
        _exit(str(problem), problem.exit_code)


def _exit(message: str, code: int) -> None:
    sys.stderr.write(f"sagahall: {message}\n")
    raise SystemExit(code)


if __name__ == "__main__":
    main()
