"""The stores that tests get are real, and their absence is not passed over where it must not be."""

from __future__ import annotations

from pathlib import Path

import pytest
from redis import Redis
from sqlalchemy import create_engine, text
from tests.stores import postgres_store, redis_store


def test_redis_answers(redis_url: str) -> None:
    with Redis.from_url(redis_url) as redis:
        assert redis.ping()


def test_postgres_answers(postgres_url: str) -> None:
    with create_engine(postgres_url).connect() as connection:
        assert str(connection.scalar(text("select version()"))).startswith("PostgreSQL")
    connection.engine.dispose()


def test_a_given_store_is_used_as_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SAGAHALL_TEST_REDIS_URL", "redis://elsewhere")
    monkeypatch.setenv("SAGAHALL_TEST_POSTGRES_URL", "postgresql://elsewhere")
    with redis_store(tmp_path) as redis, postgres_store() as postgres:
        assert (redis, postgres) == ("redis://elsewhere", "postgresql://elsewhere")


@pytest.mark.parametrize(("ci", "outcome"), [("true", pytest.fail.Exception), ("", pytest.skip.Exception)])
def test_a_missing_store_fails_in_ci_and_skips_elsewhere(
    ci: str, outcome: type[BaseException], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setenv("DOCKER_HOST", "tcp://127.0.0.1:1")
    monkeypatch.setenv("SAGAHALL_REDIS_SERVER", str(tmp_path / "missing"))
    monkeypatch.delenv("SAGAHALL_TEST_REDIS_URL", raising=False)
    with pytest.raises(outcome, match="no Redis: SAGAHALL_REDIS_SERVER"), redis_store(tmp_path):
        pass
