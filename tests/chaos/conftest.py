"""The tests of crashes run against a whole backend that flushes each move before it is acknowledged."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.stack import player, stack_settings

from sagahall.client.stack.folder import Folder
from sagahall.client.stack.stack import Stack, running

__all__ = ["player"]


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A running backend with every game and SAGAHALL_DURABILITY=always, for all tests of crashes."""
    folder = Folder(tmp_path_factory.mktemp("chaos") / ".sagahall")
    with running(folder, stack_settings(folder, durability="always")) as stack:
        yield stack
