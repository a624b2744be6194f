"""The keys of players' tokens as files, and the development issuer which makes them."""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)


class InvalidKey(Exception):
    """A file that cannot be read or does not hold the key that it should."""


def read_public_key(path: Path) -> Ed25519PublicKey:
    """Read the key that players' tokens are verified with: Ed25519, in PEM. Raises InvalidKey."""
    try:
        key = load_pem_public_key(path.read_bytes())
    except (OSError, ValueError, UnsupportedAlgorithm) as error:
        raise InvalidKey(f"cannot read the public key: {error}") from error
    if not isinstance(key, Ed25519PublicKey):
        raise InvalidKey(f"{path} must hold an Ed25519 public key")
    return key


def read_private_key(path: Path) -> Ed25519PrivateKey:
    """Read the key that players' tokens are signed with: Ed25519, in PEM, without a password. Raises InvalidKey."""
    try:
        key = load_pem_private_key(path.read_bytes(), password=None)
    except (OSError, ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise InvalidKey(f"cannot read the private key: {error}") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise InvalidKey(f"{path} must hold an Ed25519 private key")
    return key


def ensure_keys(private: Path, public: Path) -> Ed25519PrivateKey:
    """Read the private key of the development issuer, after making it if there is none yet.

    Only its owner can read the private key. A public key that does not belong to it is replaced. Raises InvalidKey,
    and OSError if a key cannot be written.
    """
    if not private.exists():
        pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        _write(private, pem, mode=0o600)
    key = read_private_key(private)
    pem = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    if not public.exists() or public.read_bytes() != pem:
        _write(public, pem, mode=0o644)
    return key


def _write(path: Path, content: bytes, mode: int) -> None:
    """Put a whole file in place at once, so that nobody ever reads half a key."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            file.write(content)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
