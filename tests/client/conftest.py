"""The tests of the client run against a whole backend."""

from __future__ import annotations

from tests.client.terminal import run
from tests.stack import player, stack

__all__ = ["player", "run", "stack"]
