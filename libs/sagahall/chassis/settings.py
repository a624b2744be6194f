"""What an operator can set: environment variables that start with ``SAGAHALL_``, checked once at start."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

PREFIX = "SAGAHALL_"

Port = Annotated[int, Field(ge=0, le=65535)]
"""A TCP port; 0 takes any free one."""


def _beside(port: str) -> Callable[[dict[str, Any]], str]:
    return lambda settings: f"127.0.0.1:{settings.get(port)}"


class Settings(BaseSettings):
    """Every setting of every service.

    An empty variable counts as not set. URLs may carry passwords, so that they never show up in ``repr``.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True)

    redis_url: Annotated[str, Field(repr=False, pattern=r"^(rediss?|unix)://.")] = "redis://127.0.0.1:6379/0"
    """Where the log is: ``redis://``, ``rediss://`` or ``unix://``."""
    database_url: Annotated[str, Field(repr=False, pattern=r"^(sqlite|postgresql(\+psycopg)?)://")] = (
        "sqlite:///.sagahall/sagahall.db"
    )
    """Where the archive and the projections are, as SQLAlchemy spells it: SQLite or PostgreSQL."""
    prefix: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")] = "sagahall"
    """The installation: every Redis key starts with it."""
    partitions: Annotated[int, Field(ge=1, le=1000)] = 64
    """How many partitions new matches are spread over. It may grow, never shrink."""

    host: Annotated[str, Field(min_length=1)] = "127.0.0.1"
    """The address that the services listen on."""
    rules_port: Port = 7101
    matchmaking_port: Port = 7102
    projection_port: Port = 7103
    rules_address: Annotated[str, Field(min_length=1)] = Field(default_factory=_beside("rules_port"))
    """How the other services reach the rules service, as ``host:port``."""
    projection_address: Annotated[str, Field(min_length=1)] = Field(default_factory=_beside("projection_port"))
    """How the other services reach the projection service, as ``host:port``."""

    games: Annotated[tuple[str, ...], NoDecode] = ()
    """The games on offer, separated by commas; empty for all that are released."""
    durability: Literal["everysec", "always"] = "everysec"
    """When Redis flushes an accepted move to disk: within about a second, or before it is acknowledged."""
    log_format: Literal["json", "console"] = "json"
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    player_public_key: Path = Path(".sagahall/keys/player_public.pem")
    """The PEM file that players' tokens are verified with."""
    player_private_key: Path = Path(".sagahall/keys/player_private.pem")
    """The PEM file that players' tokens are signed with; only the development issuer reads it."""
    service_key: Annotated[SecretStr, Field(min_length=32)]
    """The secret, at least 32 characters, that the services' own tokens are signed with."""

    grace_seconds: Annotated[float, Field(gt=0, le=3600)] = 10.0
    """How long stopping may take, in seconds."""
    keepalive_seconds: Annotated[float, Field(ge=1, le=3600)] = 20.0
    """How long a connection may be silent before it is probed, in seconds; a dead one is closed as long after."""
    max_calls: Annotated[int, Field(ge=1)] = 1000
    """How many unary calls one process works on at a time; one more is refused at once."""
    max_streams: Annotated[int, Field(ge=1)] = 10_000
    """How many streams one process serves at a time; one more is refused at once."""

    @field_validator("games", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return tuple(filter(None, map(str.strip, value.split(",")))) if isinstance(value, str) else value


def load() -> Settings:
    """Read the settings from the environment.

    Whatever is wrong is written to stderr, one line per variable and never its value, and the process exits with 2.
    """
    try:
        return Settings()  # type: ignore[call-arg]  # the environment fills in what has no default
    except ValidationError as error:
        problems = [f"{PREFIX}{str(e['loc'][0]).upper()}: {_in_words(e['type'], e['msg'])}" for e in error.errors()]
        fail("\n".join(problems))


def fail(message: str) -> NoReturn:
    """Say on stderr what the operator has to mend, and exit with 2."""
    sys.stderr.write(f"{message}\n")
    raise SystemExit(2)


def _in_words(kind: str, message: str) -> str:
    if kind == "missing":
        return "must be set"
    words = message.removeprefix("Value error, ").replace("Input should be", "must be", 1)
    return (
        words.replace("Input should", "must", 1).replace("Value should", "must", 1).replace("String should", "must", 1)
    )
