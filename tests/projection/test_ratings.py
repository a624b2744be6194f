"""The projection of ratings: the same rows however the records arrive."""

from __future__ import annotations

import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, text
from tests.projection.batches import entries, write
from tests.projection.databases import contents
from tests.projection.playing import play
from tests.projection.results import Result, fold, read_rated

from sagahall.eventlog.feed import FeedEntry
from sagahall.internal.log.v1.record_pb2 import Record
from sagahall.projection import beside, ratings
from sagahall.projection.migrate import prepare
from sagahall.projection.models import PROJECTIONS
from sagahall.projection.ratings import Ratings
from sagahall.projection.store import Store

PLAYERS = ("ann", "bob", "Cem", "d-a", "e_b", "f.c")


@pytest.fixture(autouse=True)
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a few matches are many steps."""
    monkeypatch.setattr(ratings, "PAGE", 8)
    monkeypatch.setattr(beside, "PAGE", 7)


@st.composite
def results(draw: st.DrawFn) -> list[Result]:
    """Matches of two games, some at the same time; of their players some have two seats or share a place."""
    found = []
    for number in range(draw(st.integers(1, 12))):
        seats = draw(st.integers(1, 6))
        twice = draw(st.integers(0, 9)) == 0
        players = st.lists(st.sampled_from(PLAYERS), min_size=seats, max_size=seats, unique=not twice)
        ranks = st.lists(st.integers(1, seats), min_size=seats, max_size=seats)
        game = st.sampled_from(("parley", "elfenland"))
        time = st.integers(0, 5)
        found.append(Result(str(number), draw(players), draw(ranks), draw(time), draw(game)))
    return found


def mixed(chance: random.Random, given: Sequence[Result]) -> list[FeedEntry]:
    """The records of all matches, those of each in their order."""
    queues = [one.entries() for one in given]
    feed = []
    while queues:
        queue = chance.choice(queues)
        feed.append(queue.pop(0))
        queues = [queue for queue in queues if queue]
    return feed


def step_of_rebuild(store: Store, chance: random.Random) -> None:
    """A rebuild that is begun, goes on for a while, and stops or comes to its end."""
    with store.writing() as connection:
        beside.begin(connection, PROJECTIONS)
    for _ in range(chance.randint(0, 3)):
        with store.writing() as connection:
            if chance.random() < 0.5:
                beside.fill(connection, PROJECTIONS, "")
            else:
                beside.complete(connection, PROJECTIONS)
    if chance.random() < 0.3:
        with store.writing() as connection:
            beside.swap(connection, PROJECTIONS)


def empty_all(store: Store) -> None:
    with store.writing() as connection:
        for name in contents(connection):
            if name.endswith("_beside"):
                connection.execute(text(f"DROP TABLE {name}"))
            elif name not in {"alembic_version", "projections"}:
                connection.execute(text(f"DELETE FROM {name}"))


def made_at_once(connection: Connection) -> None:
    """Makes all projections from the archive in one go, as for a new release."""
    connection.execute(text("UPDATE projections SET revision = 0"))
    prepare(connection, PROJECTIONS)


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(given=results(), chance=st.randoms(use_true_random=False))
def test_ratings_are_those_of_all_results_in_their_order_however_the_records_arrive(
    store: Store, given: list[Result], chance: random.Random
) -> None:
    """B33, B34: in any batches, mixed in any way, late or twice, rebuilt at any time or made anew."""
    empty_all(store)
    feed = mixed(chance, given)
    rest = list(feed)
    while rest:
        size = chance.randint(1, 9)
        again = chance.sample(feed[: len(feed) - len(rest)], chance.randint(0, min(3, len(feed) - len(rest))))
        assert write(store, [*sorted(again, key=lambda entry: entry.version), *rest[:size]]) == []
        del rest[:size]
        if chance.random() < 0.2:
            step_of_rebuild(store, chance)

    with store.writing() as connection:
        beside.begin(connection, PROJECTIONS)
    with store.writing() as connection:
        assert read_rated(connection) == fold(given)
        live = {name: rows for name, rows in contents(connection).items() if not name.endswith("_beside")}
    with store.writing() as connection:
        beside.swap(connection, PROJECTIONS)
        assert contents(connection) == live
        made_at_once(connection)
        assert contents(connection) == live


def test_results_that_two_processes_write_at_the_same_time_are_rated_one_after_the_other(
    store: Store, database_url: str
) -> None:
    """B31: of the same players, from different partitions."""
    given = [Result(str(number), time=100 - number, ranks=(1, 2) if number % 3 else (2, 1)) for number in range(12)]

    def write_all(ours: Sequence[Result]) -> None:
        other = Store(database_url)
        for one in ours:
            write(other, one.entries())
        other.close()

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(write_all, (given[:6], given[6:])))

    with store.reading() as connection:
        assert read_rated(connection) == fold(given)


def test_whoever_has_results_to_rate_is_waited_for_by_the_others(store: Store, database_url: str) -> None:
    """B31: nobody rates between what another has taken in and rated."""
    zeroth, first, second = Result("zero"), Result("one", time=1), Result("two", time=2, ranks=(2, 1))
    write(store, [*zeroth.entries(), *first.entries()[:2]])
    other = Store(database_url)
    with ThreadPoolExecutor(1) as threads:
        with store.writing() as connection:
            Ratings().collect(connection, [Record.FromString(first.entries()[2].record)])
            waiting = threads.submit(write, other, second.entries())
            with pytest.raises(TimeoutError):
                waiting.result(timeout=0.5)
            Ratings().complete(connection)
        waiting.result()
    other.close()

    with store.reading() as connection:
        assert read_rated(connection) == fold([zeroth, first, second])


def test_a_result_that_comes_late_changes_only_its_own_game(store: Store) -> None:
    given = [Result("one", time=5), Result("two", time=6), Result("three", time=5, game="elfenland")]
    late = Result("four", ("bob", "dea"), time=4)
    for one in given:
        write(store, one.entries())
    with store.reading() as connection:
        before = read_rated(connection)

    write(store, late.entries())

    with store.reading() as connection:
        after = read_rated(connection)
    assert after == fold([*given, late])
    assert after.skills["elfenland", "ann"] == before.skills["elfenland", "ann"]
    assert after.changes[late.match, 0][0].matches == 0
    assert after.changes[given[0].match, 1] != before.changes[given[0].match, 1]


UNRATED = {
    "alone": Result("one", ("ann",), (1,)),
    "against oneself": Result("one", ("ann", "ann")),
    "with two seats of three": Result("one", ("ann", "bob", "ann"), (1, 2, 3)),
}


@pytest.mark.parametrize("how", UNRATED)
def test_a_match_in_which_somebody_plays_alone_or_in_two_seats_is_not_rated(store: Store, how: str) -> None:
    write(store, UNRATED[how].entries())

    with store.reading() as connection:
        assert read_rated(connection) == fold([]) == fold([UNRATED[how]])


def test_a_match_that_goes_on_changes_nothing(store: Store) -> None:
    write(store, entries(play("one"))[:-1])

    with store.reading() as connection:
        found: Any = contents(connection)
    assert found["ratings"] == found["rating_changes"] == found["rated"] == []


def test_real_matches_count_by_their_standings_with_all_variants_together(store: Store) -> None:
    """The players win and lose as the outcomes say."""
    for name in map(str, range(6)):
        steps = play(name)
        write(store, entries(steps))
        ranks = {one.seat: one.rank for one in steps[-1].record.outcome.standings}
        with store.reading() as connection:
            changes = read_rated(connection).changes
        (old, new), (_, other) = changes[steps[0].record.match, 0], changes[steps[0].record.match, 1]
        assert other.matches == new.matches
        if ranks[0] != ranks[1]:
            assert (new.mu > old.mu) == (ranks[0] < ranks[1])


def test_a_projection_applied_twice_comes_to_the_same(store: Store) -> None:
    """B33: the projection itself ignores repeats, whatever the archive does before it."""
    given = [Result("one", time=1), Result("two", ranks=(2, 1), time=2)]
    for one in given:
        write(store, one.entries())
    with store.writing() as connection:
        before = contents(connection)
        for one in given:
            Ratings().apply(connection, [Record.FromString(entry.record) for entry in one.entries()])
            assert contents(connection) == before
