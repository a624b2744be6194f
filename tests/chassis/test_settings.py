"""What an operator sets, and is told when it is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sagahall.chassis.auth import verifier
from sagahall.chassis.settings import Settings, load

SECRET = "s" * 32
LOAD = "from sagahall.chassis.settings import load; print(load())"


def start(**variables: str) -> subprocess.CompletedProcess[str]:
    """Load the settings in a process of its own, with these variables set."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("SAGAHALL_")}
    return subprocess.run(
        [sys.executable, "-c", LOAD], env=clean | variables, capture_output=True, text=True, check=False
    )


def test_all_has_a_default_but_the_secret_of_the_services() -> None:
    assert start(SAGAHALL_SERVICE_KEY=SECRET).returncode == 0
    result = start()
    assert (result.returncode, result.stderr) == (2, "SAGAHALL_SERVICE_KEY: must be set\n")


@pytest.mark.parametrize(
    ("variable", "value", "problem"),
    [
        ("SAGAHALL_RULES_PORT", "65536", "must be less than or equal to 65535"),
        ("SAGAHALL_RULES_PORT", "-1", "must be greater than or equal to 0"),
        ("SAGAHALL_MATCHMAKING_PORT", "http", "must be a valid integer, unable to parse string as an integer"),
        ("SAGAHALL_PARTITIONS", "0", "must be greater than or equal to 1"),
        ("SAGAHALL_PARTITIONS", "1001", "must be less than or equal to 1000"),
        ("SAGAHALL_REDIS_URL", "http://a:geheim@b", "must begin with redis://, rediss:// or unix://"),
        (
            "SAGAHALL_DATABASE_URL",
            "mysql://a:geheim@b/c",
            "must begin with sqlite://, postgresql:// or postgresql+psycopg://",
        ),
        ("SAGAHALL_PREFIX", "{p01}", "must be 1 to 64 letters, digits, hyphens and underscores"),
        ("SAGAHALL_DURABILITY", "never", "must be 'everysec' or 'always'"),
        ("SAGAHALL_LOG_FORMAT", "xml", "must be 'json' or 'console'"),
        ("SAGAHALL_LOG_LEVEL", "loud", "must be 'debug', 'info', 'warning' or 'error'"),
        ("SAGAHALL_SERVICE_KEY", "geheim", "must have at least 32 characters"),
        ("SAGAHALL_GRACE_SECONDS", "0", "must be greater than 0"),
        ("SAGAHALL_RETIRE_SECONDS", "-1", "must be greater than or equal to 0"),
        ("SAGAHALL_KEEPALIVE_SECONDS", "0.5", "must be greater than or equal to 1"),
        ("SAGAHALL_MAX_CALLS", "0", "must be greater than or equal to 1"),
    ],
)
def test_a_wrong_value_is_told_by_the_name_of_its_variable(
    variable: str, value: str, problem: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SAGAHALL_SERVICE_KEY", SECRET)
    monkeypatch.setenv(variable, value)
    with pytest.raises(SystemExit) as caught:
        load()
    assert caught.value.code == 2
    assert capsys.readouterr() == ("", f"{variable}: {problem}\n")


def test_all_wrong_values_are_told_at_once() -> None:
    result = start(SAGAHALL_RULES_PORT="x", SAGAHALL_PARTITIONS="y", SAGAHALL_SERVICE_KEY="z")
    assert (result.returncode, result.stdout) == (2, "")
    assert [line.split(":")[0] for line in result.stderr.splitlines()] == [
        "SAGAHALL_PARTITIONS",
        "SAGAHALL_RULES_PORT",
        "SAGAHALL_SERVICE_KEY",
    ]


def test_no_secret_is_ever_printed() -> None:
    result = start(
        SAGAHALL_SERVICE_KEY=SECRET,
        SAGAHALL_REDIS_URL="redis://user:geheim@localhost",
        SAGAHALL_DATABASE_URL="postgresql://user:geheim@localhost/sagahall",
    )
    assert result.returncode == 0
    assert "geheim" not in result.stdout
    assert SECRET not in result.stdout


def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAGAHALL_SERVICE_KEY", SECRET)
    monkeypatch.setenv("SAGAHALL_RULES_PORT", "")
    assert load().rules_port == 7101


def test_games_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAGAHALL_SERVICE_KEY", SECRET)
    assert load().games == ()
    monkeypatch.setenv("SAGAHALL_GAMES", " elfenland, parley,")
    assert load().games == ("elfenland", "parley")


def test_services_are_sought_on_this_machine_until_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAGAHALL_SERVICE_KEY", SECRET)
    monkeypatch.setenv("SAGAHALL_RULES_PORT", "7999")
    assert load().rules_address == "127.0.0.1:7999"
    monkeypatch.setenv("SAGAHALL_RULES_ADDRESS", "rules:7101")
    assert load().rules_address == "rules:7101"


def test_settings_never_change(settings: Settings) -> None:
    with pytest.raises(ValueError, match="frozen"):
        settings.host = "0.0.0.0"


def test_a_service_without_the_key_of_its_players_does_not_start(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        verifier(settings.model_copy(update={"player_public_key": tmp_path / "none.pem"}))
    assert caught.value.code == 2
    assert capsys.readouterr().err.startswith("SAGAHALL_PLAYER_PUBLIC_KEY: cannot read the public key: ")
