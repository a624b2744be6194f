"""What Ctrl-C leaves behind: a word on how to come back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sagahall.client.output import note


@contextmanager
def on_interrupt(hint: Callable[[], str]) -> Iterator[None]:
    """Says the hint on stderr if Ctrl-C ends the block, which runs in a coroutine."""
    try:
        yield
    except asyncio.CancelledError:
        note(f"\n{hint()}")
        raise
