"""The log against a list."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from sagahall.eventlog.connect import client
from sagahall.eventlog.deadlines import Deadlines
from sagahall.eventlog.feed import Feeds
from sagahall.eventlog.keys import Keys, match_id
from sagahall.eventlog.log import Appended, Conflict, EventLog
from sagahall.eventlog.retirement import Retiree, Retirement
from sagahall.eventlog.streams import START

T = TypeVar("T")
MATCHES = [match_id("anna", request_id, 1) for request_id in ("r1", "r2", "r3")]
matches = st.sampled_from(MATCHES)


class LogMachine(RuleBasedStateMachine):
    """Whatever is appended and read, the log answers as plain lists would."""

    redis_url: str

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.redis = client(self.redis_url)
        keys = Keys(f"test-{uuid.uuid4().hex}")
        self.log = EventLog(self.redis, keys)
        self.feeds = Feeds(self.redis, keys)
        self.retirement = Retirement(self.redis, keys)
        self.overdue = Deadlines(self.redis, keys).overdue
        self.records: dict[str, list[bytes]] = {match: [] for match in MATCHES}
        self.order: list[tuple[str, int, bytes]] = []
        self.deadlines: dict[str, int] = {}
        self.retired: dict[str, int] = {}

    def run(self, awaitable: Awaitable[T]) -> T:
        async def wait() -> T:
            return await awaitable

        return self.runner.run(wait())

    @rule(
        match=matches,
        ahead=st.sampled_from([1, 1, 1, 1, 0, -1, 2]),
        record=st.binary(max_size=40),
        deadline=st.none() | st.integers(0, 2**42),
    )
    def append(self, match: str, ahead: int, record: bytes, deadline: int | None) -> None:
        head = self.retired.get(match, len(self.records[match]))
        version = max(head + ahead, 1)
        result = self.run(self.log.append(match, version, record, deadline))
        if match in self.retired or version != head + 1:
            assert result == Conflict(len(self.records[match]))
            return
        assert result == Appended()
        self.records[match].append(record)
        self.order.append((match, version, record))
        self.deadlines.pop(match, None)
        if deadline is not None:
            self.deadlines[match] = deadline

    @rule(match=matches, after=st.integers(0, 30), count=st.none() | st.integers(0, 10))
    def read(self, match: str, after: int, count: int | None) -> None:
        expected = list(enumerate(self.records[match], 1))[after:][:count]
        assert self.run(self.log.read(match, after, count)) == expected

    @rule(match=matches)
    def head(self, match: str) -> None:
        assert self.run(self.log.head(match)) == len(self.records[match])

    @rule(match=matches, same=st.sampled_from([True, True, False]))
    def retire(self, match: str, same: bool) -> None:
        records = self.records[match]
        newest = records[-1] if records and same else b"a record that is in no match, because it is too long for it"
        (result,) = self.run(self.retirement.retire([Retiree(match, len(records), newest)]))
        assert result == (match in self.retired or bool(records and same))
        if result and match not in self.retired:
            self.retired[match] = len(records)
            self.records[match] = []
            self.deadlines.pop(match, None)

    @rule(match=matches)
    def look_for_retired(self, match: str) -> None:
        assert self.run(self.log.retired_at(match)) == self.retired.get(match)

    @rule()
    def read_feed(self) -> None:
        found = self.run(self.feeds.read_feed(0, START, 1000))
        assert [entry[1:] for entry in found] == self.order

    @rule(now=st.integers(0, 2**42))
    def look_for_overdue(self, now: int) -> None:
        expected = {match for match, deadline in self.deadlines.items() if deadline <= now}
        assert set(self.run(self.overdue([0], now, 10))) == expected

    @rule()
    def forget_the_script(self) -> None:
        self.run(self.redis.script_flush())

    def teardown(self) -> None:
        self.run(self.redis.aclose())
        self.runner.close()


def test_the_log_behaves_like_a_list_of_records_for_each_match(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LogMachine, "redis_url", redis_url, raising=False)
    run_state_machine_as_test(
        LogMachine,
        settings=settings(
            max_examples=50, stateful_step_count=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
        ),
    )
