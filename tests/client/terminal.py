"""Commands of the terminal, run in this process."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.stack import environment

from sagahall.client.addresses import PREFIX
from sagahall.client.cli import main
from sagahall.client.stack.stack import Stack


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        """The lines of JSON that it printed."""
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Ended]


@pytest.fixture
def known(stack: Stack) -> dict[str, str]:
    """The environment of a terminal that knows where the backend is."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    return {**clean, **environment(stack)}


@pytest.fixture
def run(stack: Stack, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs a command of the command line as ann, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SAGAHALL_TOKEN", raising=False)
    for name, value in environment(stack).items():
        monkeypatch.setenv(name, value)

    def run(*arguments: str) -> Ended:
        monkeypatch.setattr(sys, "argv", ["sagahall", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Ended(int(ended.value.code or 0), out, err)

    return run
