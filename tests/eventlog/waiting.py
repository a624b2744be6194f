"""Waiting for what has to come about."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def until(condition: Callable[[], bool], seconds: float = 10) -> None:
    """Returns as soon as the condition holds. Raises TimeoutError if it has not come to that in time."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)
