"""ListMatches and the health of the service, over real sockets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.eventlog.server import Server
from tests.processes import free_port
from tests.projection.archiving import append
from tests.projection.databases import closed, postgres_database
from tests.projection.playing import PARTITIONS, match_named, play
from tests.projection.serving import Client, client_of, projection_service, refusal

from sagahall.api.common.v1.common_pb2 import Player, Reason
from sagahall.api.projection.v1.projection_pb2 import GetReplayRequest, ListMatchesRequest, MatchStatus, MatchSummary
from sagahall.chassis.server import serving
from sagahall.chassis.settings import Settings
from sagahall.eventlog.connect import client
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.internal.log.v1.record_pb2 import Record
from sagahall.match.frames import timestamp
from sagahall.projection.__main__ import API, start
from sagahall.projection.matches import Matches
from sagahall.projection.store import Store


async def until_archived(service: Client, name: str, version: int) -> None:
    await service.replay("eve", GetReplayRequest(match=match_named(name), from_version=version, min_version=version))


async def test_a_list_shows_what_everybody_may_know_of_a_match(service: Client, log: EventLog) -> None:
    """B11: and nothing else."""
    steps = play("one")
    for step in steps:
        await append(log, [step])
        match, over = step.match, step is steps[-1]
        await until_archived(service, "one", match.version)
        (shown,) = (await service.list(ListMatchesRequest(), "eve")).matches
        assert shown == MatchSummary(
            match=match_named("one"),
            game="parley",
            variant="standard",
            players=[Player(player="ann", seat=0), Player(player="bob", seat=1)],
            version=match.version,
            status=MatchStatus.MATCH_STATUS_FINISHED if over else MatchStatus.MATCH_STATUS_RUNNING,
            outcome=step.record.outcome if over else None,
            create_time=timestamp(match.create_time),
            update_time=timestamp(match.update_time),
            rating_changes=shown.rating_changes,
        )
        assert len(shown.rating_changes) == (2 if over else 0)


async def test_pages_are_turned_with_tokens(service: Client, log: EventLog) -> None:
    names = [str(number) for number in range(7)]
    for name in names:
        await append(log, play(name)[:1])
    for name in names:
        await until_archived(service, name, 1)

    found, token, sizes = [], "", []
    while True:
        page = await service.list(ListMatchesRequest(page_size=3, page_token=token, player="bob"))
        found += [one.match for one in page.matches]
        sizes.append(len(page.matches))
        if not (token := page.next_page_token):
            break

    assert sizes == [3, 3, 1]
    assert sorted(found) == sorted(map(match_named, names))
    whole = await service.list(ListMatchesRequest())
    assert [one.match for one in whole.matches] == found
    assert not whole.next_page_token


async def test_a_page_has_50_matches_unless_told_and_never_more_than_500(
    service: Client, log: EventLog, projection_settings: Settings
) -> None:
    size = 502
    store = Store(projection_settings.database_url)
    records = [Record(match=f"m{number}", version=1, game="parley") for number in range(size)]
    for record in records:
        record.created.players.append("ann")
    await store.write(Matches().apply, records)
    store.close()

    for asked, given in ((0, 50), (1, 1), (500, 500), (501, 500), (2**31 - 1, 500)):
        page = await service.list(ListMatchesRequest(page_size=asked))
        assert len(page.matches) == given
        assert page.next_page_token


MALFORMED: list[dict[str, Any]] = [
    {"page_size": -1},
    {"page_token": "nonsense"},
    {"page_token": "x" * 1000},
    {"player": "no name"},
    {"player": "x" * 65},
    {"game": "zero\0"},
    {"status": 99},
]


async def test_a_malformed_request_names_its_field(service: Client) -> None:
    for fields in MALFORMED:
        refused = await refusal(service.list(ListMatchesRequest(**fields)))
        assert refused.reason == Reason.REASON_MALFORMED
        assert [one.field for one in refused.fields] == list(fields)


async def test_a_token_is_refused_with_other_filters(service: Client, log: EventLog) -> None:
    for name in ("one", "two"):
        await append(log, play(name)[:1])
        await until_archived(service, name, 1)
    token = (await service.list(ListMatchesRequest(page_size=1, player="ann"))).next_page_token

    assert (await service.list(ListMatchesRequest(page_size=9, page_token=token, player="ann"))).matches
    refused = await refusal(service.list(ListMatchesRequest(page_token=token)))
    assert (refused.reason, refused.fields[0].field) == (Reason.REASON_MALFORMED, "page_token")


async def test_whoever_bears_no_token_sees_nothing(service: Client) -> None:
    nobody = Client(service.channel, lambda _: "")

    for call in (nobody.list(ListMatchesRequest()), nobody.replay("", GetReplayRequest(match=match_named("one")))):
        assert (await refusal(call)).reason == Reason.REASON_UNAUTHENTICATED


async def test_while_its_database_is_closed_the_service_is_unavailable_and_then_goes_on(
    projection_settings: Settings, token: Callable[[str], str], log: EventLog, postgres_url: str
) -> None:
    """Calls and health say so; nothing is lost, nobody has to restart anything."""
    steps = play("one")
    with postgres_database(postgres_url) as url:
        settings = projection_settings.model_copy(update={"database_url": url})
        async with projection_service(settings, token) as service:
            await append(log, steps[:3])
            await until_archived(service, "one", 3)
            with closed(postgres_url, url):
                for call in (
                    service.list(ListMatchesRequest()),
                    service.replay("ann", GetReplayRequest(match=match_named("one"))),
                ):
                    assert (await refusal(call)).reason == Reason.REASON_UNAVAILABLE
                await append(log, steps[3:])
                await service.becomes("NOT_SERVING")
            await service.becomes("SERVING")
            await until_archived(service, "one", len(steps))


async def test_a_service_that_starts_before_its_stores_waits_for_them(
    settings: Settings, token: Callable[[str], str], keys: Keys, server: Server, postgres_url: str
) -> None:
    """B47: in any order, without outside help; and it says that it is not of use yet."""
    server.kill()
    with postgres_database(postgres_url) as url:
        stores = {
            "redis_url": server.url,
            "database_url": url,
            "partitions": PARTITIONS,
            "projection_port": free_port(),
        }
        settings = settings.model_copy(update=stores)
        async with client_of(settings, token) as service:
            with closed(postgres_url, url):
                async with serving("projection", API, start, settings):
                    assert await service.health() == "NOT_SERVING"
                    refused = await refusal(service.list(ListMatchesRequest()))
                    assert refused.reason == Reason.REASON_UNAVAILABLE
            async with serving("projection", API, start, settings):
                await service.becomes("NOT_SERVING")
                server.start()
                await service.becomes("SERVING")
                async with client(server.url) as redis:
                    await append(EventLog(redis, keys), play("one")[:1])
                await until_archived(service, "one", 1)
