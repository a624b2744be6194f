"""A backend for one command."""

from __future__ import annotations

import os
import tempfile
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
def temporary_backend() -> Iterator[Path]:
    """Runs a backend on free ports and with a ``.sagahall`` of its own in a new folder, which is yielded and kept.

    The environment of this process names it from then on. Raises Problem.
    """
    home = Path(tempfile.mkdtemp(prefix="sagahall-"))
    folder = Folder(home / ".sagahall")
    settings = _settings(folder)
    with running(folder, settings) as stack:
        for name in SERVICES:
            os.environ[f"{PREFIX}{name.upper()}_ADDRESS"] = stack.parts[name].address
        os.environ[KEY_VARIABLE] = str(folder.private_key)
        yield home


def _settings(folder: Folder) -> Settings:
    """Settings that share no place with another backend, whatever the environment says."""
    return Settings(
        redis_url="redis://127.0.0.1",
        database_url=folder.database_url,
        player_public_key=folder.public_key,
        player_private_key=folder.private_key,
        service_key=SecretStr(folder.service_key),
        **free_ports(),
    )
