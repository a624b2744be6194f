"""A terminal that is narrower than what it shows."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from contextlib import suppress

import pytest
from tests.client.terminal import Run
from tests.stack import SAGAHALL

from sagahall.client.output import console


@pytest.fixture
def match(run: Run) -> str:
    """A match of elfenland, with its wide board, that ann has begun."""
    (made,) = run("create", "elfenland", "--as", "ann", "--json").objects
    return str(made["match"])


def shown(known: dict[str, str], *arguments: str) -> tuple[list[str], str]:
    """What a command shows on a terminal of 60 columns, and what it says on stderr."""
    screen, stdout = pty.openpty()
    narrow = {**known, "TERM": "xterm", "COLUMNS": "60"}
    with subprocess.Popen(
        [*SAGAHALL, *arguments], env=narrow, stdout=stdout, stderr=subprocess.PIPE, text=True
    ) as process:
        os.close(stdout)
        told = b""
        with suppress(OSError):  # the end of what a terminal shows
            while chunk := os.read(screen, 4096):
                told += chunk
        _, said = process.communicate(timeout=60)
    os.close(screen)
    return told.decode().splitlines(), said


def test_a_replay_is_folded_for_a_terminal_and_not_for_a_pipe(known: dict[str, str], run: Run, match: str) -> None:
    lines, said = shown(known, "replay", match, "--as", "ann", "--seat", "0")
    piped = run("replay", match, "--as", "ann", "--seat", "0").out.splitlines()
    assert said == ""
    assert max(map(len, lines)) <= 60 < max(map(len, piped))
    assert len(lines) > len(piped)


def test_a_board_that_is_too_wide_is_said_once_to_be_so(run: Run, match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run("move", match, "1", "--as", "ann", "--seat", "0")
    monkeypatch.setattr(console, "width", 60)
    narrow = run("replay", match, "--views", "--as", "ann", "--seat", "0")
    picture = rf"\S+ board {match} --output board.svg --seat 0 --as ann"
    assert re.fullmatch(rf"the board needs \d+ columns, this terminal has 60; as a picture:  {picture}\n", narrow.err)


def test_of_a_board_that_fits_nothing_is_said(run: Run, match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "width", 110)
    assert run("board", match, "--as", "ann", "--seat", "0").err == ""
