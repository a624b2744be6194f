"""Services that are killed again and again, at random points under load.

SAGAHALL_CHAOS_ROUNDS says how often, for a longer run than that of the suite.
"""

from __future__ import annotations

import asyncio
import os
from random import Random

import pytest
from tests.chaos.audit import audit
from tests.chaos.installation import check_versions
from tests.chaos.killing import kill_and_restart
from tests.chaos.playing import playing
from tests.stack import Connect

from sagahall.client.stack.stack import Stack

pytestmark = pytest.mark.slow

ROUNDS = int(os.environ.get("SAGAHALL_CHAOS_ROUNDS", "2"))
SECONDS = 60.0 + 15.0 * ROUNDS
LONGEST_LIFE_SECONDS = 0.5
"""How long a service that is of use again lives at most."""


@pytest.mark.timeout(2 * SECONDS)
@pytest.mark.parametrize("name", ["rules", "projection"])
async def test_a_service_is_killed_again_and_again(stack: Stack, player: Connect, name: str) -> None:
    """B10, B31: nothing is lost or doubled, and every match is everywhere at the version that its records say."""
    random = Random()
    async with playing(stack, tables=0, seats=2, seconds=SECONDS) as play:
        for _ in range(ROUNDS):
            play.start(4)
            await play.ledger.moves_come(1)
            await asyncio.sleep(random.uniform(0, LONGEST_LIFE_SECONDS))
            await kill_and_restart(stack, name)
    await audit(play)
    async with player("auditor") as client:
        await check_versions(stack, client)
