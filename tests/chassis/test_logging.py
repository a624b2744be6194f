"""What a process says: one form for all lines, what it is about on each, and nothing that is secret."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.chassis.app import BUG, environment, running
from tests.chassis.matches import bearer, client, failure

from sagahall.api.match.v1.match_pb2 import GetMatchRequest, WatchMatchRequest
from sagahall.chassis.settings import Settings

TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
TALK = """
import logging
import structlog
from sagahall.chassis import logging as ours
from sagahall.chassis.settings import load

ours.configure("rules", load())
ours.bind(match="p01-abc")
structlog.get_logger("ours").info("hello", version=7)
structlog.get_logger("ours").debug("too quiet")
logging.getLogger("theirs").warning("hello %s", "you", extra={"port": 7})
try:
    local = "geheim"
    raise RuntimeError("of which only operators learn")
except RuntimeError:
    structlog.get_logger("ours").exception("bug")
"""


def talk(settings: Settings, **changes: str) -> str:
    command = [sys.executable, "-c", TALK]
    result = subprocess.run(command, env=environment(settings, **changes), capture_output=True, text=True, check=True)
    assert not result.stdout
    return result.stderr


def test_every_line_is_json_that_says_when_what_and_about_what(settings: Settings) -> None:
    hello, theirs, bug = (json.loads(line) for line in talk(settings).splitlines())
    assert hello.pop("timestamp").endswith("Z")
    assert hello == {
        "event": "hello", "level": "info", "logger": "ours", "service": "rules", "match": "p01-abc", "version": 7
    }  # fmt: skip
    assert (theirs["event"], theirs["level"], theirs["logger"]) == ("hello you", "warning", "theirs")
    assert (theirs["service"], theirs["match"], theirs["port"]) == ("rules", "p01-abc", 7)
    assert bug["exception"].endswith("RuntimeError: of which only operators learn")


def test_a_console_shows_the_same_without_the_values_of_variables(settings: Settings) -> None:
    said = talk(settings, SAGAHALL_LOG_FORMAT="console")
    assert "hello you" in said
    assert "RuntimeError: of which only operators learn" in said
    assert "p01-abc" in said
    assert 'local = "geheim"' not in said
    assert "geheim" not in said


def test_only_what_is_loud_enough_is_said(settings: Settings) -> None:
    assert "too quiet" not in talk(settings)
    assert "too quiet" in talk(settings, SAGAHALL_LOG_LEVEL="debug")
    assert "hello you" not in talk(settings, SAGAHALL_LOG_LEVEL="error")


async def test_each_call_is_one_line_that_can_be_followed(
    settings: Settings, token: Callable[[str], str], tmp_path: Path
) -> None:
    nora = bearer(token("nora"))
    closely = settings.model_copy(update={"log_level": "debug"})
    async with running(closely, tmp_path) as app, client(app) as stub:
        await stub.GetMatch(GetMatchRequest(match="p01-abc"), metadata=(*nora, ("traceparent", TRACE)))
        await failure(stub.GetMatch(GetMatchRequest(match=BUG), metadata=nora))
        await failure(stub.GetMatch(GetMatchRequest(match="no match\n" * 1000)))
        stream = stub.WatchMatch(WatchMatchRequest(match="p01-abc"), metadata=nora)
        await anext(aiter(stream))
        stream.cancel()
        lines: list[dict[str, Any]] = []
        while len(lines) < 5:
            line = json.loads(await app.stderr.readline())
            lines += [line] if line["logger"] == "sagahall.chassis.gate" else []
        await app.stop()
        rest = (await app.stderr.read()).decode()
    for line in lines:
        line.pop("timestamp")
        assert line.pop("milliseconds", 1.0) > 0
    good, bug, bug_call, stranger, watched = lines
    common: dict[str, Any] = {"level": "info", "logger": "sagahall.chassis.gate", "service": "rules", "event": "call"}
    get, watch = ({"method": f"/sagahall.api.match.v1.MatchService/{name}"} for name in ("GetMatch", "WatchMatch"))
    assert good == common | get | {
        "level": "debug",
        "code": "OK",
        "player": "nora",
        "match": "p01-abc",
        "traceparent": TRACE,
    }
    assert (bug["event"], bug["level"], bug["match"]) == ("bug", "error", BUG)
    assert "RuntimeError: only operators learn of this" in bug["exception"]
    assert bug_call == common | get | {"code": "INTERNAL", "player": "nora", "match": BUG}
    assert stranger == common | get | {"code": "UNAUTHENTICATED", "reason": "REASON_UNAUTHENTICATED"}
    assert watched == common | watch | {"code": "CANCELLED", "player": "nora", "match": "p01-abc"}
    for secret in (nora[0][1].removeprefix("Bearer "), settings.service_key.get_secret_value()):
        assert secret not in f"{lines} {rest}"
