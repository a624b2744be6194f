"""kill -9 of each process in the middle of matches: no acknowledged move is lost, none is doubled, and all end.

Players go on over the public API with the retries of the SDK, which send the same request id again.
"""

from __future__ import annotations

import pytest
from tests.chaos.audit import audit
from tests.chaos.killing import kill_and_restart
from tests.chaos.playing import playing

from sagahall.client.stack.stack import Stack

pytestmark = pytest.mark.slow

MOVES = 15
"""How many moves are acknowledged between two kills."""


@pytest.mark.parametrize("name", ["rules", "projection", "redis"])
async def test_a_process_is_killed_in_the_middle_of_matches(stack: Stack, name: str) -> None:
    """B04, B06, B47, B50, B52: and within ten seconds play goes on."""
    await _kill_and_play_on(stack, name, kills=2)


async def test_all_processes_are_killed_at_once_in_the_middle_of_matches(stack: Stack) -> None:
    """B47, B52, B63: nothing that is listed depends on a process that was alive."""
    await _kill_and_play_on(stack, *stack.parts, kills=1)


async def _kill_and_play_on(stack: Stack, *names: str, kills: int) -> None:
    killed = 0
    async with playing(stack) as play:
        while killed < kills and await play.ledger.moves_come(MOVES):
            await kill_and_restart(stack, *names)
            killed += 1
    assert killed > 0
    await audit(play)
