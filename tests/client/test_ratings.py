"""``sagahall ratings`` and the ratings of the SDK, against a whole backend."""

from __future__ import annotations

import asyncio
import re

import pytest
from tests.client.terminal import Run

from sagahall.client.identity import connect, connect_as_operator
from sagahall.client.stack.stack import Stack


@pytest.fixture
def won(run: Run, stack: Stack, monkeypatch: pytest.MonkeyPatch) -> str:
    """A match of parley in which ann resigned and bea won, once it is rated."""
    monkeypatch.setenv("SAGAHALL_SERVICE_KEY", stack.settings.service_key.get_secret_value())
    match = asyncio.run(_create("ann", "bea"))
    version = run("resign", match, "--as", "ann", "--json").objects[0]["version"]
    run("board", match, "--as", "ann", "--version", version)  # waits for the projection
    return match


async def _create(*players: str) -> str:
    async with connect_as_operator() as client:
        return (await client.create_match("parley", players)).match


def test_ratings_lists_the_best_first(run: Run, won: str) -> None:
    listed = run("ratings", "parley", "--as", "ann")
    assert (listed.code, listed.err) == (0, "")
    assert re.search(r"^ player +rating +matches$", listed.out, re.MULTILINE)
    assert re.search(r"^ bea +1\d{3} provisional +\d+$", listed.out, re.MULTILINE)
    assert listed.out.index("bea") < listed.out.index("ann")


def test_ratings_come_as_json_for_one_player_and_in_pages(run: Run, won: str) -> None:
    (bea,) = run("ratings", "parley", "--player", "bea", "--json").objects
    assert (bea["player"], bea["provisional"]) == ("bea", True)
    assert bea["rating"] > 1000
    first = run("ratings", "parley", "--limit", "1", "--json")
    more = re.fullmatch(r"more:  \S+ ratings parley --limit 1 --page (\S+)\n", first.err)
    assert more
    (second,) = run("ratings", "parley", "--limit", "1", "--json", "--page", more[1]).objects
    assert second["rating"] <= first.objects[0]["rating"]


def test_a_match_tells_what_it_has_changed(run: Run, won: str) -> None:
    listed = {one["match"]: one for one in run("matches", "--player", "bea", "--json").objects}
    ann, bea = listed[won]["rating_changes"]
    assert (ann["seat"], bea["seat"]) == (0, 1)
    assert ann["change"] < 0 < bea["change"]


def test_where_nobody_is_rated_it_says_so(run: Run) -> None:
    assert run("ratings", "ice_flow", "--player", "nobody").out.startswith("no such ratings")
    refused = run("ratings", "no game")
    assert (refused.code, refused.out) == (1, "")
    assert "game: must be a name" in refused.err


def test_the_sdk_fetches_all_pages(run: Run, won: str) -> None:
    async def all_of(page_size: int) -> list[str]:
        async with connect("ann") as client:
            return [one.player async for one in client.list_ratings("parley", page_size=page_size)]

    names = asyncio.run(all_of(1))
    assert {"ann", "bea"} <= set(names)
    assert names == asyncio.run(all_of(500))
