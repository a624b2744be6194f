"""Ctrl-C ends any command at once and quietly, with 130, and a word on how to come back where there is a way."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
from collections.abc import Sequence

import pytest
from tests.client.terminal import Run
from tests.stack import SAGAHALL

from sagahall.client.identity import connect


def interrupted(known: dict[str, str], arguments: Sequence[str], words: str) -> tuple[int, str, str]:
    """Presses Ctrl-C once a line with the words is shown: the exit code, what was shown until then, and stderr."""
    with subprocess.Popen(
        [*SAGAHALL, *arguments], env=known, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        shown = ""
        while words not in shown:
            line = process.stdout.readline()
            assert line, f"it ended with: {shown}"
            shown += line
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    return process.returncode, shown, said


@pytest.fixture
def match(run: Run) -> str:
    """A match of parley that waits for ann."""

    async def create() -> str:
        async with connect("ann") as client:
            return (await client.create_match("parley", ["ann", "ann"])).match

    return asyncio.run(create())


def test_a_watch_tells_where_to_go_on(known: dict[str, str], match: str) -> None:
    code, _, said = interrupted(known, ["watch", match, "--views", "--as", "ann", "--seat", "0"], "created")
    assert code == 130
    assert re.fullmatch(rf"\nfollow it again:  \S+ watch {match} --views --after 1 --seat 0 --as ann\n", said)


def test_a_person_at_the_table_is_told_how_to_come_back(known: dict[str, str]) -> None:
    code, shown, said = interrupted(known, ["play", "--me", "ann", "--game", "parley"], "q leaves the terminal")
    assert code == 130
    back = re.fullmatch(r"\ngo on with it:  \S+ play --me ann --match (\S+)\n", said)
    assert back
    assert back[1] in shown


def test_a_match_of_bots_stays_as_it_is(known: dict[str, str]) -> None:
    code, shown, said = interrupted(known, ["play", "--game", "elfenland", "--seats", "3"], ", match p")
    assert code == 130
    match = re.search(r", match (\S+)", shown)
    assert match
    assert re.fullmatch(rf"\nreplay it:  \S+ replay {match[1]} --views\n", said)


def test_it_is_quiet_while_it_is_still_being_loaded() -> None:
    script = """
import os, signal, sys
class Interrupting:
    def find_spec(self, name, path, target=None):
        if name == "sagahall.client.app":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
from sagahall.__main__ import main
main()
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGINT, "", "")
