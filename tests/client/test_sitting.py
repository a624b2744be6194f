"""A person plays a seat at a terminal, against bots, on a whole backend."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from tests.client.terminal import Run
from tests.stack import SAGAHALL, Connect

from sagahall.client import find_match

ASKED = "q leaves the terminal"
FIRST = "1\n" * 500
"""What somebody types who always plays the first move, more often than any match takes."""


def piped(known: dict[str, str], typed: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Plays as ann with what comes through a pipe."""
    command = [*SAGAHALL, "play", "--me", "ann", *arguments]
    return subprocess.run(command, env=known, input=typed, capture_output=True, text=True, check=False, timeout=110)


class Terminal:
    """A terminal at which ann plays."""

    def __init__(self, keyboard: int, screen: IO[str]) -> None:
        self._keyboard = keyboard
        self._screen = screen

    def type(self, line: str) -> None:
        """Types a line."""
        os.write(self._keyboard, f"{line}\n".encode())

    def until(self, words: str) -> str:
        """What is shown until a line with these words."""
        shown = ""
        while words not in (line := self._screen.readline()):
            assert line, f"it ended with: {shown}"
            shown += line
        return shown + line


@contextmanager
def terminal(known: dict[str, str], *arguments: str) -> Iterator[Terminal]:
    """Plays as ann at a terminal, and makes sure that the command ends well."""
    keyboard, stdin = pty.openpty()
    command = [*SAGAHALL, "play", "--me", "ann", *arguments]
    with subprocess.Popen(
        command, env=known, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        os.close(stdin)
        assert process.stdout is not None
        try:
            yield Terminal(keyboard, process.stdout)
            _, said = process.communicate(timeout=60)
            assert (process.returncode, said) == (0, "")
        finally:
            process.kill()
            os.close(keyboard)


def test_a_person_plays_a_match_against_bots_to_its_end(known: dict[str, str]) -> None:
    played = piped(known, FIRST, "--game", "elfenland", "--seats", "3")
    assert (played.returncode, played.stderr) == (0, "")
    assert re.search(r"^(ann|bot\d-\w+), \S+, \S+ play elfenland \(amigo\), match p", played.stdout)
    assert ASKED in played.stdout
    assert "The match is over" in played.stdout
    assert re.search(r"replay it:  .* replay \S+ --views\n$", played.stdout)


async def test_friends_play_each_other_under_a_code_instead_of_bots(known: dict[str, str], player: Connect) -> None:
    async def befriend() -> str:
        async with player("marian") as marian:
            return (await find_match(marian, "parley", variant="brief", seat_counts=[2], code="gooseberry")).match

    friend = asyncio.create_task(befriend())
    with terminal(known, "--game", "parley", "--variant", "brief", "--code", "gooseberry") as ann:
        shown = await asyncio.to_thread(ann.until, ASKED)
        assert "play --me NAME --game parley --variant brief --seats 2 --code gooseberry\n" in shown
        assert f"ann, marian play parley (brief), match {await friend}" in shown.replace("marian, ann", "ann, marian")
        ann.type("q")


async def test_whoever_leaves_does_not_resign_and_comes_back_with_the_same_bots(
    known: dict[str, str], player: Connect
) -> None:
    with terminal(known, "--game", "parley") as ann:
        begin = ann.until(ASKED)
        assert "Round 1 of 2" in begin
        ann.type("b")
        assert "Round 1 of 2" in ann.until("Round 1 of 2")
        ann.type("99")
        ann.until("there is no move 99")
        ann.type("nonsense")
        ann.until("a move is a number or a JSON object, not 'nonsense'")
        for helps in ("?", "h"):
            ann.type(helps)
            assert ann.until(ASKED).splitlines()[-1].startswith("a number plays that move")
        ann.type('{"seal": {}}')
        ann.until("move.parley.seal.card: is required")
        ann.type("l")
        ann.until("Seal ")
        ann.type("1")
        ann.until("sealed: ann")
        ann.type("q")
        hint = ann.until("go on with it: ")
    again = re.search(r"play --me ann --match (\S+)", hint)
    assert again
    async with player("ann") as client:
        left = await client.get_match(again[1])
    assert left.to_act
    assert not left.departures
    assert left.version > 1

    played = piped(known, FIRST, "--match", again[1])
    assert (played.returncode, played.stderr) == (0, "")
    assert "The match is over" in played.stdout
    names = re.findall(r"bot1-\w{4}", begin)
    assert set(re.findall(r"bot1-\w{4}", played.stdout)) == set(names)


def test_the_end_of_the_input_leaves_too(known: dict[str, str]) -> None:
    left = piped(known, "", "--game", "parley")
    assert (left.returncode, left.stderr) == (0, "")
    assert "go on with it: " in left.stdout


def test_a_form_is_filled_in_as_its_example_says(known: dict[str, str]) -> None:
    with terminal(known, "--game", "elfenland") as ann:
        shown = ann.until(ASKED)
        while "for example '" not in shown:
            ann.type("1")
            shown = ann.until(ASKED)
        example = re.search(r"for example '(.*)'$", shown, re.MULTILINE)
        assert example
        ann.type(example[1])
        ann.until(" ann ")
        ann.type("q")


def test_who_plays_no_seat_of_a_match_cannot_sit_down(run: Run) -> None:
    (match,) = run("create", "parley", "--as", "bob", "--json").objects
    ended = run("play", "--me", "ann", "--match", match["match"])
    assert (ended.code, ended.out) == (1, "")
    assert f"ann plays no seat of match {match['match']}; follow it with " in ended.err


def test_what_does_not_go_together_is_refused(run: Run) -> None:
    assert run("play", "--match", "p01-x").code == 2
    assert run("play", "--me", "ann", "--json").code == 2
    assert run("play", "--code", "gooseberry").code == 2
