"""kill -9 of a matchmaking process at exactly each step between waiting and having a match.

The process is held at the step by a wire that lets nothing further pass, and killed there. Another replica, or the next
life of the only one, goes on. Or it is not killed, but comes back when another has done its work.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.eventlog.waiting import until
from tests.matchmaking.conftest import PlayersAt, matchmaking_service
from tests.matchmaking.inside import Inside, create, read, told
from tests.matchmaking.players import TIMEOUT
from tests.matchmaking.wire import ANYTHING, Wire
from tests.processes import service_process

from sagahall.chassis.server import Service
from sagahall.chassis.settings import Settings
from sagahall.matchmaking.ticket import State, Ticket

ROUNDS = 20
"""After so many more requests to Redis, a replica that was held has long gone on with what it was about to do."""


class Step(NamedTuple):
    """Where a process is held, and how far the group has come by then."""

    script: str
    """The script at which it is held; empty for CreateMatch."""
    before: bool
    """Whether that was not yet carried out; else it was, and its answer is held back."""
    state: State
    matches: int


STEPS = {
    "before-claim": Step("claim", True, State.WAITING, 0),
    "after-claim": Step("claim", False, State.FORMING, 0),
    "before-create": Step("", True, State.FORMING, 0),
    "after-create": Step("", False, State.FORMING, 1),
    "before-assign": Step("assign", True, State.FORMING, 1),
    "after-assign": Step("assign", False, State.MATCHED, 1),
}

steps = pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)


@dataclass(frozen=True, slots=True)
class Scene:
    """What there is besides the replicas, and the wires of the one that is held."""

    hall: Settings
    inside: Inside
    to_redis: Wire
    to_rules: Wire
    players_at: PlayersAt

    @property
    def wired(self) -> Settings:
        """The settings of the replica that is held."""
        return self.hall.model_copy(
            update={"redis_url": self.to_redis.url, "rules_address": self.to_rules.address, "matchmaking_port": 0}
        )

    async def reach(self, step: Step, port: int) -> list[Ticket]:
        """Three tickets that wait for a table of two, of which the replica at this port works on the first two until
        it is held at the step."""
        async with self.players_at(port) as player:
            # The replica knows its way to the rules service from then on.
            await player("zoe").cancel((await player("zoe").create()).ticket)
        wire = self.to_redis if step.script else self.to_rules
        mark = await self.inside.mark(step.script) if step.script else ANYTHING
        wire.hold(mark, before=step.before)
        tickets = [await create(self.inside.store, name) for name in ("ann", "bob", "cat")]
        await until(lambda: wire.reached, TIMEOUT)
        await self.until_they_are(tickets, step.state, step.state, State.WAITING)
        while len(await self.inside.seatings()) < step.matches:
            pass
        assert len(await self.inside.seatings()) == step.matches
        await self.inside.recount()
        return tickets

    async def until_they_are(self, tickets: list[Ticket], *states: State) -> None:
        """Returns once the tickets have these states."""
        while [(await read(self.inside.store, ticket)).state for ticket in tickets] != list(states):
            pass

    async def check_end(self, tickets: list[Ticket]) -> None:
        """The two get their match, the third gets the next one, and the log has no other match."""
        await self.until_they_are(tickets, State.MATCHED, State.MATCHED, State.WAITING)
        tickets = [*tickets, await create(self.inside.store, "dan")]
        await self.until_they_are(tickets, *[State.MATCHED] * 4)
        found = [await read(self.inside.store, ticket) for ticket in tickets]
        assert sorted(told(found).values()) == [["ann", "bob"], ["cat", "dan"]]
        assert await self.inside.seatings() == told(found)
        await self.inside.recount()

    @asynccontextmanager
    async def standing_by(self) -> AsyncIterator[Wire]:
        """Another replica, which stands still from its next look at a queue on until its wire is let go."""
        async with Wire(self.hall.redis_url) as wire:
            wire.hold(await self.inside.mark("waiting"), before=True)
            async with matchmaking_service(self.hall.model_copy(update={"redis_url": wire.url})):
                yield wire


@pytest.fixture
async def scene(rules: Service, inside: Inside, hall: Settings, players_at: PlayersAt) -> AsyncIterator[Scene]:
    async with Wire(hall.redis_url) as to_redis, Wire(f"redis://{hall.rules_address}") as to_rules:
        yield Scene(hall, inside, to_redis, to_rules, players_at)


@pytest.mark.slow
@steps
async def test_another_replica_finishes_what_a_killed_one_had_begun(scene: Scene, step: Step, tmp_path: Path) -> None:
    """B45, B47, B62: no ticket is lost, none gets a match that is not there, nobody sits twice."""
    async with scene.standing_by() as other, service_process("matchmaking", scene.wired, tmp_path / "log") as victim:
        tickets = await scene.reach(step, victim.port)
        victim.kill()
        other.let_go()
        await scene.check_end(tickets)


@pytest.mark.slow
@steps
async def test_the_only_replica_finishes_after_its_restart_what_it_had_begun(
    scene: Scene, step: Step, tmp_path: Path
) -> None:
    """B45, B47: with nobody there in between, what is in Redis is enough."""
    async with service_process("matchmaking", scene.wired, tmp_path / "log") as victim:
        tickets = await scene.reach(step, victim.port)
        victim.kill()
    async with matchmaking_service(scene.hall):
        await scene.check_end(tickets)


@steps
async def test_a_replica_that_was_given_up_for_dead_does_no_harm_when_it_comes_back(scene: Scene, step: Step) -> None:
    """B62: what it was about to do, or believes to be its own, was done by another one."""
    async with scene.standing_by() as other, matchmaking_service(scene.wired) as late:
        tickets = await scene.reach(step, late.port)
        other.let_go()
        await scene.until_they_are(tickets, State.MATCHED, State.MATCHED, State.WAITING)
        before = [await read(scene.inside.store, ticket) for ticket in tickets]
        scene.to_redis.let_go()
        scene.to_rules.let_go()
        seen = scene.to_redis.requests
        await until(lambda: scene.to_redis.requests >= seen + ROUNDS, TIMEOUT)
        assert [await read(scene.inside.store, ticket) for ticket in tickets] == before
        await scene.check_end(tickets)
