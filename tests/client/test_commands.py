"""The commands of the terminal, against a whole backend: what they print, and with which code they end."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from google.protobuf.json_format import ParseDict
from tests.client.terminal import Run
from tests.stack import token

from sagahall.api.match.v1 import match_pb2
from sagahall.client.identity import connect
from sagahall.client.output import console
from sagahall.client.playing import play_match
from sagahall.client.stack.stack import Stack
from sagahall.client.strategies import at_random


async def _create(seats: int, *, to_the_end: bool) -> str:
    async with connect("ann") as client:
        match = (await client.create_match("parley", ["ann"] * seats)).match
        if to_the_end:
            await asyncio.gather(*[play_match(client, match, at_random, seat=seat) for seat in range(seats)])
    return match


@pytest.fixture
def match(run: Run) -> str:
    """A match of parley in which ann has both seats."""
    return asyncio.run(_create(2, to_the_end=False))


@pytest.fixture
def finished(run: Run) -> str:
    """A match of parley that ann has played to its end, alone."""
    return asyncio.run(_create(1, to_the_end=True))


def test_games_lists_every_game_with_its_variants_and_options(run: Run) -> None:
    people, machines = run("games", "--as", "ann"), run("games", "--as", "ann", "--json")
    assert people.code == machines.code == 0
    assert "Parley (parley)" in people.out
    assert "purse=fat (lean, fat)" in people.out
    games = {game["name"]: ParseDict(game, match_pb2.Game()) for game in machines.objects}
    assert [variant.name for variant in games["parley"].variants] == ["standard", "brief"]


def test_a_move_is_chosen_by_its_number_in_the_listing(run: Run, match: str) -> None:
    listing = run("legal", match, "--as", "ann", "--seat", "0")
    assert listing.code == 0
    assert "1        Seal" in listing.out
    assert f" move {match} NUMBER-OR-JSON --at 1 --seat 0 --as ann" in listing.out
    moved = run("move", match, "1", "--at", "1", "--as", "ann", "--seat", "0")
    assert (moved.code, moved.err) == (0, "")
    assert f"{match} is at version 2 now" in moved.out


def test_a_number_from_an_old_listing_is_not_played(run: Run, match: str) -> None:
    """B19: a number means nothing but in its listing."""
    run("move", match, "1", "--at", "1", "--as", "ann", "--seat", "0")
    late = run("move", match, "1", "--at", "1", "--as", "ann", "--seat", "1")
    assert (late.code, late.out) == (1, "")
    assert "the match is at version 2, not 1; list again with `sagahall legal" in late.err


def test_a_move_may_be_json_with_or_without_the_name_of_the_game(run: Run, match: str) -> None:
    for seat in ("0", "1"):
        (listing,) = run("legal", match, "--as", "ann", "--seat", seat, "--json").objects
        move = listing["moves"][0]["move"]
        chosen = move if seat == "0" else move["parley"]
        (made,) = run("move", match, json.dumps(chosen), "--as", "ann", "--seat", seat, "--json").objects
        assert made["frame"]["move"] == move


def test_a_form_can_be_filled_in(run: Run, match: str) -> None:
    for seat in ("0", "1"):
        run("move", match, "1", "--as", "ann", "--seat", seat)
    listing = run("legal", match, "--as", "ann", "--seat", "1")
    example = next(line for line in listing.out.splitlines() if line.startswith("for example"))
    offered = run("move", match, example.split("'")[1], "--as", "ann", "--seat", "1")
    assert (offered.code, offered.err) == (0, "")
    assert "offered" in offered.out


@pytest.mark.parametrize(
    ("move", "code", "says"),
    [
        ("99", 2, "there is no move 99"),
        ("0", 2, "there is no move 0"),
        ("11111111111", 2, "a move is a number or a JSON object, not '11111111111'"),
        ("seal", 2, "a move is a number or a JSON object, not 'seal'"),
        ("", 2, "a move is a number or a JSON object, not ''"),
        ("{seal", 2, "this is no move of parley: Expecting property name"),
        ('{"seal":' * 3000, 2, "this is no move of parley: it is nested too deeply"),
        ("[1]", 2, "a move is a number or a JSON object"),
        ('{"seel": {}}', 2, 'has no field named "seel"'),
        ('{"elfenland": {}}', 2, 'has no field named "elfenland"'),
        ('{"seal": {}}', 1, "move.parley.seal.card: is required"),
        ('{"pass": {}}', 1, "see what can be played with `sagahall legal {match}`"),
    ],
)
def test_a_move_that_is_none_says_what_is_wrong(run: Run, match: str, move: str, code: int, says: str) -> None:
    ended = run("move", match, move, "--as", "ann", "--seat", "0")
    assert (ended.code, ended.out) == (code, "")
    assert says.replace("{match}", match) in ended.err


def test_a_seat_resigns_and_the_other_wins(run: Run, match: str) -> None:
    left = run("resign", match, "--seat", "0", "--as", "ann")
    assert left.code == 0
    assert f"you have left {match}" in left.out
    again = run("resign", match, "--seat", "1", "--as", "ann", "--json")
    assert again.code == 1
    assert "over" in again.err


def test_the_board_is_drawn_as_text_and_as_a_picture(run: Run, match: str, tmp_path: Path) -> None:
    board = run("board", match, "--as", "ann", "--seat", "1")
    assert board.out.startswith("Round 1 of 2")
    assert board.out.endswith("Seats: 0 ann#0, 1 ann#1\n")
    assert run("board", match, "--as", "ann", "--seat", "1", "-o", "board.svg").code == 0
    picture = (tmp_path / "board.svg").read_text()
    assert picture.startswith("<svg")
    assert "ann#1" in picture
    assert "Seat 1" not in picture
    unwritable = run("board", match, "--as", "ann", "--seat", "1", "-o", "no/such/folder.svg")
    assert (unwritable.code, unwritable.err.startswith("sagahall: cannot write no/such/folder.svg")) == (2, True)
    other = run("board", match, "--as", "ann", "--seat", "1", "-o", "board.png")
    assert (other.code, "ends in .svg, not to board.png" in other.err) == (2, True)
    assert not (tmp_path / "board.png").exists()


def test_the_board_is_drawn_as_it_stood_at_a_version(run: Run, match: str) -> None:
    """B21: the service answers with what the seat could see then."""
    before = run("board", match, "--as", "ann", "--seat", "1")
    run("move", match, "1", "--as", "ann", "--seat", "1")
    assert run("board", match, "--as", "ann", "--seat", "1").out != before.out
    assert run("board", match, "--as", "ann", "--seat", "1", "--version", "1").out == before.out
    later = run("board", match, "--as", "ann", "--seat", "1", "--version", "9")
    assert (later.code, later.err) == (1, f"sagahall: match {match} is at version 2, not yet at 9\n")


def test_watch_tells_a_match_from_its_beginning_to_its_end(run: Run, finished: str) -> None:
    people, machines = run("watch", finished), run("watch", finished, "--json")
    assert people.code == machines.code == 0
    updates = [one["update"] for one in machines.objects if "update" in one]
    assert [int(update["version"]) for update in updates] == list(range(1, len(updates) + 1))
    assert "created" in people.out
    assert "The match is over" in people.out
    last = ParseDict(updates[-1], match_pb2.Frame())
    assert f"{last.outcome.standings[0].score}" in people.out


def test_watch_begins_after_a_version(run: Run, finished: str) -> None:
    updates = [one["update"] for one in run("watch", finished, "--after", "3", "--json").objects if "update" in one]
    assert int(updates[0]["version"]) == 4


def test_whoever_watches_from_a_version_to_come_is_told_how_to_see_the_present_one(run: Run, match: str) -> None:
    early = run("watch", match, "--after", "99")
    assert early.code == 1
    assert f"at version 1, not yet at 99; see how it stands with `sagahall board {match}`" in early.err


def test_replay_shows_the_boards_between_two_versions(run: Run, finished: str) -> None:
    replay = run("replay", finished, "--as", "ann", "--from", "2", "--to", "3", "--views")
    assert replay.code == 0
    assert replay.out.count(" of 2: ") == 2
    frames = run("replay", finished, "--as", "ann", "--from", "2", "--to", "3", "--json").objects
    assert [frame["version"] for frame in frames] == ["2", "3"]


def test_matches_lists_the_newest_first(run: Run, finished: str, match: str) -> None:
    for match_id in (finished, match):
        (now,) = run("board", match_id, "--json", "--as", "ann", "--seat", "0").objects
        run("board", match_id, "--version", now["version"], "--as", "ann", "--seat", "0")  # waits for the projection
    running = run("matches", "--player", "ann", "--status", "running", "--limit", "1", "--json").objects
    over = run("matches", "--game", "parley", "--status", "finished", "--limit", "1", "--json").objects
    assert ([one["match"] for one in running], [one["match"] for one in over]) == ([match], [finished])
    assert match in run("matches", "--limit", "5").out


def test_matches_tells_how_they_came_out(run: Run, finished: str) -> None:
    (over,) = run("board", finished, "--as", "ann", "--json").objects
    run("board", finished, "--version", over["version"], "--as", "ann")  # waits for the projection
    listed = run("matches", "--player", "ann", "--status", "finished", "--limit", "1").out
    assert f"1. ann {over['outcome']['standings'][0]['score']}" in listed


def test_matches_come_in_pages(run: Run, finished: str, match: str) -> None:
    filters = ("matches", "--player", "ann", "--limit", "1", "--json")
    first = run(*filters)
    more = re.fullmatch(r"more:  \S+ matches --player ann --limit 1 --page (\S+)\n", first.err)
    assert more
    second = run(*filters, "--page", more[1])
    assert first.objects[0]["match"] != second.objects[0]["match"]
    assert run("matches", "--player", "nobody").out.startswith("no such matches")


@pytest.mark.parametrize("columns", ["60", "200"])
def test_lists_fit_the_terminal_and_are_plain_in_a_pipe(
    columns: str, run: Run, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "width", int(columns))
    for command in (("matches",), ("games",), ("legal", match, "--seat", "0")):
        table = run(*command, "--as", "ann").out
        assert "\x1b" not in table
        assert " \n" not in table
        rows = [line for line in table.splitlines() if "sagahall" not in line]
        assert max(map(len, rows)) <= int(columns)
    assert match in run("matches").out


def test_a_replay_of_what_has_not_happened_says_so(run: Run, match: str) -> None:
    ended = run("replay", match, "--from", "9")
    assert (ended.code, ended.out, ended.err) == (1, "", f"sagahall: match {match} has not reached version 9\n")


def test_a_token_lets_its_player_in(run: Run, match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    minted = run("token", "ann").out.strip()
    monkeypatch.setenv("SAGAHALL_TOKEN", minted)
    assert run("legal", match, "--seat", "0").code == 0
    assert run("token", "no name", "--json").code == 2


def test_without_a_key_it_says_where_to_go(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SAGAHALL_PLAYER_PRIVATE_KEY")
    ended = run("games")
    assert ended.code == 1
    assert "there is no key to sign a token with at .sagahall/keys/player_private.pem" in ended.err


def test_a_refused_token_says_what_to_do(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAGAHALL_TOKEN", "not.a.token")
    ended = run("games")
    assert ended.code == 1
    assert "say who you are with `--as NAME`, or set SAGAHALL_TOKEN to a good token" in ended.err


def test_an_unknown_match_says_how_to_find_others(run: Run) -> None:
    ended = run("board", "no-such-match")
    assert (ended.code, ended.out) == (1, "")
    assert "there is no match 'no-such-match'; list the matches with `sagahall matches`" in ended.err


def test_where_nothing_answers_it_says_how_to_start_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAGAHALL_RULES_ADDRESS", "127.0.0.1:1")
    ended = run("games")
    assert (ended.code, ended.err) == (1, "sagahall: nothing answers at 127.0.0.1:1; start it with `make up`\n")


def test_where_another_service_answers_it_says_so(run: Run, monkeypatch: pytest.MonkeyPatch, stack: Stack) -> None:
    address = stack.parts["projection"].address
    monkeypatch.setenv("SAGAHALL_RULES_ADDRESS", address)
    ended = run("games")
    assert ended.code == 1
    assert f"(from {address}); another service answers there" in ended.err


def test_what_is_asked_wrongly_ends_with_2(run: Run, match: str) -> None:
    assert run("nonsense").code == 2
    assert run("board").code == 2
    assert run("watch", match, "--after", "-1").code == 2


@pytest.mark.parametrize(
    ("command", "option", "highest"),
    [
        (["board"], "--seat", 2**31 - 1),
        (["watch"], "--after", 2**63 - 1),
        (["replay"], "--from", 2**63 - 1),
        (["replay"], "--to", 2**63 - 1),
        (["move", "{}"], "--at", 2**63 - 1),
    ],
)
def test_a_number_that_no_field_has_room_for_is_asked_wrongly(
    run: Run, match: str, command: list[str], option: str, highest: int
) -> None:
    name, *more = command
    most, beyond = (run(name, match, *more, option, str(number), "--as", "ann") for number in (highest, highest + 1))
    assert (most.code, beyond.code) == (1, 2)
    assert option in beyond.err


def test_nobody_has_an_empty_name(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAGAHALL_TOKEN", run("token", "ann").out.strip())
    for command in (["games", "--as", ""], ["create", "parley", "--as", ""], ["play", "--me", ""]):
        ended = run(*command)
        assert (ended.code, ended.out) == (2, "")
        assert "name" in ended.err


def test_whoever_has_nothing_to_play_is_told_how_to_follow_the_match_from_that_seat(run: Run, match: str) -> None:
    run("move", match, "1", "--as", "ann", "--seat", "0")
    waiting = run("legal", match, "--as", "ann", "--seat", "0").out
    assert f" watch {match} --after 2 --seat 0 --as ann\n" in waiting


def test_a_seat_of_somebody_else_is_refused(run: Run, match: str, stack: Stack) -> None:
    ended = run("legal", match, "--as", "bob")
    assert ended.code == 1
    assert "say who you are with `--as NAME`" in ended.err
    assert token(stack, "bob") not in ended.err


def test_without_the_services_packages_only_up_and_play_have_to_pass(tmp_path: Path) -> None:
    missing = {"pydantic-settings", "redis", "SQLAlchemy", "structlog", "alembic", "grpcio-health-checking"}
    modules = [name for name, owners in packages_distributions().items() if missing & set(owners)]
    assert len(modules) >= len(missing)
    block = f"import sys; sys.modules |= dict.fromkeys({modules!r}); from sagahall.client.cli import main; main()"

    def run(command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", block, command],
            cwd=tmp_path,
            env={"SAGAHALL_TOKEN": "token", "SAGAHALL_RULES_ADDRESS": "127.0.0.1:1"},
            capture_output=True,
            text=True,
            check=False,
        )

    assert "nothing answers at 127.0.0.1:1" in run("games").stderr
    for command in ("up", "play"):
        refused = run(command)
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
        assert "install sagahall[cli], and for up and play sagahall[cli,services,embedded]" in refused.stderr
