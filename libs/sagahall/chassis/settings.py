"""What an operator can set: environment variables that start with ``SAGAHALL_``, checked once at start."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

from pydantic import AfterValidator, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

PREFIX = "SAGAHALL_"

Port = Annotated[int, Field(ge=0, le=65535)]
"""A TCP port; 0 takes any free one."""


def _must(condition: Callable[[Any], object], words: str) -> AfterValidator:
    def check(value: Any) -> Any:
        if not condition(value):
            raise ValueError(words)
        return value

    return AfterValidator(check)


def _beside(port: str) -> Callable[[dict[str, Any]], str]:
    return lambda settings: f"127.0.0.1:{settings.get(port)}"


_REDIS = _must(re.compile(r"(rediss?|unix)://.").match, "must begin with redis://, rediss:// or unix://")
_DATABASE = _must(
    re.compile(r"(sqlite|postgresql(\+psycopg)?)://").match,
    "must begin with sqlite://, postgresql:// or postgresql+psycopg://",
)
_PREFIX = _must(
    re.compile(r"[A-Za-z0-9_-]{1,64}").fullmatch, "must be 1 to 64 letters, digits, hyphens and underscores"
)
_SECRET = _must(lambda secret: len(secret) >= 32, "must have at least 32 characters")


class Settings(BaseSettings):
    """Every setting of every service.

    An empty variable counts as not set. URLs may carry passwords, so that they never show up in ``repr``.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True)

    redis_url: Annotated[str, Field(repr=False), _REDIS] = "redis://127.0.0.1:6379/0"
    """Where the log is: ``redis://``, ``rediss://`` or ``unix://``."""
    database_url: Annotated[str, Field(repr=False), _DATABASE] = "sqlite:///.sagahall/sagahall.db"
    """Where the archive and the projections are, as SQLAlchemy spells it: SQLite or PostgreSQL."""
    prefix: Annotated[str, _PREFIX] = "sagahall"
    """The installation: every Redis key starts with it."""
    partitions: Annotated[int, Field(ge=1, le=1000)] = 64
    """How many partitions new matches are spread over. It may grow, never shrink."""

    host: Annotated[str, Field(min_length=1)] = "127.0.0.1"
    """The address that the services listen on."""
    rules_port: Port = 7101
    matchmaking_port: Port = 7102
    projection_port: Port = 7103
    rules_metrics_port: Port = 7201
    matchmaking_metrics_port: Port = 7202
    projection_metrics_port: Port = 7203
    """Where each service tells over HTTP what it measures, for Prometheus."""
    rules_address: Annotated[str, Field(min_length=1)] = Field(default_factory=_beside("rules_port"))
    """How the other services reach the rules service, as ``host:port``."""
    projection_address: Annotated[str, Field(min_length=1)] = Field(default_factory=_beside("projection_port"))
    """How the other services reach the projection service, as ``host:port``."""

    games: Annotated[tuple[str, ...], NoDecode] = ()
    """The games on offer, separated by commas; empty for all that are released."""
    durability: Literal["everysec", "always"] = "everysec"
    """When Redis flushes an accepted move to disk: within about a second, or before it is acknowledged."""
    retire_seconds: Annotated[float, Field(ge=0)] = 86_400.0
    """How long after its end, at the least, a match leaves Redis for the archive in the database, in seconds."""
    log_format: Literal["json", "console"] = "json"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_file: Path | None = None
    """The file that takes what would go to stderr. At 10 MB it is put aside under its name and ``.1``."""

    player_public_key: Path = Path(".sagahall/keys/player_public.pem")
    """The PEM file that players' tokens are verified with."""
    player_private_key: Path = Path(".sagahall/keys/player_private.pem")
    """The PEM file that players' tokens are signed with; only the development issuer reads it."""
    service_key: Annotated[SecretStr, _SECRET]
    """The secret, at least 32 characters, that the services' own tokens are signed with."""

    grace_seconds: Annotated[float, Field(gt=0, le=3600)] = 10.0
    """How long stopping may take, in seconds."""
    keepalive_seconds: Annotated[float, Field(ge=1, le=3600)] = 20.0
    """How long a connection may be silent before it is probed, in seconds; a dead one is closed as long after.

    A seat that is watched through a rules process which is killed is seen to be gone within one and a half times that.
    """
    max_calls: Annotated[int, Field(ge=1)] = 1000
    """How many unary calls one process works on at a time; one more is refused at once."""
    max_streams: Annotated[int, Field(ge=1)] = 10_000
    """How many streams one process serves at a time; one more is refused at once."""

    @field_validator("games", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return tuple(filter(None, map(str.strip, value.split(",")))) if isinstance(value, str) else value


def variables(settings: Settings) -> dict[str, str]:
    """The environment variables that make these settings, secrets included: for a process that is to have them."""
    return {f"{PREFIX}{name.upper()}": _text(value) for name, value in settings}


def _text(value: object) -> str:
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    if value is None:
        return ""
    return ",".join(value) if isinstance(value, tuple) else str(value)


def load() -> Settings:
    """Read the settings from the environment.

    Whatever is wrong is written to stderr, one line per variable and never its value, and the process exits with 2.
    """
    try:
        return Settings()  # type: ignore[call-arg]  # the environment fills in what has no default
    except ValidationError as error:
        problems = [problem for problem in error.errors() if problem["type"] != "default_factory_not_called"]
        fail("\n".join(f"{PREFIX}{str(one['loc'][0]).upper()}: {_in_words(one['msg'])}" for one in problems))


def fail(message: str) -> NoReturn:
    """Say on stderr what the operator has to mend, and exit with 2."""
    sys.stderr.write(f"{message}\n")
    raise SystemExit(2)


def _in_words(message: str) -> str:
    words = message.removeprefix("Value error, ").replace("Input should", "must", 1)
    return "must be set" if words == "Field required" else words
