"""What every test may ask for: stores that are real, keys and tokens, and settings that fit them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pydantic import SecretStr

from sagahall.chassis.keys import ensure_keys
from sagahall.chassis.settings import Settings
from sagahall.chassis.tokens import mint_player_token

SERVICE_KEY = "a secret of the tests, known to all of them"


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
def settings(key_folder: Path, tmp_path: Path) -> Settings:
    """Settings of a service that listens on free ports and keeps its files to itself; no store is started for it."""
    return Settings(
        database_url=f"sqlite:///{tmp_path}/sagahall.db",
        rules_port=0,
        matchmaking_port=0,
        projection_port=0,
        player_public_key=key_folder / "public.pem",
        player_private_key=key_folder / "private.pem",
        service_key=SecretStr(SERVICE_KEY),
    )
