"""What waits to be looked at."""

from __future__ import annotations

import asyncio

from sagahall.eventlog.pending import Pending


async def test_what_was_added_is_taken_once_however_often_it_was_added() -> None:
    pending = Pending[str]()
    pending.add(["one", "two"])
    pending.add(["two"])
    assert await pending.next() == {"one", "two"}
    assert pending.take() == set()


async def test_a_reader_sleeps_until_there_is_something() -> None:
    pending = Pending[str]()
    pending.add([])
    reading = asyncio.create_task(pending.next())
    await asyncio.sleep(0)
    assert not reading.done()
    pending.add(["one"])
    assert await reading == {"one"}


async def test_what_comes_in_a_time_is_told_until_it_is_over_and_the_rest_is_kept() -> None:
    pending = Pending[str]()
    pending.add(["one"])
    told = []
    async for things in pending.within(0.5):
        told.append(things)
        if things == {"one"}:
            pending.add(["two"])
    pending.add(["three"])
    assert told == [{"one"}, {"two"}]
    assert pending.take() == {"three"}
