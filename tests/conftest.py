"""What every test may ask for: stores that are real, keys and tokens, and settings that fit them."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pydantic import SecretStr
from tests.stores import postgres_store, redis_store

from sagahall.chassis.keys import ensure_keys
from sagahall.chassis.settings import Settings
from sagahall.chassis.tokens import mint_player_token

SERVICE_KEY = "a secret of the tests, known to all of them"


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real Redis, which all tests share: keep to the keys of ``prefix``."""
    with redis_store(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A real PostgreSQL database, which all tests share."""
    with postgres_store() as url:
        yield url


@pytest.fixture
def prefix() -> str:
    """An installation of this test's own."""
    return f"test-{uuid.uuid4().hex}"


@pytest.fixture(scope="session")
def key_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the key pair that players' tokens are made with: private.pem and public.pem."""
    folder = tmp_path_factory.mktemp("keys")
    ensure_keys(folder / "private.pem", folder / "public.pem")
    return folder


@pytest.fixture(scope="session")
def player_key(key_folder: Path) -> Ed25519PrivateKey:
    """The private key that players' tokens are signed with."""
    return ensure_keys(key_folder / "private.pem", key_folder / "public.pem")


@pytest.fixture(scope="session")
def token(player_key: Ed25519PrivateKey) -> Callable[[str], str]:
    """Mints a token for a player, good for an hour."""
    return lambda player: mint_player_token(player_key, player, 3600)


@pytest.fixture
def settings(key_folder: Path, tmp_path: Path, prefix: str) -> Settings:
    """Settings of services that listen on free ports and keep their files to themselves.

    No Redis is started for them; those who want one add it with ``settings.model_copy(update={"redis_url": ...})``.
    """
    return Settings(
        prefix=prefix,
        database_url=f"sqlite:///{tmp_path}/sagahall.db",
        rules_port=0,
        matchmaking_port=0,
        projection_port=0,
        rules_metrics_port=0,
        matchmaking_metrics_port=0,
        projection_metrics_port=0,
        player_public_key=key_folder / "public.pem",
        player_private_key=key_folder / "private.pem",
        service_key=SecretStr(SERVICE_KEY),
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Shows what tests have measured, which they note with ``record_property``."""
    for report in terminalreporter.stats.get("passed", ()):
        for name, value in report.user_properties:
            terminalreporter.write_line(f"{report.nodeid}: {name}: {value}")
