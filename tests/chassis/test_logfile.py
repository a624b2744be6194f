"""The log file of a service: bounded, and complete up to its last words."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.chassis.app import environment

from sagahall.chassis.settings import Settings

LARGEST = 5000
TALK = f"""
import os
import signal
import structlog
from sagahall.chassis import logfile, logging
from sagahall.chassis.settings import load

logfile.LARGEST_BYTES = {LARGEST}
logging.configure("rules", load())
for number in range(int(os.environ["LINES"])):
    structlog.get_logger("ours").info("said", number=number)
"""
KILLED = "\nos.kill(os.getpid(), signal.SIGKILL)"
ABORTED = "\nimport faulthandler\nfaulthandler.enable()\nos.abort()"
RAISED = "\nprint('to stdout', flush=True)\nraise ZeroDivisionError('the end')"


def talk(settings: Settings, log: Path, lines: int, end: str) -> subprocess.CompletedProcess[str]:
    """Says so many lines in a process of its own, and ends it so."""
    variables = environment(settings.model_copy(update={"log_file": log}), LINES=str(lines))
    command = [sys.executable, "-c", TALK + end]
    return subprocess.run(command, env=variables, capture_output=True, text=True, check=False)


def numbers(*logs: Path) -> list[int]:
    """The numbers of the lines, file after file."""
    lines = [line for log in logs for line in log.read_text().splitlines()]
    return [json.loads(line)["number"] for line in lines if line.startswith("{")]


@pytest.mark.parametrize(
    ("end", "code", "words"),
    [
        (KILLED, -signal.SIGKILL, ""),
        (ABORTED, -signal.SIGABRT, "Fatal Python error: Aborted"),
        (RAISED, 1, "to stdout\nTraceback (most recent call last):"),
    ],
)
def test_however_a_process_ends_its_last_words_are_in_its_file(
    end: str, code: int, words: str, settings: Settings, tmp_path: Path
) -> None:
    log = tmp_path / "rules.log"

    ended = talk(settings, log, 3, end)

    assert (ended.returncode, ended.stdout, ended.stderr) == (code, "", "")
    assert numbers(log) == [0, 1, 2]
    assert words in log.read_text()


def test_a_full_file_is_put_aside_and_no_line_is_lost_between_the_two(settings: Settings, tmp_path: Path) -> None:
    log, aside = tmp_path / "rules.log", tmp_path / "rules.log.1"

    talk(settings, log, 400, KILLED)

    found = numbers(aside, log)
    assert found == list(range(found[0], 400))
    assert LARGEST <= aside.stat().st_size < LARGEST + 200
    assert 0 < log.stat().st_size < LARGEST + 200
    assert {path.name for path in tmp_path.iterdir()} == {log.name, aside.name}


def test_a_process_that_starts_again_goes_on_in_the_same_file(settings: Settings, tmp_path: Path) -> None:
    log = tmp_path / "rules.log"
    for _ in range(2):
        talk(settings, log, 3, KILLED)
    assert numbers(log) == [0, 1, 2, 0, 1, 2]


def test_a_file_that_cannot_be_written_is_told_with_its_setting(settings: Settings, tmp_path: Path) -> None:
    log = tmp_path / "nowhere" / "rules.log"
    ended = talk(settings, log, 1, "")
    assert (ended.returncode, ended.stderr) == (
        2,
        f"SAGAHALL_LOG_FILE: cannot write to {log}: No such file or directory\n",
    )
