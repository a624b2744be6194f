"""``sagahall parked`` and ``sagahall retry``, against a whole backend."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from redis import Redis
from tests.client.terminal import Run

from sagahall.client.errors import Refused
from sagahall.client.identity import connect
from sagahall.client.stack.stack import Stack
from sagahall.eventlog.keys import Keys, partition_of

pytestmark = pytest.mark.usefixtures("operator")


@pytest.fixture
def operator(run: Run, stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the terminal have the key of the services."""
    monkeypatch.setenv("SAGAHALL_SERVICE_KEY", stack.settings.service_key.get_secret_value())


async def _create() -> str:
    async with connect("ann") as client:
        made = await client.create_match("parley", ["ann", "ann"])
        await client.match_summary(made.match, min_version=made.version)
        return made.match


def _forked(stack: Stack) -> str:
    """A match of which the feed has two different first records."""
    match = asyncio.run(_create())
    keys = Keys(stack.settings.prefix)
    with Redis.from_url(stack.settings.redis_url) as redis:
        entry: Any = {"match": match, "version": 1, "record": b"another"}
        redis.xadd(keys.feed(partition_of(match)), entry)
    return match


def _listed(run: Run, match: str) -> dict[str, Any]:
    """What is listed of a match, once it is."""
    while True:
        found = [one for one in run("parked", "--json").objects if one["match"] == match]
        if found:
            return found[0]


def test_a_fork_is_shown_with_what_to_do_about_it_and_released_by_a_retry(run: Run, stack: Stack) -> None:
    """B35: here the log holds what the archive holds, so that the retry helps."""
    match = _forked(stack)
    told = _listed(run, match)
    people = run("parked")

    assert (told["cause"], told["version"], told["refused_version"]) == ("PARKED_CAUSE_RIVAL", "2", "1")
    assert told["refused_digest"] != told["archived_digest"]
    assert (people.code, people.err) == (0, "")
    for part in (match, told["refused_digest"], told["archived_digest"], "rival: ", "sagahall retry MATCH"):
        assert part in people.out

    again = run("retry", match)

    assert (again.code, again.err) == (0, "")
    assert again.out == f"match {match} is not parked; lists and summaries are at version 1\n"
    assert match not in run("parked").out


def test_a_retry_that_does_not_help_says_why_and_what_would(run: Run, stack: Stack) -> None:
    match = _forked(stack)
    told = _listed(run, match)
    with Redis.from_url(stack.settings.redis_url) as redis:
        key = Keys(stack.settings.prefix).match(match)
        ((_, fields),) = redis.xrange(key)
        redis.delete(key)
        refused = run("retry", match)
        redis.xadd(key, fields, id="1-0")

    assert refused.code == 1
    for part in ("stays parked at version 2", told["refused_digest"], told["archived_digest"], "sagahall parked"):
        assert part in refused.err
    assert [*run("retry", match, "--json").objects[0]] == ["version"]


def test_a_match_that_is_not_there_is_no_match_to_retry(run: Run) -> None:
    ended = run("retry", "p07-aaaaaaaaaaaaaaaa")
    assert (ended.code, ended.err.startswith("sagahall: there is no match")) == (1, True)


def test_a_wrong_key_is_called_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAGAHALL_SERVICE_KEY", "x" * 32)
    for command in (["parked"], ["retry", "p07-aaaaaaaaaaaaaaaa"]):
        ended = run(*command)
        assert ended.code == 1
        assert "the key in SAGAHALL_SERVICE_KEY is not that of the backend's services" in ended.err
        assert "--as" not in ended.err


def test_a_key_that_is_too_short_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAGAHALL_SERVICE_KEY", "x" * 31)
    ended = run("parked")
    refused = "sagahall: SAGAHALL_SERVICE_KEY: a service key has at least 32 characters\n"
    assert (ended.code, ended.err) == (2, refused)


async def test_players_neither_list_nor_retry(run: Run) -> None:
    async with connect("ann") as client:
        for call in (anext(client.list_parked_matches()), client.retry_parked_match("p07-aaaaaaaaaaaaaaaa")):
            with pytest.raises(Refused) as caught:
                await call
            assert caught.value.name == "NOT_ALLOWED"
