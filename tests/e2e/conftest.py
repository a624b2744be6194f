"""The tests from end to end run against a whole backend."""

from __future__ import annotations

from tests.stack import player, stack

__all__ = ["player", "stack"]
