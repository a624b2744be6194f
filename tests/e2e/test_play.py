"""Bots play whole matches over the public API: with a backend of their own, with a running one, and through crashes."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.stack import SAGAHALL, Connect, environment, token

from sagahall.client import play_match
from sagahall.client.addresses import PREFIX
from sagahall.client.stack.folder import Folder
from sagahall.client.stack.own import own_settings
from sagahall.client.stack.stack import Stack, running
from sagahall.client.strategies import at_random
from sagahall.games.registry import GAMES

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.fixture
def known(stack: Stack) -> dict[str, str]:
    """The environment of a terminal that knows where the backend is."""
    return {**without_settings(), **environment(stack)}


def without_settings() -> dict[str, str]:
    """The environment of a terminal that knows of no backend."""
    return {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}


def play(known: dict[str, str], *arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs ``sagahall play`` to its end."""
    return subprocess.run(
        [*SAGAHALL, "play", *arguments],
        cwd=folder,
        env=known,
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )


def start_play(known: dict[str, str], *arguments: str) -> subprocess.Popen[str]:
    """Starts ``sagahall play``."""
    return subprocess.Popen(
        [*SAGAHALL, "play", *arguments], env=known, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_a_match_of_every_game(game: str, known: dict[str, str]) -> None:
    """B56: a bot is a client of the public API with no private access."""
    played = play(known, "--game", game, "--seats", "3", "--json")
    assert (played.returncode, played.stderr) == (0, "")
    match = json.loads(played.stdout)
    assert sorted(standing["seat"] for standing in match["outcome"]["standings"]) == [0, 1, 2]
    assert len({player["player"] for player in match["players"]}) == 3


@pytest.mark.parametrize("variant", [variant.name for variant in GAMES["parley"].variants])
def test_people_see_the_standings_and_how_to_replay(variant: str, known: dict[str, str]) -> None:
    played = play(known, "--game", "parley", "--variant", variant, "--strategy", "random")
    assert (played.returncode, played.stderr) == (0, "")
    assert "The match is over" in played.stdout
    assert re.search(r"^ 1 +bot\d-\w+ +\d+", played.stdout, re.MULTILINE)
    replay = re.search(r"replay it:  .* (replay \S+ --views)$", played.stdout, re.MULTILINE)
    assert replay
    told = subprocess.run([*SAGAHALL, *replay[1].split()], env=known, capture_output=True, text=True, check=True)
    assert "The match is over" in told.stdout


def test_where_nothing_answers_it_brings_a_backend_whose_matches_stay(tmp_path: Path) -> None:
    known = {**without_settings(), "SAGAHALL_RULES_ADDRESS": "127.0.0.1:1"}
    first, second = (play(known, "--game", "elfenland", folder=tmp_path) for _ in range(2))
    for played in (first, second):
        assert (played.returncode, played.stderr) == (0, "")
        assert "The match is over" in played.stdout
        assert " up\n" in played.stdout
    folder = Folder(tmp_path / ".sagahall")
    with running(folder, own_settings(folder)) as stack:
        for played in (first, second):
            replay = re.search(r"replay it:  .* (replay \S+) --views$", played.stdout, re.MULTILINE)
            assert replay
            told = subprocess.run(
                [*SAGAHALL, *replay[1].split()],
                cwd=tmp_path,
                env={**without_settings(), **environment(stack)},
                capture_output=True,
                text=True,
                check=True,
            )
            assert "The match is over" in told.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--game", "chess"], "there is no game 'chess' here; there is "),
        (["--game", "parley", "--variant", "grand"], "parley has no variant 'grand'; it has standard, brief"),
        (["--game", "parley", "--seats", "9"], "parley (standard) is played with 1 to 4 seats, not with 9"),
    ],
)
def test_a_table_that_does_not_exist_is_refused_at_once(arguments: list[str], says: str, known: dict[str, str]) -> None:
    refused = play(known, *arguments)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert says in refused.stderr


def test_it_fails_with_the_bot_that_fails(known: dict[str, str]) -> None:
    process = start_play(known, "--seats", "2")
    assert process.stdout is not None
    assert " play elfenland (amigo), match " in process.stdout.readline()
    bots = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    os.kill(int(bots[0]), signal.SIGKILL)
    _, said = process.communicate(timeout=100)
    assert process.returncode == 1
    assert re.search(r"bot1-\w+ failed with code -9", said)


def test_bots_play_on_while_every_process_is_killed_in_turn(known: dict[str, str], stack: Stack) -> None:
    """B47, B50, B52: each process is killed and started again during a match, which then ends as any other."""
    with start_play(known, "--seats", "4") as process:
        assert process.stdout is not None
        process.stdout.readline()
        for name in stack.parts:
            stack.kill(name)
            stack.restart(name)
        told, said = process.communicate(timeout=100)
    assert (process.returncode, said) == (0, "")
    assert "The match is over" in told


async def test_a_bot_whose_seat_a_stranger_took_goes_home(known: dict[str, str], player: Connect) -> None:
    async with player("stranger") as client:
        waiting = await client.create_ticket("parley", seat_counts=[2])
        playing = asyncio.ensure_future(asyncio.to_thread(play, known, "--game", "parley", "--json"))
        *_, ticket = [ticket async for ticket in client.watch_ticket(waiting.ticket)]
        match = await play_match(client, ticket.match, at_random, seat=ticket.seat)
    played = await playing
    assert (played.returncode, played.stderr) == (0, "")
    assert json.loads(played.stdout)["match"] == match.match


@pytest.mark.parametrize("game", GAMES)
def test_the_example_bot_plays_every_game(game: str, known: dict[str, str], stack: Stack) -> None:
    """B76: a bot in under 100 lines, run against every game."""
    assert len(EXAMPLE.read_text().splitlines()) < 100
    bots = [
        subprocess.Popen(
            [sys.executable, EXAMPLE, game, "2"],
            env={**known, "SAGAHALL_TOKEN": token(stack, name)},
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("robin", "marian")
    ]
    said = [bot.communicate(timeout=100)[1] for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0]
    assert all(re.search(r"^1\. (robin|marian), score", one, re.MULTILINE) for one in said)
