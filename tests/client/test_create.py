"""``sagahall create``: a practice match from the terminal, and the way on from there."""

from __future__ import annotations

import shlex

import pytest
from google.protobuf.json_format import ParseDict
from tests.client.terminal import Run
from tests.stack import token

from sagahall.api.match.v1 import match_pb2
from sagahall.client.stack.stack import Stack


def test_it_says_how_to_go_on_and_that_works(run: Run) -> None:
    created = run("create", "parley", "--seats", "2", "--as", "ann")
    assert (created.code, created.err) == (0, "")
    assert "parley (standard), all 2 seats are yours" in created.out
    legal, board = (shlex.split(line.partition(":  ")[2])[1:] for line in created.out.splitlines()[1:])
    assert "1        Seal" in run(*legal).out
    assert run(*board).out.startswith("Round 1 of 2")


def test_variant_seats_and_options_are_those_that_were_asked_for(run: Run) -> None:
    options = ["--option", "rounds=3", "--option", "demands=false", "--option", "purse=lean"]
    created = run("create", "parley", "--variant", "standard", "--seats", "3", *options, "--as", "ann", "--json")
    match = ParseDict(created.objects[0], match_pb2.Match())
    chosen = {option.name: getattr(option, option.WhichOneof("value") or "name") for option in match.options}
    assert (match.variant, [player.player for player in match.players]) == ("standard", ["ann"] * 3)
    assert chosen == {"rounds": 3, "demands": False, "purse": "lean"}


def test_what_is_left_out_is_the_first_variant_its_smallest_table_and_its_defaults(run: Run) -> None:
    (created,) = run("create", "elfenland", "--as", "ann", "--json").objects
    games = {game["name"]: game for game in run("games", "--as", "ann", "--json").objects}
    first = games["elfenland"]["variants"][0]
    assert (created["variant"], len(created["players"])) == (first["name"], first["min_seats"])
    defaults = [option["default_value"] for option in first["options"]]
    assert created["options"] == sorted(defaults, key=lambda option: option["name"])


def test_the_seats_belong_to_whom_the_token_names(run: Run, stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAGAHALL_TOKEN", token(stack, "robin"))
    (created,) = run("create", "parley", "--json").objects
    assert [player["player"] for player in created["players"]] == ["robin"]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["chess"], 2, "there is no game 'chess' here; there is "),
        (["parley", "--variant", "grand"], 2, "parley has no variant 'grand'; it has standard, brief"),
        (["parley", "--seats", "9"], 2, "parley (standard) is played with 1 to 4 seats, not with 9"),
        (["parley", "--option", "colour=red"], 2, "standard has no option 'colour'; there is rounds=2, "),
        (["parley", "--option", "rounds=many"], 2, "the option rounds is a number, not 'many'"),
        (["parley", "--option", "demands"], 2, "the option demands is true or false, not ''"),
        (["parley", "--option", "rounds=99"], 1, "options.rounds"),
    ],
)
def test_a_match_that_cannot_be_says_what_is_wrong(run: Run, arguments: list[str], code: int, says: str) -> None:
    ended = run("create", *arguments, "--as", "ann")
    assert (ended.code, ended.out) == (code, "")
    assert says in ended.err


def test_a_token_that_names_nobody_says_what_to_do(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAGAHALL_TOKEN", "not.a.token")
    ended = run("create", "parley")
    assert (ended.code, ended.out) == (1, "")
    assert "SAGAHALL_TOKEN names no player; say who you are with `--as NAME`" in ended.err


@pytest.mark.parametrize(
    ("clock", "time_control"),
    [
        ("60", {"per_move": {"limit_ms": "60000"}, "consequence": "CONSEQUENCE_LEAVE"}),
        (
            "300+2.5",
            {"fischer": {"initial_ms": "300000", "increment_ms": "2500"}, "consequence": "CONSEQUENCE_LEAVE"},
        ),
    ],
)
def test_a_clock_is_written_in_seconds(run: Run, clock: str, time_control: dict[str, object]) -> None:
    (created,) = run("create", "parley", "--clock", clock, "--as", "ann", "--json").objects
    assert created["time_control"] == time_control


@pytest.mark.parametrize("clock", ["soon", "1+2+3", "nan", "0.5"])
def test_a_clock_that_is_none_says_how_it_is_written(run: Run, clock: str) -> None:
    ended = run("create", "parley", "--clock", clock, "--as", "ann")
    assert ended.code in (1, 2)
    assert "seconds" in ended.err or "milliseconds" in ended.err
