"""A client that shares nothing with us but the protos plays whole matches."""

from __future__ import annotations

import json
import os
import subprocess

import pytest
from tests.e2e.conftest import NODE_FOLDER
from tests.stack import environment, token

from sagahall.client.stack.stack import Stack
from sagahall.games.registry import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_two_clients_in_another_language_play_every_game_from_the_listings_alone(
    game: str, node: str, stack: Stack
) -> None:
    """B56: the public API is all that a client needs; this one knows no rules."""
    clients = [
        subprocess.Popen(
            [node, "client.mjs", game, "2"],
            cwd=NODE_FOLDER,
            env={**os.environ, **environment(stack), "SAGAHALL_TOKEN": token(stack, name)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("nils", "nora")
    ]
    told = [client.communicate(timeout=100) for client in clients]
    waiting = f"waiting for others who play {game} with 2 seats\n"
    assert [(client.returncode, said) for client, (_, said) in zip(clients, told, strict=True)] == [(0, waiting)] * 2
    first, second = (json.loads(out) for out, _ in told)
    assert first["match"] == second["match"]
    assert first["outcome"] == second["outcome"]
    assert {first["seat"], second["seat"]} == {0, 1}
    assert sorted(standing.get("seat", 0) for standing in first["outcome"]["standings"]) == [0, 1]


def test_the_lock_file_names_no_place_to_load_from() -> None:
    """Whoever installs it uses the registry of their own settings."""
    packages = json.loads((NODE_FOLDER / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert not [name for name, package in packages.items() if "resolved" in package]


def test_without_a_token_it_says_what_to_set(node: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "SAGAHALL_TOKEN"}
    ended = subprocess.run(
        [node, "client.mjs"], cwd=NODE_FOLDER, env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "SAGAHALL_TOKEN must be set" in ended.stderr
