"""Tokens and the files of their keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sagahall.chassis import tokens
from sagahall.chassis.keys import InvalidKey, ensure_keys, read_private_key, read_public_key
from sagahall.chassis.tokens import Caller, Verifier, mint_player_token, mint_service_token

SECRET = "a secret of the tests, known to all of them"


@pytest.mark.parametrize("name", ["", "a b", "nora\n", "nöra", "x" * 65, "{p01}", "a:b"])
def test_a_name_that_is_none_gets_no_token(name: str, player_key: Ed25519PrivateKey) -> None:
    with pytest.raises(ValueError, match="1 to 64 letters"):
        mint_player_token(player_key, name, 60)
    with pytest.raises(ValueError, match="1 to 64 letters"):
        mint_service_token(SECRET, name, 60)


def test_a_player_and_a_service_of_one_name_are_told_apart(player_key: Ed25519PrivateKey) -> None:
    verifier = Verifier(player_key.public_key(), SECRET)
    assert verifier.verify(mint_player_token(player_key, "rules", 60)) == Caller("rules")
    assert verifier.verify(mint_service_token(SECRET, "rules", 60)) == Caller("rules", is_service=True)


def test_a_bounded_number_of_tokens_is_remembered(
    player_key: Ed25519PrivateKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "REMEMBERED", 2)
    verifier = Verifier(player_key.public_key(), SECRET)
    for player in ("a", "b", "c"):
        verifier.verify(mint_player_token(player_key, player, 60))
    assert [caller.player for caller, _ in verifier._remembered.values()] == ["b", "c"]


def test_the_development_issuer_makes_its_keys_once_and_keeps_the_private_one_to_its_owner(tmp_path: Path) -> None:
    private, public = tmp_path / "keys" / "private.pem", tmp_path / "keys" / "public.pem"
    token = mint_player_token(ensure_keys(private, public), "nora", 60)
    before = [(path.read_bytes(), path.stat().st_ino) for path in (private, public)]
    ensure_keys(private, public)
    assert [(path.read_bytes(), path.stat().st_ino) for path in (private, public)] == before
    assert private.stat().st_mode & 0o777 == 0o600
    assert private.parent.stat().st_mode & 0o777 == 0o700
    assert Verifier(read_public_key(public), SECRET).verify(token) == Caller("nora")
    assert sorted(path.name for path in private.parent.iterdir()) == ["private.pem", "public.pem"]


def test_a_public_key_that_does_not_belong_to_the_private_one_is_replaced(tmp_path: Path) -> None:
    private, public = tmp_path / "private.pem", tmp_path / "public.pem"
    ensure_keys(tmp_path / "other.pem", public)
    key = ensure_keys(private, public)
    assert read_public_key(public) == key.public_key()


def test_other_keys_are_not_taken(tmp_path: Path) -> None:
    path = tmp_path / "key.pem"
    key = generate_private_key(SECP256R1())
    path.write_bytes(
        key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    )
    with pytest.raises(InvalidKey, match="must hold an Ed25519 public key"):
        read_public_key(path)
    path.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    with pytest.raises(InvalidKey, match="must hold an Ed25519 private key"):
        read_private_key(path)


@pytest.mark.parametrize("content", [b"", b"-----BEGIN PUBLIC KEY-----\nbm9uZQ==\n-----END PUBLIC KEY-----\n"])
def test_a_file_that_holds_no_key_is_an_error(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "key.pem").write_bytes(content)
    with pytest.raises(InvalidKey, match="cannot read the public key"):
        read_public_key(tmp_path / "key.pem")
    with pytest.raises(InvalidKey, match="cannot read the private key"):
        read_private_key(tmp_path / "key.pem")


def test_a_missing_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(InvalidKey, match=r"none\.pem"):
        read_public_key(tmp_path / "none.pem")
