"""The README is true: what it tells people to type works, and what it names is there."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.chassis.scraping import exposition
from tests.e2e.up import READY, Up, free_environment, run
from tests.processes import free_port
from tests.stack import SAGAHALL

from sagahall.chassis.settings import Settings
from sagahall.client.addresses import PORTS, PREFIX

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
EXAMPLE = ROOT / "examples" / "bot.py"


def section(title: str) -> str:
    """What the README says under a title."""
    return README.partition(f"## {title}\n")[2].partition("\n## ")[0]


TOUR = section("Five minutes for the author of a client")
BARE = section("The bare API from the shell")
TOUR_SECONDS = 110

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
BLOCKS = BLOCK.findall(README)
NAMED = INLINE.findall(BLOCK.sub("", README))


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """``make up``, in a folder that has an environment and the examples, and on free ports."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / ".venv").symlink_to(sys.prefix)
    (folder / "examples").symlink_to(ROOT / "examples")
    environment = {name: value for name, value in free_environment().items() if name != f"{PREFIX}GAMES"}
    running = Up(folder, environment)
    running.says(READY)
    yield running
    running.end(signal.SIGKILL)


def shell(up: Up, script: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Runs lines in a shell in the folder, which is its home as well, and stops at the first that fails."""
    return subprocess.run(
        ["bash", "-ec", script],
        input=typed,
        cwd=up.folder,
        env={**up.environment, "HOME": str(up.folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=TOUR_SECONDS,
    )


@pytest.mark.slow
def test_the_five_minutes_go_as_they_are_told(up: Up) -> None:
    """Every block, in one shell; programs are saved under the names in their first lines."""
    script = ""
    for language, block in BLOCK.findall(TOUR):
        if language == "python":
            (up.folder / block.partition("\n")[0].removeprefix("# ")).write_text(block)
        else:
            assert language == "sh"
            script += block
    told = shell(up, script, "1\nq\n")
    assert (told.returncode, told.stderr) == (0, ""), told.stdout[-3000:]
    assert told.stdout.count("The match is over") == 1
    assert told.stdout.count("standings {") == 4
    assert "is at version 2 now" in told.stdout
    assert (up.folder / "board.svg").read_text().startswith("<svg")


@pytest.mark.slow
def test_the_bare_api_answers_in_the_shell_as_it_is_told(up: Up) -> None:
    """Every block, in one shell: reflection and a token are all that a client needs."""
    (up.folder / "protos").symlink_to(ROOT / "protos")
    script = "".join(block for _, block in BLOCK.findall(BARE))
    for name, port in PORTS.items():
        script = script.replace(f":{port}", f":{up.environment[f'{PREFIX}{name.upper()}_PORT']}")
    told = shell(up, f". .venv/bin/activate\nset -o pipefail\n{script}")
    assert (told.returncode, told.stderr) == (0, "")
    assert "sagahall.api.match.v1.MatchService/SubmitMove" in told.stdout
    assert '"title": "Elfenland"' in told.stdout
    assert re.search(r'\{"reason":"REASON_STALE_VERSION",.*"version":"2".*\}', told.stdout)
    assert told.stdout.count('"caughtUp"') == 1
    assert [told.stdout.count(f'"CHANGE_{change}"') for change in ("CREATED", "MOVED", "LEFT")] == [2, 3, 2]
    assert re.findall('"state": "(.*)"', told.stdout)[-1] == "TICKET_STATE_MATCHED"


@pytest.mark.slow
def test_the_example_runs_as_it_says(up: Up) -> None:
    typed = "\n".join(re.findall(r"^    (\S.*)$", EXAMPLE.read_text().partition('\n"""')[0], re.MULTILINE))
    assert "examples/bot.py" in typed
    other = typed.replace("robin", "marian")
    with subprocess.Popen(
        ["bash", "-ec", other], cwd=up.folder, env=up.environment, stderr=subprocess.PIPE, text=True
    ) as marian:
        robin = shell(up, typed)
        _, said = marian.communicate(timeout=TOUR_SECONDS)
    assert (robin.returncode, marian.returncode) == (0, 0)
    assert all(re.search(r"^1\. (robin|marian), score", one, re.MULTILINE) for one in (robin.stderr, said))


@pytest.mark.slow
def test_a_program_of_the_tour_that_is_given_no_token_ends_with_a_sentence(up: Up) -> None:
    (program,) = (block for language, block in BLOCK.findall(TOUR) if language == "python")
    (up.folder / "first.py").write_text(program)
    told = shell(up, ". .venv/bin/activate\npython first.py bad")
    assert (told.returncode, len(told.stderr.splitlines())) == (1, 1)
    assert "token" in told.stderr


@pytest.mark.slow
def test_a_replica_is_run_by_hand_as_operators_are_told(up: Up) -> None:
    (block,) = (block for _, block in BLOCK.findall(section("For operators")) if "-m sagahall.rules" in block)
    port, metrics = str(free_port()), str(free_port())
    (redis,) = re.findall(r"^port (\d+)$", (up.folder / ".sagahall/redis/redis.conf").read_text(), re.MULTILINE)
    script = block.replace(":PORT", f":{redis}").replace("7111", port).replace("7211", metrics)
    replica = script.replace(" .venv/bin/python", " exec .venv/bin/python")
    match = json.loads(up.run("create", "elfenland", "--json").stdout)["match"]
    with subprocess.Popen(
        ["bash", "-ec", replica], cwd=up.folder, env=up.environment, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert any('"serving"' in line for line in process.stderr)
        seen = run(up.folder, {**up.environment, f"{PREFIX}RULES_PORT": port}, "legal", match, "--seat", "0")
        process.terminate()
        process.communicate(timeout=60)
    assert (seen.returncode, process.returncode) == (0, 0), seen.stderr


@pytest.mark.slow
def test_what_operators_are_told_to_type_works(up: Up) -> None:
    """Each line of the block that runs without a container engine, with a match that is there and the ports in use."""
    (block,) = (block for _, block in BLOCK.findall(section("For operators")) if "sagahall " in block)
    match = json.loads(up.run("create", "elfenland", "--json").stdout)["match"]
    port = up.environment["SAGAHALL_PROJECTION_METRICS_PORT"]
    assert {"7203", "MATCH"} <= set(re.findall(r"\w+", block))
    told = shell(up, block.replace("7203", port).replace("MATCH", match))
    assert (told.returncode, told.stderr) == (0, ""), told.stdout
    for line in (
        "sagahall_archive_lag_records ",
        "no match is parked",
        f"match {match} is not parked; lists and summaries are at version 1",
        "rebuilt from ",
    ):
        assert line in told.stdout


def test_every_metric_that_is_named_is_one_of_those_measured(up: Up) -> None:
    named = set(re.findall(r"\bsagahall_\w+", section("For operators"))) - {"sagahall_archive_lag"}
    ports = [int(up.environment[f"{PREFIX}{name.upper()}_METRICS_PORT"]) for name in PORTS]
    told = "".join(map(exposition, ports))
    assert len(named) == 5
    assert [name for name in named if not re.search(rf"^{name}\b", told, re.MULTILINE)] == []


def test_make_up_is_sagahall_up() -> None:
    made = dry_run("up").splitlines()
    assert made[-1].split() == ["exec", ".venv/bin/sagahall", "up"]


def test_make_play_takes_what_the_readme_gives_it() -> None:
    (line,) = (name for name in NAMED if name.endswith(" make play"))
    played = dry_run("play", *line.split()[:-2])
    assert '.venv/bin/sagahall play --game elfenland --variant "moon" --seats 4' in played


def dry_run(*arguments: str) -> str:
    """What make would do."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        ["make", "--dry-run", *arguments], cwd=ROOT, env=inherited, capture_output=True, text=True, check=True
    ).stdout


def test_every_make_target_that_is_named_exists() -> None:
    named = set(re.findall(r"\bmake ([a-z.]+)", "\n".join([*NAMED, *(block for _, block in BLOCKS)])))
    assert {"up", "test", "play", "check", "golden", "help", ".env"} <= named
    assert named <= set(re.findall(r"^([a-z.]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def test_every_path_that_is_named_exists() -> None:
    named = {name for name in NAMED if re.fullmatch(r"[\w./-]+", name) and ("/" in name or name.endswith(".yml"))}
    named |= set(re.findall(r"\]\(([\w./-]+)\)", README))
    named -= {".sagahall/logs"}  # which `make up` makes
    missing = {path for path in named if not (ROOT / path).exists() and not (ROOT / "protos" / path).exists()}
    assert len(named) >= 15
    assert missing == set()


def test_every_setting_that_is_named_exists() -> None:
    named = set(re.findall(rf"\b{PREFIX}([A-Z_]+)\b", README))
    assert {"REDIS_URL", "DATABASE_URL", "DURABILITY"} <= named
    assert {name.lower() for name in named} <= {*Settings.model_fields, "token"}


def test_every_command_that_is_named_exists() -> None:
    helped = subprocess.run([*SAGAHALL, "--help"], capture_output=True, text=True, check=True).stdout
    named = set(re.findall(r"^(?:MATCH=\$\()?sagahall (\w+)", TOUR, re.MULTILINE))
    assert {"games", "play", "matches", "replay", "board", "create", "legal", "move"} <= named
    assert all(re.search(rf"\b{name}\b", helped) for name in named)


def test_the_services_are_where_it_says() -> None:
    said = re.search(r"rules at (\d+), matchmaking at (\d+), projection at (\d+)", README)
    assert said
    assert tuple(map(int, said.groups())) == (PORTS["rules"], PORTS["matchmaking"], PORTS["projection"])


def test_what_is_measured_is_told_where_it_says() -> None:
    said = dict(re.findall(r"(rules|matchmaking|projection) at (72\d\d)", README))
    assert said == {name: str(Settings.model_fields[f"{name}_metrics_port"].default) for name in PORTS}
