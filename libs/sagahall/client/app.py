"""The commands of the ``sagahall`` command line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

import typer

from sagahall.client.commands.board import board
from sagahall.client.commands.create import create
from sagahall.client.commands.follow import replay, watch
from sagahall.client.commands.games import games
from sagahall.client.commands.legal import legal
from sagahall.client.commands.matches import matches
from sagahall.client.commands.move import move
from sagahall.client.commands.parked import parked, retry
from sagahall.client.commands.play import play
from sagahall.client.commands.ratings import ratings
from sagahall.client.commands.rebuild import rebuild
from sagahall.client.commands.resign import resign
from sagahall.client.commands.token import token
from sagahall.client.commands.up import up
from sagahall.client.errors import ClientError
from sagahall.client.problems import Problem, explain

app = typer.Typer(
    help="Turn-based board games over gRPC.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # boxes leave little room on a narrow terminal
)


def _run(command: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    @wraps(command)
    def run(**arguments: Any) -> None:
        try:
            asyncio.run(command(**arguments))
        except ClientError as error:
            raise Problem(explain(error, arguments.get("match", "MATCH"))) from error

    return run


for command in (up, play):
    app.command()(command)
for asynchronous in (games, matches, ratings, create, legal, move, resign, board, watch, replay, token):
    app.command()(_run(asynchronous))
for operators in (rebuild, parked, retry):
    app.command()(_run(operators))
