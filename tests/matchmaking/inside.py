"""What matchmaking keeps in Redis and what the log holds, looked at from behind."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import chain
from typing import Any, cast

from tests.matchmaking.players import new_id

from sagahall.api.match.v1 import match_pb2, match_pb2_grpc
from sagahall.matchmaking.store import LEASE_MS, PAUSE_MS, Store
from sagahall.matchmaking.ticket import State, Ticket, Wish

WISH = Wish(game="parley", variant="standard", options={"rounds": 2}, seat_counts=(2,))

LIVE = (State.WAITING, State.FORMING)


async def create(store: Store, player: str, *seat_counts: int) -> Ticket:
    """A new ticket for a table of two, unless told otherwise."""
    wish = replace(WISH, seat_counts=tuple(sorted(seat_counts)) or WISH.seat_counts)
    return await store.create(player, new_id(), wish)


async def read(store: Store, ticket: Ticket) -> Ticket:
    """The ticket as it stands; it is kept alive."""
    [found] = await store.watch([(ticket.ticket, ticket.player)])
    assert found is not None
    return found


def told(tickets: list[Ticket]) -> dict[str, list[str]]:
    """Who sits where according to these tickets; every seat is taken once."""
    seats: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for ticket in tickets:
        assert ticket.match is not None
        assert ticket.seat is not None
        assert seats[ticket.match].setdefault(ticket.seat, ticket.player) == ticket.player
    assert sum(map(len, seats.values())) == len(tickets)
    return {match: [players[seat] for seat in range(len(players))] for match, players in seats.items()}


class Inside:
    """The keys of one installation, and its matches as the rules service tells them."""

    def __init__(self, store: Store, rules: match_pb2_grpc.MatchServiceAsyncStub, prefix: str) -> None:
        self.store = store
        self.rules = rules
        self._redis = store._redis
        self._base = store._base
        self._prefix = prefix

    async def mark(self, script: str) -> bytes:
        """What is in every request for a script. Redis knows all scripts from then on, so that each is sent once."""
        for known in self.store._scripts.values():
            await self._redis.script_load(known.script)
        return str(self.store._scripts[script].sha).encode()

    async def matches(self) -> set[str]:
        """All matches in the log, also those that no ticket knows."""
        pattern = f"{self._prefix}:*:match:*"
        return {key.decode().rpartition(":")[2] async for key in self._redis.scan_iter(pattern, count=1000)}

    async def seatings(self) -> dict[str, list[str]]:
        """Who sits where in all these matches."""
        requests = [match_pb2.GetMatchRequest(match=match) for match in await self.matches()]
        found = [(await self.rules.GetMatch(request)).match for request in requests]
        return {one.match: [player.player for player in one.players] for one in found}

    async def keys(self) -> set[str]:
        """The names of all keys, by SCAN."""
        found = [key.decode() async for key in self._redis.scan_iter(f"{self._base}:*", count=1000)]
        return {key.removeprefix(f"{self._base}:") for key in found}

    async def end_leases(self) -> None:
        """What time does by itself after LEASE_MS."""
        for group in await self._sorted("forming"):
            await self._redis.zincrby(self._key("forming"), -LEASE_MS, group)

    async def end_wait(self, *tickets: Ticket) -> None:
        """What time does by itself to tickets that nobody watches."""
        for ticket in tickets:
            await self._redis.hset(self._key(f"ticket:{ticket.ticket}"), "expires", "0")
            await self._redis.zadd(self._key("expiries"), {ticket.ticket: 0}, xx=True)

    async def end_all_waits(self) -> None:
        """The same, for all that wait."""
        for ticket in await self._sorted("expiries"):
            await self._redis.zadd(self._key("expiries"), {ticket: 0})

    async def end_pauses(self, player: str, count: int) -> None:
        """What time does by itself after as many times PAUSE_MS."""
        await self._redis.decrby(self._key(f"pace:{player}"), count * PAUSE_MS)

    async def rest(self, queue: str) -> None:
        """Lets a queue rest until ``end_rest``."""
        await self._redis.set(self._key(f"resting:{queue}"), "")

    async def end_rest(self, queue: str = WISH.queue) -> None:
        """What time does by itself after RESTING_MS."""
        await self._redis.delete(self._key(f"resting:{queue}"))

    async def live(self) -> set[str]:
        """The players who wait, or whose match is being made."""
        return set((await self._kept())["player"])

    async def lifetimes(self) -> dict[str, int]:
        """How long everything will be there that goes by itself, in milliseconds."""
        found = {key: await self._redis.pttl(self._key(key)) for key in await self.keys() - {"order"}}
        return {key: lifetime for key, lifetime in found.items() if not key.startswith("pace:")}

    async def recount(self) -> None:
        """B66: whatever is kept twice is the same: each live ticket is where its state says and nowhere else."""
        kept = await self._kept()
        tickets = [await self._ticket(name) for name in kept["ticket"]]
        waiting = {one["id"]: one for one in tickets if one["state"] == "waiting"}
        forming = {one["id"]: one for one in tickets if one["state"] == "forming"}
        live = waiting | forming
        queues = {queue: await self._sorted(f"queue:{queue}") for queue in kept["queue"]}
        groups = {group: await self._list(f"group:{group}") for group in kept["group"]}
        assert sorted(chain.from_iterable(queues.values())) == sorted(waiting)
        assert all(waiting[ticket]["queue"] == queue for queue, members in queues.items() for ticket in members)
        assert sorted(chain.from_iterable(groups.values())) == sorted(forming)
        assert sorted(await self._sorted("forming")) == sorted(groups)
        assert sorted(await self._sorted("expiries")) == sorted(waiting)
        assert await self._set("queues") == set(queues)
        owned = {
            (player, *entry) for player in kept["player"] for entry in (await self._hash(f"player:{player}")).items()
        }
        assert owned == {(one["player"], one["queue"], ticket) for ticket, one in live.items()}
        for one in tickets:
            assert (await self._redis.pttl(self._key(f"ticket:{one['id']}")) == -1) == (one["id"] in live)
            assert ("expires" in one) == (one["id"] in live)

    async def _kept(self) -> defaultdict[str, list[str]]:
        kept: defaultdict[str, list[str]] = defaultdict(list)
        for key in await self.keys():
            kind, _, name = key.partition(":")
            kept[kind].append(name)
        return kept

    async def _ticket(self, ticket: str) -> dict[str, str]:
        return {"id": ticket, **await self._hash(f"ticket:{ticket}")}

    async def _hash(self, name: str) -> dict[str, str]:
        found = cast("dict[bytes, bytes]", await self._redis.hgetall(self._key(name)))
        return {field.decode(): value.decode() for field, value in found.items()}

    async def _sorted(self, name: str) -> list[str]:
        return _texts(await self._redis.zrange(self._key(name), 0, -1))

    async def _list(self, name: str) -> list[str]:
        return _texts(await self._redis.lrange(self._key(name), 0, -1))

    async def _set(self, name: str) -> set[str]:
        return set(_texts(await self._redis.smembers(self._key(name))))

    def _key(self, name: str) -> str:
        return f"{self._base}:{name}"


def _texts(found: Any) -> list[str]:
    return [one.decode() for one in found]
