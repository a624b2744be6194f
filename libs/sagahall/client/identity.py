"""Who is at the terminal, and the connection made in that name."""

from __future__ import annotations

import getpass
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import jwt

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.keys import InvalidKey, read_private_key
from sagahall.chassis.tokens import mint_player_token, mint_service_token
from sagahall.client.addresses import PREFIX, Addresses
from sagahall.client.client import Client
from sagahall.client.errors import Refused
from sagahall.client.line import Token
from sagahall.client.output import note
from sagahall.client.problems import Problem

TOKEN_VARIABLE = f"{PREFIX}TOKEN"
KEY_VARIABLE = f"{PREFIX}PLAYER_PRIVATE_KEY"
SERVICE_KEY_VARIABLE = f"{PREFIX}SERVICE_KEY"
SERVICE_KEY_LENGTH = 32
"""How many characters it has at least, as the services want it."""
DAY = 24 * 3600.0
OPERATOR = "operator"
"""The name under which operators call."""
OPERATOR_SECONDS = 60.0
"""How long a token of theirs is good; each call has a new one."""


def mint(player: str, seconds: float = DAY) -> str:
    """A token for the player, from the key of the development issuer. Raises Problem if there is none."""
    path = Path(os.environ.get(KEY_VARIABLE) or ".sagahall/keys/player_private.pem")
    if not path.exists():
        raise Problem(
            f"there is no key to sign a token with at {path}; "
            f"work in the folder where `make up` runs, or set {TOKEN_VARIABLE} to a token"
        )
    try:
        return mint_player_token(read_private_key(path), player, seconds)
    except InvalidKey as error:
        raise Problem(f"{KEY_VARIABLE}: {error}") from error
    except ValueError as error:
        raise Problem(str(error), exit_code=2) from error


def connect(player: str | None, *, patience: float = 0.0) -> Client:
    """A client in the name of the player; without a name with the token in SAGAHALL_TOKEN, else as the login name."""
    return _client(_given(player) or mint(name_of(player)), patience)


@asynccontextmanager
async def connect_as_operator(*, patience: float = 0.0) -> AsyncIterator[Client]:
    """A client with the credentials of a service. Raises Problem if there is no key for them, or a wrong one."""
    path = Path(".sagahall/keys/service_key")
    given = os.environ.get(SERVICE_KEY_VARIABLE)
    where = SERVICE_KEY_VARIABLE if given else path
    key = given or (path.read_text() if path.exists() else "")
    if not key:
        raise Problem(
            f"only operators may do this, and there is no service key at {path}; "
            f"work in the folder where `make up` runs, or set {SERVICE_KEY_VARIABLE}"
        )
    if len(key) < SERVICE_KEY_LENGTH:
        raise Problem(f"{where}: a service key has at least {SERVICE_KEY_LENGTH} characters", exit_code=2)
    try:
        async with _client(lambda: mint_service_token(key, OPERATOR, OPERATOR_SECONDS), patience) as client:
            yield client
    except Refused as error:
        if error.reason != Reason.REASON_UNAUTHENTICATED:
            raise
        raise Problem(f"{error.detail}; the key in {where} is not that of the backend's services") from error


def _client(token: Token, patience: float) -> Client:
    return Client(Addresses.from_environment(), token, patience=patience, tell_outage=_tell_outage)


def _tell_outage(away: bool) -> None:
    note("the backend does not answer; trying again" if away else "the backend answers again")


def name_of(player: str | None) -> str:
    """The name in which ``connect`` connects. Raises Problem if the token in SAGAHALL_TOKEN tells none."""
    token = _given(player)
    if token is None:
        return getpass.getuser() if player is None else player
    try:
        return str(jwt.decode(token, options={"verify_signature": False})["sub"])
    except (jwt.InvalidTokenError, KeyError):
        raise Problem(f"{TOKEN_VARIABLE} names no player; say who you are with `--as NAME`") from None


def _given(player: str | None) -> str | None:
    return os.environ.get(TOKEN_VARIABLE) or None if player is None else None
