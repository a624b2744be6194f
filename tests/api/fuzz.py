"""Calls the API with anything at all: ``python -m tests.api.fuzz --calls 100000`` (``make fuzz``).

Whatever comes in, the answer is a success or a refusal whose status is that of its reason. INTERNAL is a bug, a line
in a log that calls an operator is one, and so is a status that tells nothing.
"""

from __future__ import annotations

import argparse
import secrets
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.json_format import MessageToJson
from google.protobuf.message import DecodeError, Message
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table
from tests.api.arena import CALLERS, Arena
from tests.api.methods import METHODS, Answer, Door, Method, method_of
from tests.api.strategies import CHANGES, CUTS, Change, Cut, messages
from tests.chaos.logs import Logs
from tests.stack import stack_settings

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1 import games_pb2
from sagahall.chassis.refusals import STATUS
from sagahall.client.stack.folder import Folder
from sagahall.client.stack.stack import Stack, running
from sagahall.games.registry import GAMES

BATCH = 10
"""How many calls of one kind are made in a row."""
SECONDS = 5.0
WAITING = ("GetReplay", "GetMatchSummary")
"""The methods that wait for a version if they are asked to."""
WAITING_SECONDS = 0.7
"""How long one of them may take."""

Sent = tuple[Method, bytes, str]
"""A call: the method, the bytes of the request, and who makes it."""
Make = Callable[[Arena], Sent]


@dataclass
class Result:
    """What came of the calls."""

    counts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """How often a method ended with a code and a reason."""
    finished: int = 0
    """How many matches were played to their end."""
    failures: list[str] = field(default_factory=list)
    """What must not be."""

    @property
    def calls(self) -> int:
        """How many calls were made."""
        return self.counts.total()


@cache
def _garbage(method: Method) -> st.SearchStrategy[Make]:
    """Requests of a method that hold anything."""

    def make(request: Message, who: str) -> Make:
        return lambda _: (method, request.SerializeToString(), who)

    return st.builds(make, messages(method.request.DESCRIPTOR), st.sampled_from(CALLERS))


@cache
def _garbage_move(game: str) -> st.SearchStrategy[Make]:
    """Moves that hold anything, in a request that is right."""
    move = games_pb2.Move.DESCRIPTOR.fields_by_name[game].message_type

    def make(message: Message, choice: int) -> Make:
        def send(arena: Arena) -> Sent:
            who, request = arena.envelope(game, choice, message)
            return method_of(request), request.SerializeToString(), who

        return send

    return st.builds(make, messages(move, whole=True), st.integers(0, 1000))


@cache
def _changed(method: Method) -> st.SearchStrategy[Make]:
    """Requests that were right, with some changes or none."""

    def make(game: str, choice: int, changes: list[Change], cuts: list[Cut], stranger: str | None) -> Make:
        def send(arena: Arena) -> Sent:
            who, request = arena.right(method, game, choice)
            for change in changes:
                change.apply(request)
            raw = request.SerializeToString()
            for cut in cuts:
                raw = cut.apply(raw)
            return method, raw, stranger or who

        return send

    none: st.SearchStrategy[list[Any]] = st.just([])
    return st.builds(
        make,
        st.sampled_from(sorted(GAMES)),
        st.integers(0, 1000),
        none | st.lists(CHANGES, min_size=1, max_size=3),
        none | none | none | st.lists(CUTS, min_size=1, max_size=3),
        st.none() | st.none() | st.none() | st.sampled_from(CALLERS),
    )


KINDS = [
    *map(_garbage, METHODS.values()),
    *map(_changed, METHODS.values()),
    *map(_garbage_move, [*GAMES] * 3),
    *[_changed(METHODS["SubmitMove"])] * 15,
]
"""What is made up in turn. Moves are what most can be wrong with, and what brings a match on."""
ROUND = len(KINDS) * BATCH
"""How many calls have all kinds among them."""


def fuzz(stack: Stack, calls: int, start: int, tell: Callable[[int], None] = lambda _: None) -> Result:
    """Makes so many calls. The same start makes up the same calls, though the matches go their own ways."""
    door, result, logs = Door(stack), Result(), Logs(stack)
    arena = Arena(stack, door)

    def batch(number: int, size: int) -> None:
        @seed(start + number)
        @settings(
            max_examples=size,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(KINDS[number % len(KINDS)])
        def call(make: Make) -> None:
            _record(result, door, make(arena), arena)

        call()
        if number % len(KINDS) == 0:
            arena.renew_tokens()

    try:
        for number in count():
            before = result.calls
            if before >= calls:
                break
            batch(number, min(BATCH, calls - before))
            tell(result.calls - before)
        assert arena.healthy()
    finally:
        door.close()
    result.finished = arena.finished
    result.failures += logs.errors()
    return result


def _record(result: Result, door: Door, sent: Sent, arena: Arena) -> None:
    method, raw, who = sent
    seconds = WAITING_SECONDS if method.name in WAITING else SECONDS
    answer = door.call_raw(method, raw, arena.token(who), seconds=seconds)
    reason = Reason.Name(answer.refusal.reason).removeprefix("REASON_") if answer.refusal else ""
    result.counts[method.name, answer.code.name, reason] += 1
    if not is_proper(method, answer):
        result.failures.append(f"{method.name} by {who}: {answer.code.name} {reason}\n{_as_json(method, raw)}")


def is_proper(method: Method, answer: Answer) -> bool:
    """Whether a call may end so."""
    if answer.refusal is not None:
        return STATUS[answer.refusal.reason] is answer.code
    late = answer.code is grpc.StatusCode.DEADLINE_EXCEEDED and method.name in WAITING
    return answer.code is grpc.StatusCode.OK or late


def _as_json(method: Method, raw: bytes) -> str:
    try:
        return MessageToJson(method.request.FromString(raw), preserving_proto_field_name=True)
    except DecodeError:
        return f"the bytes {raw.hex()}"


def main() -> None:
    """Fuzzes a backend of its own, and exits with 1 if anything fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.api.fuzz", description=__doc__)
    parser.add_argument("--calls", type=int, default=100_000)
    parser.add_argument("--start", type=int, default=secrets.randbelow(10**9), help="makes up the same calls again")
    arguments = parser.parse_args()
    console = Console()
    columns = "[progress.description]{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with tempfile.TemporaryDirectory() as home, Progress(*columns, console=console) as progress:
        folder = Folder(Path(home) / ".sagahall")
        task = progress.add_task(f"calls (--start {arguments.start})", total=arguments.calls)
        with running(folder, stack_settings(folder)) as stack:
            result = fuzz(stack, arguments.calls, arguments.start, lambda made: progress.advance(task, made))
    console.print(_table(result))
    for failure in result.failures:
        console.print(failure, style="red", markup=False)
    raise SystemExit(bool(result.failures))


def _table(result: Result) -> Table:
    title = f"{result.calls} calls, {result.finished} matches finished, {len(result.failures)} failures"
    table = Table("method", "code", "reason", "calls", title=title)
    for (method, code, reason), times in sorted(result.counts.items()):
        table.add_row(method, code, reason, str(times))
    return table


if __name__ == "__main__":
    main()
