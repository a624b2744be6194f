"""The arrows between our packages: the contracts hold, and a wrong import breaks them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LINT = """
import sys
from importlinter.cli import lint_imports
sys.path[:] = [*sys.argv[1:3], *(path for path in sys.path if not path.endswith(("/libs", "/services")))]
sys.exit(lint_imports(no_cache=True))
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of all our code."""
    for root in ("libs", "services"):
        (tmp_path / root).mkdir()
        if (ROOT / root).exists():
            shutil.copytree(ROOT / root, tmp_path / root, dirs_exist_ok=True)
    return tmp_path


def lint(tree: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", LINT, str(tree / "libs"), str(tree / "services")]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_contracts_hold(tree: Path) -> None:
    assert lint(tree).returncode == 0


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("libs/sagahall/games/kernel", "sagahall.match"),
        ("libs/sagahall/games/kernel", "sagahall.api.common.v1.common_pb2"),
        ("libs/sagahall/games/kernel", "sagahall.internal.log.v1.record_pb2"),
        ("libs/sagahall/eventlog/violation", "sagahall.games.kernel"),
        ("libs/sagahall/chassis/violation", "sagahall.games.kernel"),
        ("libs/sagahall/chassis/violation", "sagahall.rules.violation"),
        ("libs/sagahall/match/violation", "sagahall.chassis.settings"),
        ("libs/sagahall/match/violation", "sagahall.rules.violation"),
        ("services/sagahall/matchmaking/violation", "sagahall.rules.violation"),
        ("services/sagahall/projection/violation", "sagahall.client.violation"),
    ],
)
def test_a_wrong_import_breaks_a_contract(tree: Path, importer: str, imported: str) -> None:
    for name in ("services/sagahall/rules", "libs/sagahall/client", str(Path(importer).parent)):
        (tree / name).mkdir(parents=True, exist_ok=True)
        (tree / name / "violation.py").touch()
    with (tree / importer).with_suffix(".py").open("a") as file:
        file.write(f"\nimport {imported}\n")
    result = lint(tree)
    assert result.returncode == 1
    assert f"{importer.split('/', 1)[1].replace('/', '.')} -> {imported}" in result.stdout
