"""The compose file, as far as it can be checked without a container engine."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from sagahall.chassis.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = ("rules", "matchmaking", "projection")
VARIABLES = {"SAGAHALL_SERVICE_KEY": "k" * 32, "SAGAHALL_DATABASE_PASSWORD": "secret"}


def interpolated(text: str) -> str:
    """The text with ``${NAME:-default}`` and ``${NAME:?message}`` replaced as compose does it."""

    def value(found: re.Match[str]) -> str:
        name, kind, rest = found.groups()
        if kind == ":-":
            return VARIABLES.get(name, rest)
        return VARIABLES[name]

    return re.sub(r"\$\{(\w+)(:[-?])([^}]*)\}", value, text)


def environment(service: str) -> dict[str, str]:
    return {name: interpolated(str(value)) for name, value in COMPOSE["services"][service]["environment"].items()}


def test_it_runs_redis_postgres_and_the_three_services() -> None:
    unasked = {name for name, described in COMPOSE["services"].items() if "profiles" not in described}
    assert unasked == {"redis", "postgres", *SERVICES}


@pytest.mark.parametrize("service", SERVICES)
def test_its_variables_are_settings_and_are_accepted(service: str, monkeypatch: pytest.MonkeyPatch) -> None:
    variables = environment(service)
    assert {name.removeprefix(PREFIX).lower() for name in variables} <= set(Settings.model_fields)

    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    settings = Settings()  # type: ignore[call-arg]

    assert settings.redis_url == "redis://redis:6379/0"
    assert settings.rules_address == f"rules:{settings.rules_port}"


@pytest.mark.parametrize("service", SERVICES)
def test_each_service_runs_its_own_module_on_its_own_port(service: str) -> None:
    described = COMPOSE["services"][service]
    port = Settings.model_fields[f"{service}_port"].default

    assert described["command"] == ["python", "-m", f"sagahall.{service}"]
    assert importlib.util.find_spec(f"sagahall.{service}.__main__") is not None
    assert described["ports"] == [f"127.0.0.1:{port}:{port}"]


@pytest.mark.parametrize("service", SERVICES)
def test_each_service_is_probed_and_restarted(service: str) -> None:
    described = COMPOSE["services"][service]

    assert described["healthcheck"]["test"] == ["CMD", "python", "-m", "sagahall.chassis.probe", service]
    assert described["restart"] == "unless-stopped"
    assert described["build"]["dockerfile"] == "deploy/Dockerfile"


def test_every_dependency_is_healthy_first() -> None:
    for described in COMPOSE["services"].values():
        for name, condition in described.get("depends_on", {}).items():
            assert "healthcheck" in COMPOSE["services"][name]
            assert condition == {"condition": "service_healthy"}


def test_the_probe_fails_while_nothing_listens() -> None:
    variables = os.environ | {"SAGAHALL_SERVICE_KEY": "k" * 32, "SAGAHALL_RULES_PORT": "1"}

    probe = subprocess.run(
        [sys.executable, "-m", "sagahall.chassis.probe", "rules"], env=variables, check=False, capture_output=True
    )

    assert (probe.returncode, probe.stderr) == (1, b"")


def test_redis_keeps_every_record_as_the_embedded_server_does() -> None:
    command = [interpolated(argument) for argument in COMPOSE["services"]["redis"]["command"]]

    for option, value in [("--appendonly", "yes"), ("--maxmemory-policy", "noeviction"), ("--save", "")]:
        assert command[command.index(option) + 1] == value
    assert command[command.index("--appendfsync") + 1] in get_args(Settings.model_fields["durability"].annotation)


def test_the_secrets_that_it_wants_are_written_once(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "deploy" / "compose_env.py")]
    subprocess.run(command, cwd=tmp_path, check=True)

    written = dict(line.split("=", 1) for line in (tmp_path / ".env").read_text().splitlines())
    again = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True)

    wanted = set(re.findall(r"\$\{(\w+):\?", (ROOT / "docker-compose.yml").read_text()))
    assert set(written) == wanted == set(VARIABLES)
    assert all(len(value) >= 32 for value in written.values())
    assert (tmp_path / COMPOSE["secrets"]["player_public_key"]["file"]).exists()
    assert again.returncode != 0
    assert (tmp_path / ".env").stat().st_mode & 0o077 == 0


def test_volumes_and_secrets_that_are_used_are_declared() -> None:
    sources = {volume.split(":")[0] for one in COMPOSE["services"].values() for volume in one.get("volumes", ())}
    files = {source for source in sources if source.startswith("./")}
    used = sources - files
    secrets = {secret for one in COMPOSE["services"].values() for secret in one.get("secrets", ())}

    assert used == set(COMPOSE["volumes"])
    assert all((ROOT / file).exists() for file in files)
    assert secrets == set(COMPOSE["secrets"])


def test_the_image_runs_as_an_unprivileged_user() -> None:
    lines = (ROOT / "deploy" / "Dockerfile").read_text().splitlines()
    final = lines[max(index for index, line in enumerate(lines) if line.startswith("FROM")) :]

    assert "USER sagahall" in final
