"""A backend for one command, which `sagahall up` can go on with."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import SecretStr

from sagahall.chassis.settings import PREFIX, Settings
from sagahall.client.identity import KEY_VARIABLE
from sagahall.client.stack.folder import Folder
from sagahall.client.stack.ports import SERVICES, free_ports
from sagahall.client.stack.stack import running


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
