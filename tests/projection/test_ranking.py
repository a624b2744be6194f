"""ListRatings, and what summaries say of ratings."""

from __future__ import annotations

from itertools import count, pairwise

from tests.projection.archiving import append, archived
from tests.projection.batches import write
from tests.projection.databases import prepared
from tests.projection.playing import match_named, play
from tests.projection.results import Result, fold
from tests.projection.serving import Client, refusal

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.projection.v1.projection_pb2 import ListMatchesRequest, ListRatingsRequest, Rating, RatingChange
from sagahall.chassis.settings import Settings
from sagahall.eventlog.log import EventLog
from sagahall.projection.listing import summary_of
from sagahall.projection.paging import Place
from sagahall.projection.ranking import Wanted, list_ratings
from sagahall.projection.store import Store

NAMES = ("ann", "bob", "Cem", "d-a", "e_b", "f.c")


def championship() -> list[Result]:
    """Everybody against everybody; who sits in front wins, and some matches are ties between equals."""
    pairs = [(one, other) for one in NAMES[:4] for other in NAMES[:4] if one < other]
    played = [Result(f"{one}-{other}", (one, other), time=number) for number, (one, other) in enumerate(pairs)]
    return [*played, Result("tie", ("e_b", "f.c"), (1, 1)), Result("other", NAMES, (6, 5, 4, 3, 2, 1), game="ice_flow")]


def filled(store: Store) -> list[Rating]:
    """Puts results there. Returns the ratings of parley in their order, found out in the plainest way."""
    given = championship()
    for one in given:
        write(store, one.entries())
    skills = {player: skill for (game, player), skill in fold(given).skills.items() if game == "parley"}
    found = [
        Rating(player=player, rating=skill.rating, matches=skill.matches, provisional=skill.matches < 10)
        for player, skill in skills.items()
    ]
    return sorted(found, key=lambda one: (-one.rating, one.player))


def test_pages_together_hold_every_player_of_the_game_once_and_the_best_first(store: Store) -> None:
    """Also where two have the same rating."""
    expected = filled(store)
    assert [one.player for one, other in pairwise(expected) if one.rating == other.rating] == ["e_b"]
    for size in (1, 2, 5, 6, 500):
        found: list[Rating] = []
        after: Place | None = None
        for _ in count():
            with store.reading() as connection:
                page = list_ratings(connection, Wanted("parley"), after, size)
            found += page.ratings
            after = page.last
            if after is None:
                break
            assert len(page.ratings) == size
        assert found == expected


def test_one_player_is_asked_for(store: Store) -> None:
    expected = filled(store)
    with store.reading() as connection:
        assert list_ratings(connection, Wanted("parley", "bob"), None, 1).ratings == [
            one for one in expected if one.player == "bob"
        ]
        for wanted in (Wanted("parley", "zoe"), Wanted("elfenland", "bob"), Wanted("elfenland")):
            assert list_ratings(connection, wanted, None, 9).ratings == []


def test_a_summary_says_what_the_match_has_changed(store: Store) -> None:
    """The changes of a player's matches add up to his rating."""
    expected = {one.player: one.rating for one in filled(store)}
    sums = dict.fromkeys(expected, 1000)
    rated = fold(championship())
    for one in championship()[:-1]:
        with store.reading() as connection:
            summary = summary_of(connection, one.match)
        assert summary is not None
        assert list(summary.rating_changes) == [
            RatingChange(seat=seat, rating=new.rating, change=new.rating - old.rating)
            for seat in range(2)
            for old, new in [rated.changes[one.match, seat]]
        ]
        for player, change in zip(one.players, summary.rating_changes, strict=True):
            sums[player] += change.change
    assert sums == expected


async def test_the_service_lists_ratings_in_pages(
    service: Client, log: EventLog, projection_settings: Settings
) -> None:
    for number in range(3):
        await append(log, play(str(number), ("ann", "bob", NAMES[number + 2])))
    with prepared(projection_settings.database_url) as store:
        for number in range(3):
            await archived(store, str(number), len(play(str(number), ("ann", "bob", NAMES[number + 2]))))
    stub, bearer = service.operator_stub(), service.as_operator()

    found: list[Rating] = []
    token = ""
    while True:
        request = ListRatingsRequest(game="parley", page_size=2, page_token=token)
        page = await stub.ListRatings(request, metadata=bearer)
        found += page.ratings
        token = page.next_page_token
        if not token:
            break

    assert {one.player: one.matches for one in found} == {"ann": 3, "bob": 3, "Cem": 1, "d-a": 1, "e_b": 1}
    assert all(one.rating >= other.rating for one, other in pairwise(found))
    whole = await stub.ListRatings(ListRatingsRequest(game="parley"), metadata=bearer)
    assert list(whole.ratings) == found
    first = (await stub.ListRatings(ListRatingsRequest(game="parley", page_size=2), metadata=bearer)).next_page_token
    for other in (
        ListRatingsRequest(game="elfenland", page_token=first),
        ListRatingsRequest(game="parley", player="ann", page_token=first),
    ):
        refused = await refusal(stub.ListRatings(other, metadata=bearer))
        assert (refused.reason, [one.field for one in refused.fields]) == (Reason.REASON_MALFORMED, ["page_token"])
    listed = await service.list(ListMatchesRequest(player="Cem"))
    assert [len(one.rating_changes) for one in listed.matches] == [3]
    assert listed.matches[0].match == match_named("0")
