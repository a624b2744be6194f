from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import count

import pytest
from sqlalchemy import text
from tests.projection.batches import entries, write
from tests.projection.playing import match_named, play

from sagahall.api.common.v1.common_pb2 import Outcome, Standing
from sagahall.api.projection.v1.projection_pb2 import MatchStatus, MatchSummary
from sagahall.internal.log.v1.record_pb2 import Record
from sagahall.match.frames import timestamp
from sagahall.projection.listing import Filters, list_matches
from sagahall.projection.matches import Matches
from sagahall.projection.paging import InvalidToken, Place, read_token, write_token
from sagahall.projection.parking import UNREADABLE, Fault, park
from sagahall.projection.store import Store

PLAYERS = ("ann", "bob", "cem", "dea")
GAMES = ("parley", "elfenland")
STATUSES = {
    "running": MatchStatus.MATCH_STATUS_RUNNING,
    "finished": MatchStatus.MATCH_STATUS_FINISHED,
    "parked": MatchStatus.MATCH_STATUS_PARKED,
}


def records(chance: random.Random, number: int) -> list[Record]:
    """A few records of a match, as far as lists look at them."""
    match = f"m{number:03d}"
    # Few times, so that many matches are of the same.
    time = timestamp(1000 * chance.randint(1, 10))
    first = Record(match=match, version=1, game=chance.choice(GAMES), time=time)
    first.created.variant = "standard"
    first.created.players.extend(chance.choices(PLAYERS, k=chance.randint(1, 4)))
    rest = [Record(match=match, version=version, time=time) for version in range(2, chance.randint(3, 5))]
    for record in rest:
        record.moved.SetInParent()
    if chance.random() < 0.4:
        standings = [Standing(seat=seat, rank=1 + seat) for seat in range(len(first.created.players))]
        rest[-1].outcome.CopyFrom(Outcome(ending="last_round", standings=standings))
    elif chance.random() < 0.2:
        rest[-1].parked.reason = "on purpose"
    return [first, *rest]


def fill(store: Store, seed: int, size: int = 60) -> list[list[Record]]:
    """Puts random matches into the projection, and a few into the car park beside it."""
    chance = random.Random(seed)
    plays = [records(chance, number) for number in range(size)]
    faults = [Fault(one[0].match, 9, "on purpose", b"", UNREADABLE, 9) for one in plays if chance.random() < 0.1]
    with store.writing() as connection:
        Matches().apply(connection, [record for one in plays for record in one])
        park(connection, faults)
    beside = {fault.match for fault in faults}
    for one in plays:
        if one[0].match in beside:
            one[-1].parked.reason = "on purpose"
    return plays


def summary(one: Sequence[Record]) -> MatchSummary:
    """What a list says of a match with these records."""
    first, last = one[0], one[-1]
    outcome = next((record.outcome for record in one if record.HasField("outcome")), None)
    found = MatchSummary(
        match=first.match,
        game=first.game,
        variant="standard",
        version=last.version,
        status=STATUSES["parked" if last.HasField("parked") else "finished" if outcome else "running"],
        outcome=outcome,
        create_time=first.time,
        update_time=last.time,
    )
    for seat, player in enumerate(first.created.players):
        found.players.add(player=player, seat=seat)
    return found


def passing(plays: Sequence[Sequence[Record]], filters: Filters) -> list[MatchSummary]:
    """The matches that pass, newest first, found out in the plainest way."""
    found = [
        one
        for one in map(summary, plays)
        if filters.player in ("", *(player.player for player in one.players))
        and filters.game in ("", one.game)
        and (not filters.status or STATUSES[filters.status] == one.status)
    ]
    return sorted(found, key=lambda one: (one.create_time.ToMilliseconds(), one.match), reverse=True)


def pages(store: Store, filters: Filters, size: int) -> list[MatchSummary]:
    """All pages, one after the other."""
    found: list[MatchSummary] = []
    after: Place | None = None
    for _ in count():
        with store.reading() as connection:
            page = list_matches(connection, filters, after, size)
        assert len(page.matches) <= size
        found += page.matches
        if page.last is None:
            break
        assert len(page.matches) == size
        after = read_token(write_token(page.last, filters), filters)
    return found


@pytest.mark.parametrize("size", [1, 7, 500])
def test_pages_together_hold_every_match_that_passes_once_and_newest_first(store: Store, size: int) -> None:
    """Whatever the filters; a player in several seats of a match gets it once."""
    plays = fill(store, seed=size)
    for player in ("", "ann", "nobody"):
        for game in ("", "elfenland"):
            for status in ("", "running", "finished", "parked"):
                filters = Filters(player, game, status)
                assert pages(store, filters, size) == passing(plays, filters), filters


def test_what_is_created_while_somebody_turns_pages_shifts_nothing(store: Store) -> None:
    plays = fill(store, seed=1, size=10)
    with store.reading() as connection:
        first = list_matches(connection, Filters(), None, 5)
    newer = Record(match="newer", version=1, game="parley", time=timestamp(10**6))
    newer.created.players.append("ann")
    with store.writing() as connection:
        Matches().apply(connection, [newer])
        second = list_matches(connection, Filters(), first.last, 5)

    assert [*first.matches, *second.matches] == passing(plays, Filters())


def test_a_finished_match_shows_how_it_came_out_in_summary_and_in_columns(store: Store) -> None:
    steps = play("one")
    write(store, entries(steps))
    with store.reading() as connection:
        (shown,) = list_matches(connection, Filters(), None, 10).matches
        ranks = connection.execute(text("SELECT seat, rank, score FROM match_players ORDER BY seat")).all()
        ending = connection.execute(text("SELECT ending FROM matches")).scalar()

    outcome = steps[-1].match.outcome
    assert outcome is not None
    assert (shown.match, shown.version) == (match_named("one"), len(steps))
    assert shown.status == MatchStatus.MATCH_STATUS_FINISHED
    assert shown.outcome == steps[-1].record.outcome
    assert ending == outcome.ending
    assert [tuple(row) for row in ranks] == sorted((one.seat, one.rank, one.score) for one in outcome.standings)


def test_records_that_come_again_change_no_row(store: Store) -> None:
    """B33: the projection itself ignores repeats, whatever the archive does before it."""
    steps = play("one")
    with store.writing() as connection:
        Matches().apply(connection, [step.record for step in steps])
        once = connection.execute(text("SELECT * FROM matches")).all()
        for start in range(len(steps)):
            Matches().apply(connection, [step.record for step in steps[start : start + 3]])
        assert connection.execute(text("SELECT * FROM matches")).all() == once


@pytest.mark.parametrize("token", ["x", "e30=", "AAAA", "Zm9vIGJhciBiYXo=", "9" * 190, "é"])
def test_what_is_no_token_is_told_apart(token: str) -> None:
    with pytest.raises(InvalidToken, match="no page token"):
        read_token(token, Filters())


def test_a_token_holds_for_its_own_filters_only() -> None:
    token = write_token(Place(5, "m1"), Filters("ann"))

    assert read_token(token, Filters("ann")) == Place(5, "m1")
    for others in (Filters(), Filters("bob"), Filters("", "ann"), Filters("ann", "parley")):
        with pytest.raises(InvalidToken, match="other filters"):
            read_token(token, others)
