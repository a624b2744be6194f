"""Changes of matches in words, without knowing the game."""

from __future__ import annotations

import pytest

from sagahall.api.common.v1 import common_pb2
from sagahall.api.match.v1 import games_pb2, match_pb2
from sagahall.api.parley.v1 import parley_pb2
from sagahall.client.words import event_words, frame_lines, names_of, standing_rows

NAMES = ("ann", "bob")
SHIP_3 = parley_pb2.Card(suit=parley_pb2.SUIT_SHIP, rank=3)


def parley(**kind: object) -> games_pb2.Event:
    return games_pb2.Event(parley=parley_pb2.Event(**kind))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (parley(sealed=parley_pb2.Sealed(seat=0)), "sealed: ann"),
        (parley(sealed=parley_pb2.Sealed(seat=1, card=SHIP_3)), "sealed: bob, card (suit ship, rank 3)"),
        (
            parley(dealt=parley_pb2.Dealt(seat=1, cards=[SHIP_3], count=1)),
            "dealt: bob, cards (suit ship, rank 3), count 1",
        ),
        (parley(buried=parley_pb2.Buried()), "buried"),
        (games_pb2.Event(), "something that this release does not know"),
    ],
)
def test_an_event_is_its_kind_and_all_that_the_viewer_is_told(event: games_pb2.Event, words: str) -> None:
    assert event_words(event, NAMES) == words


def test_a_frame_has_one_line_for_each_event_under_one_head() -> None:
    events = [parley(passed=parley_pb2.Passed(seat=1)), parley(round_ended=parley_pb2.RoundEnded())]
    frame = match_pb2.Frame(version=12, seat=1, change=match_pb2.CHANGE_MOVED, events=events)
    first, second = frame_lines(frame, NAMES)
    assert (first[:7], first[15:]) == ("   12  ", "  bob  passed: bob")
    assert second.split(":")[0].strip() == "round ended"


def test_a_long_line_is_folded_beside_the_head_and_names_stay_whole() -> None:
    cards = [SHIP_3] * 8
    events = [parley(dealt=parley_pb2.Dealt(seat=1, cards=cards, count=8)), parley(passed=parley_pb2.Passed(seat=1))]
    frame = match_pb2.Frame(version=12, seat=1, change=match_pb2.CHANGE_MOVED, events=events)
    names = ("ann", "bot1-ab12")
    (long, short), folded = frame_lines(frame, names), frame_lines(frame, names, 60)
    assert len(long) > 180
    assert max(map(len, folded)) <= 60
    head = long.index("dealt")
    assert {line[:head].strip() for line in folded[1:]} == {""}
    assert [line[head : head + 2] == "  " for line in folded] == [False, *[True] * (len(folded) - 2), False]
    assert " ".join(line[head:].strip() for line in folded[:-1]) == long[head:]
    assert folded[-1] == short


def test_a_change_without_a_move_says_what_it_was() -> None:
    frame = match_pb2.Frame(version=3, change=match_pb2.CHANGE_PARKED)
    assert frame_lines(frame, NAMES)[0].endswith("  -    parked")


def test_seats_of_the_same_player_are_told_apart() -> None:
    players = [common_pb2.Player(player=name, seat=seat) for seat, name in enumerate(["ann", "bob", "ann"])]
    assert names_of(players) == ("ann#0", "bob", "ann#2")


def test_standings_say_what_a_score_is_made_of() -> None:
    details = [common_pb2.ScoreDetail(name="kept_cards", value=4)]
    outcome = common_pb2.Outcome(standings=[common_pb2.Standing(seat=1, rank=1, score=9, details=details)])
    assert standing_rows(outcome, NAMES) == [(1, "bob", 9, "kept cards 4")]
