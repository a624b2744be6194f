"""A whole backend for tests: the embedded server and the three services as real processes on free ports.

    def test_something(stack: Stack, player: Connect) -> None:
        stack.kill("rules")     # SIGKILL: redis, rules, matchmaking or projection
        stack.restart("rules")  # returns when it is of use again

It is shared by all tests of a run: whoever kills something starts it again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pydantic import SecretStr

from sagahall.chassis.keys import read_private_key
from sagahall.chassis.settings import PREFIX, Settings
from sagahall.chassis.tokens import mint_player_token
from sagahall.client import Addresses, Client
from sagahall.client.stack.folder import Folder
from sagahall.client.stack.ports import SERVICES, free_ports
from sagahall.client.stack.stack import Stack, running
from sagahall.games.registry import GAMES

Connect = Callable[..., Client]
"""Opens a client in the name of a player; the keywords are those of Client."""

SAGAHALL = [sys.executable, "-m", "sagahall"]
"""The command line, as the tests run it."""


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A running backend with every game."""
    folder = Folder(tmp_path_factory.mktemp("stack") / ".sagahall")
    with running(folder, stack_settings(folder)) as stack:
        yield stack


def stack_settings(folder: Folder, **changes: Any) -> Settings:
    """The settings of a backend with every game, on free ports and in the folder."""
    settings = {
        "redis_url": "redis://127.0.0.1",
        "database_url": folder.database_url,
        "player_public_key": folder.public_key,
        "player_private_key": folder.private_key,
        "service_key": SecretStr(folder.service_key),
        "games": tuple(GAMES),
        "grace_seconds": 5.0,
    }
    return Settings(**{**settings, **free_ports(), **changes})


def addresses(stack: Stack) -> Addresses:
    """Where the services of the backend answer."""
    return Addresses(**{name: stack.parts[name].address for name in SERVICES})


def token(stack: Stack, player: str) -> str:
    """A token for a player of the backend."""
    return mint_player_token(read_private_key(stack.settings.player_private_key), player, 3600)


@pytest.fixture
def player(stack: Stack) -> Connect:
    """Opens clients of the backend; whoever opens one closes it."""
    return lambda name, **options: Client(addresses(stack), token(stack, name), **options)


def environment(stack: Stack) -> dict[str, str]:
    """What the command line needs to know to work with the backend."""
    where = {f"{PREFIX}{name.upper()}_ADDRESS": stack.parts[name].address for name in SERVICES}
    return {**where, f"{PREFIX}PLAYER_PRIVATE_KEY": str(stack.settings.player_private_key)}
