"""What a backend on one machine keeps: its keys, its data and its logs, in one folder."""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import FileIO
from pathlib import Path

from sagahall.chassis.keys import InvalidKey, ensure_keys
from sagahall.client.problems import Problem


class InUse(Problem):
    """Another process runs the backend of a folder."""


@contextmanager
def usable(folder: Path) -> Iterator[None]:
    """Raises Problem, with the folder and the cause, if a file in it cannot be read or written."""
    try:
        yield
    except FileExistsError as error:
        raise Problem(f"cannot run in {folder}: {error.filename} is not a folder", exit_code=2) from error
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise Problem(f"cannot run in {folder}: {error.strerror}{where}", exit_code=2) from error
    except InvalidKey as error:
        raise Problem(f"cannot run in {folder}: {error}", exit_code=2) from error


class Folder:
    """The folder ``.sagahall``, or another; made where it is missing. Nobody else can look into it.

    Raises Problem, as its methods do, if it cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self.redis = self.path / "redis"
        self.logs = self.path / "logs"
        self.database_url = f"sqlite:///{self.path}/sagahall.db"
        self.private_key = self.path / "keys" / "player_private.pem"
        self.public_key = self.path / "keys" / "player_public.pem"
        with usable(self.path):
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.logs.mkdir(exist_ok=True)
            ensure_keys(self.private_key, self.public_key)

    @property
    def service_key(self) -> str:
        """The secret that the services share, made at the first use."""
        path = self.path / "keys" / "service_key"
        with usable(self.path):
            _make_secret(path)
            return path.read_text()

    @contextmanager
    def claimed(self) -> Iterator[None]:
        """Keeps every other process out until the block is left or this process ends. Raises InUse if one is in."""
        with ExitStack() as held:
            with usable(self.path):
                # Without a buffer, which would be written once more when it is closed.
                lock = held.enter_context((self.path / "up.lock").open("a+b", buffering=0))
                self._claim(lock)
            yield

    def _claim(self, lock: FileIO) -> None:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            holder = lock.read().decode() or "unknown"
            raise InUse(f"{self.path} is in use by `sagahall up` with process id {holder}; stop it first") from None
        lock.truncate(0)
        lock.write(str(os.getpid()).encode())


def _make_secret(path: Path) -> None:
    """Makes a secret unless there is one."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
    except FileExistsError:
        pass
    except OSError:
        path.unlink(missing_ok=True)
        raise
