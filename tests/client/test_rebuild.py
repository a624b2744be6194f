"""``sagahall rebuild``, against a whole backend."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from tests.client.terminal import Run

from sagahall.client.errors import Refused
from sagahall.client.identity import connect
from sagahall.client.stack.stack import Stack


@pytest.fixture
def operator(run: Run, stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the terminal have the key of the services."""
    monkeypatch.setenv("SAGAHALL_SERVICE_KEY", stack.settings.service_key.get_secret_value())


async def _create() -> str:
    async with connect("ann") as client:
        made = await client.create_match("parley", ["ann", "ann"])
        assert (await client.match_summary(made.match, min_version=made.version)).version >= made.version
        return made.match


@pytest.mark.usefixtures("operator")
def test_a_lost_table_is_made_again_by_one_command(run: Run, stack: Stack) -> None:
    """B34: and the list shows what it did before."""
    match = asyncio.run(_create())
    before = run("matches", "--as", "ann", "--json").objects
    engine = create_engine(stack.settings.database_url)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE matches"))
    engine.dispose()

    people = run("rebuild")

    assert (people.code, people.err) == (0, "")
    assert "rebuilt from " in people.out
    assert run("matches", "--as", "ann", "--json").objects == before
    assert match in {one["match"] for one in before}


@pytest.mark.usefixtures("operator")
def test_machines_read_how_far_it_is(run: Run) -> None:
    asyncio.run(_create())

    told = run("rebuild", "--json").objects

    assert set(told[-1]) == {"done", "total", "rate"}
    assert int(told[-1]["done"]) == int(told[-1]["total"]) > 0


def test_without_the_key_of_the_services_it_says_where_it_is_looked_for(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SAGAHALL_SERVICE_KEY", raising=False)
    ended = run("rebuild")
    assert ended.code == 1
    assert ".sagahall/keys/service_key" in ended.err


def test_on_a_laptop_the_key_lies_in_the_folder(
    run: Run, stack: Stack, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SAGAHALL_SERVICE_KEY", raising=False)
    path = tmp_path / ".sagahall" / "keys" / "service_key"
    path.parent.mkdir(parents=True)
    path.write_text(stack.settings.service_key.get_secret_value())

    assert run("rebuild").code == 0


@pytest.mark.usefixtures("operator")
def test_where_nothing_answers_it_does_not_wait(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAGAHALL_PROJECTION_ADDRESS", "127.0.0.1:1")
    ended = run("rebuild")
    # Whoever waits says so.
    assert (ended.code, ended.err) == (1, "sagahall: nothing answers at 127.0.0.1:1; start it with `make up`\n")


async def test_players_do_not_rebuild(run: Run) -> None:
    async with connect("ann") as client, aclosing(client.rebuild_projections()) as told:
        with pytest.raises(Refused) as caught:
            await anext(told)
    assert caught.value.name == "NOT_ALLOWED"
