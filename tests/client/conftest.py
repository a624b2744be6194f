"""The tests of the client run against a whole backend."""

from __future__ import annotations

from tests.client.terminal import known, run
from tests.stack import player, stack

__all__ = ["known", "player", "run", "stack"]
