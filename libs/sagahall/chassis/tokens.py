"""Who calls: bearer tokens of players and of services, made and verified.

A player's token is an EdDSA (Ed25519) JWT; whoever runs the installation's sign-in holds the private key, the
services hold only the public one. A service's token is an HS256 JWT under the secret that the services share.
The algorithm that a token names selects one verifier, which accepts that algorithm with its own key and nothing else.

Both carry ``sub`` (the name), ``iss`` ("sagahall"), ``aud``, ``iat`` and ``exp`` (seconds since 1970).
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ISSUER = "sagahall"
PLAYERS = "sagahall"
"""The audience of players' tokens."""
SERVICES = "sagahall-service"
"""The audience of services' tokens."""
LEEWAY_SECONDS = 5
"""By how much the clocks of issuer and verifier may differ."""
REMEMBERED = 10_000
"""How many verified tokens a process remembers."""

NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""What a player or a service may be called."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever makes a call: a player by name, or a service."""

    player: str
    is_service: bool = False


class InvalidToken(Exception):
    """A token that is not to be trusted; the message says why, for people, without quoting it."""


def mint_player_token(key: Ed25519PrivateKey, player: str, seconds: float) -> str:
    """Sign a token for a player that is good for so many seconds. Raises ValueError for a name that is none."""
    return jwt.encode(_claims(player, PLAYERS, seconds), key, algorithm="EdDSA")


def mint_service_token(key: str, service: str, seconds: float) -> str:
    """Sign a token for a service that is good for so many seconds. Raises ValueError for a name that is none."""
    return jwt.encode(_claims(service, SERVICES, seconds), key, algorithm="HS256")


def _claims(name: str, audience: str, seconds: float) -> dict[str, object]:
    if not NAME.fullmatch(name):
        raise ValueError(f"{name!r}: a name is 1 to 64 letters, digits, dots, underscores and hyphens")
    now = time.time()
    return {"sub": name, "iss": ISSUER, "aud": audience, "iat": int(now), "exp": int(now + seconds)}


class Verifier:
    """Tells who a token belongs to, and remembers it for as long as the token is good."""

    def __init__(self, player_key: Ed25519PublicKey, service_key: str) -> None:
        self._by_algorithm: dict[str, tuple[Ed25519PublicKey | str, str]] = {
            "EdDSA": (player_key, PLAYERS),
            "HS256": (service_key, SERVICES),
        }
        self._remembered: dict[str, tuple[Caller, float]] = {}

    def verify(self, token: str) -> Caller:
        """Tell who a token belongs to. Raises InvalidToken."""
        caller, until = self._remembered.get(token) or self._check(token)
        if time.time() >= until:
            self._remembered.pop(token, None)
            raise InvalidToken("the token has expired")
        return caller

    def _check(self, token: str) -> tuple[Caller, float]:
        try:
            algorithm = str(jwt.get_unverified_header(token).get("alg"))
            if algorithm not in self._by_algorithm:
                raise InvalidToken("the token is signed in a way that is not accepted")
            key, audience = self._by_algorithm[algorithm]
            claims = jwt.decode(
                token,
                key,
                algorithms=[algorithm],
                audience=audience,
                issuer=ISSUER,
                leeway=LEEWAY_SECONDS,
                options={"require": ["sub", "iss", "aud", "iat", "exp"]},
            )
        except jwt.InvalidTokenError as error:
            raise InvalidToken(_in_words(error)) from None
        if not NAME.fullmatch(claims["sub"]):
            raise InvalidToken("the token names nobody that can be a player")
        return self._remember(token, Caller(claims["sub"], audience == SERVICES), claims["exp"] + LEEWAY_SECONDS)

    def _remember(self, token: str, caller: Caller, until: float) -> tuple[Caller, float]:
        if len(self._remembered) >= REMEMBERED:
            del self._remembered[next(iter(self._remembered))]
        self._remembered[token] = caller, until
        return caller, until


def _in_words(error: jwt.InvalidTokenError) -> str:
    match error:
        case jwt.ExpiredSignatureError():
            return "the token has expired"
        case jwt.InvalidSignatureError():
            return "the token is signed with a key that is not trusted here"
        case jwt.InvalidAudienceError() | jwt.InvalidIssuerError():
            return "the token was issued for something else"
        case jwt.MissingRequiredClaimError():
            return f"the token does not say {error.claim!r}"
        case _:
            return "the token is not valid"
