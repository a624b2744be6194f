"""A backend for one command, which `sagahall up` can go on with."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from pydantic import SecretStr

from sagahall.chassis.settings import PREFIX, Settings
from sagahall.client.addresses import answers
from sagahall.client.identity import KEY_VARIABLE
from sagahall.client.problems import Problem
from sagahall.client.stack.folder import Folder, InUse
from sagahall.client.stack.ports import SERVICES, free_ports
from sagahall.client.stack.stack import running

START_SECONDS = 20.0
"""How long a backend that is running may take until it answers."""


@contextmanager
def own_or_awaited(address: str) -> Iterator[bool]:
    """Runs a backend as ``own_backend`` does, unless that of the folder is just starting: then waits until it answers.

    Says whether it is one of its own. Raises Problem.
    """
    with ExitStack() as stopping:
        try:
            stopping.enter_context(own_backend())
            own = True
        except InUse as error:
            own = False
            if not _answers_soon(address):
                raise Problem(f"{error}, or set {PREFIX}RULES_PORT and its like as it says") from None
        yield own


def _answers_soon(address: str) -> bool:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        if answers(address):
            return True
        time.sleep(0.1)
    return False


@contextmanager
def own_backend() -> Iterator[None]:
    """Runs a backend on free ports with what ``.sagahall`` in the working folder keeps, until the block is left.

    The environment of this process names it from then on. Raises Problem.
    """
    folder = Folder(Path(".sagahall"))
    with running(folder, own_settings(folder)) as stack:
        for name in SERVICES:
            os.environ[f"{PREFIX}{name.upper()}_ADDRESS"] = stack.parts[name].address
        os.environ[KEY_VARIABLE] = str(folder.private_key)
        yield


def own_settings(folder: Folder) -> Settings:
    """Settings that share no place with another backend, whatever the environment says."""
    return Settings(
        redis_url="redis://127.0.0.1",
        database_url=folder.database_url,
        player_public_key=folder.public_key,
        player_private_key=folder.private_key,
        service_key=SecretStr(folder.service_key),
        **free_ports(),
    )
