from __future__ import annotations

import pytest

from sagahall.games.registry import GAMES
from sagahall.internal.log.v1.record_pb2 import Record
from sagahall.match.change import Cause, create, move
from sagahall.match.match import BrokenLog, Step, step

MATCH = "p07-aaaaaaaaaaaaaaaa"


@pytest.fixture
def created() -> Step:
    game = GAMES["parley"]
    variant = game.variant("brief")
    return create(
        game,
        match=MATCH,
        variant=variant.name,
        options=variant.resolve({}),
        players=("ann", "bob"),
        secret=bytes(32),
        cause=Cause(player="ann", request_id="1", now=1000),
    )


@pytest.fixture
def moved(created: Step) -> Step:
    chosen = created.match.game.legal_moves(created.match.state, 0)[0]
    return move(created.match, 0, chosen, Cause(player="ann", request_id="2", now=2000))


def changed(step: Step, **fields: object) -> bytes:
    """The stored bytes of a move with some fields changed."""
    record = Record()
    record.CopyFrom(step.record)
    record.MergeFrom(Record(**fields))  # type: ignore[arg-type]  # the names are the test's
    return record.SerializeToString(deterministic=True)


def refusal(created: Step, stored: bytes) -> BrokenLog:
    with pytest.raises(BrokenLog) as caught:
        step(GAMES, created.match, stored)
    assert (caught.value.match, caught.value.version) == (MATCH, 2)
    return caught.value


def test_records_that_fit_are_read_back_to_the_match_they_were_made_from(created: Step, moved: Step) -> None:
    read = step(GAMES, step(GAMES, None, created.stored).match, moved.stored)

    assert (read.match, read.events, read.move) == (moved.match, moved.events, moved.move)


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"version": 3}, "says that it is"),
        ({"match": "p07-bbbbbbbbbbbbbbbb"}, "says that it is"),
        ({"prev": bytes(32)}, "does not follow"),
        ({"schema": 2}, "newer than this release"),
        ({"created": {}}, "creates the match"),
        ({"moved": {"events": [{"parley": {"sealed": {"seat": 0, "card": {"suit": 99}}}}]}}, "none of this game"),
    ],
)
def test_a_record_that_does_not_fit_is_named_with_its_fault(
    created: Step, moved: Step, fields: dict[str, object], complaint: str
) -> None:
    """B29: a newer schema is one of the faults, a typed error with match and version."""
    assert complaint in refusal(created, changed(moved, **fields)).detail


def test_bytes_that_are_no_record_are_named_by_the_place_they_lie_at(created: Step) -> None:
    assert refusal(created, b"\xff\xff").detail == "it is no record"


def test_a_record_without_a_change_is_refused(created: Step, moved: Step) -> None:
    record = Record.FromString(moved.stored)
    record.ClearField("moved")

    assert "no change" in refusal(created, record.SerializeToString()).detail


def test_a_game_that_is_not_known_is_named(created: Step) -> None:
    with pytest.raises(BrokenLog, match="'parley' is not known"):
        step({}, None, created.stored)
