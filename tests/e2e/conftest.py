"""The tests from end to end run against a whole backend."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from tests.stack import player, stack
from tests.stores import missing

__all__ = ["player", "stack"]

NODE_FOLDER = Path(__file__).parents[2] / "examples/node"


@pytest.fixture(scope="session")
def node() -> str:
    """Node, with what the client needs installed beside it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        missing("no node or no npm on the PATH: Debian has them as nodejs and npm")
    install = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    subprocess.run(install, cwd=NODE_FOLDER, check=True, capture_output=True, timeout=100)
    return node
