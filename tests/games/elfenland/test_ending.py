"""How matches end and who wins."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.elfenland.tables import (
    EDITIONS,
    PIG,
    RAFT,
    TROLL,
    events_of,
    fold,
    played,
    travelling,
    unstarted,
    with_seat,
)

from sagahall.games.elfenboard.facts import MARKED_TOWNS
from sagahall.games.elfenboard.moves import HomeRevealed, MatchEnded, RoundStarted, Step
from sagahall.games.elfenland.game import ELFENLAND
from sagahall.games.elfenland.moves import EndMove
from sagahall.games.elfenland.state import Phase, State, Traveller
from sagahall.games.kernel import Seat, Setting

SEATS = range(2, 7)


def at_the_end_of(variant: str, round_: int, *travellers: Traveller, **options: Setting) -> State:
    """The last seat is on its move, and keeps its cards."""
    state = unstarted(variant, len(travellers), **options)
    seats = tuple(replace(one, todo=0, hand=one.hand or (TROLL,)) for one in travellers)
    seats = (*seats[:-1], replace(seats[-1], todo=1))
    return replace(state, phase=Phase.MOVING, round=round_, seats=seats, turn=len(seats) - 1)


def finished(state: State) -> State:
    return played(state, state.turn, EndMove())


def towns(number: int) -> tuple[str, ...]:
    return MARKED_TOWNS[:number]


@pytest.mark.parametrize("variant", EDITIONS)
def test_a_match_ends_after_the_fourth_round(variant: str) -> None:
    home = "tichih" if variant == "moon" else None
    seats = (Traveller(visited=towns(3), home=home), Traveller(visited=towns(2), home=home))
    assert finished(at_the_end_of(variant, 3, *seats)).ending is None
    after = finished(at_the_end_of(variant, 4, *seats))
    assert (after.ending, after.phase, ELFENLAND.to_act(after)) == ("last_round", Phase.OVER, ())


def test_three_rounds_are_an_option_of_amigo() -> None:
    assert finished(at_the_end_of("amigo", 3, Traveller(), Traveller(), rounds=3)).ending == "last_round"


@pytest.mark.parametrize("round_", [1, 2, 3])
def test_all_towns_end_amigo_after_any_round(round_: int) -> None:
    after = finished(at_the_end_of("amigo", round_, Traveller(visited=towns(20)), Traveller()))
    assert after.ending == "all_towns"


def test_all_towns_end_moon_after_the_third_round_only() -> None:
    """C18."""
    seats = (Traveller(visited=towns(20), home="virst"), Traveller(home="yttar"))
    for round_, ending in ((1, None), (2, None), (3, "all_towns"), (4, "last_round")):
        assert finished(at_the_end_of("moon", round_, *seats)).ending == ending


def test_the_round_in_which_somebody_visits_all_towns_is_played_out() -> None:
    """C19."""
    nearly = tuple(town for town in MARKED_TOWNS if town != "rivinia")
    state = with_seat(travelling("amigo", "elvenhold", hand=(RAFT, PIG)), 0, visited=nearly)
    state = with_seat(state, 1, hand=(PIG,))
    state = played(state, 0, Step("elvenhold-rivinia-r"))
    assert len(state.seats[0].visited) == 20
    state = played(state, 0, EndMove())
    assert (state.ending, ELFENLAND.to_act(state)) == (None, (1,))
    assert played(state, 1, EndMove()).ending == "all_towns"


def test_home_towns_are_revealed_at_the_end() -> None:
    state = at_the_end_of("moon", 4, Traveller(home="virst"), Traveller(home="yttar"))
    events = events_of(state, 1, EndMove())
    assert events[-3:] == (HomeRevealed(0, "virst"), HomeRevealed(1, "yttar"), MatchEnded("last_round"))
    assert [seat.home for seat in ELFENLAND.view(fold(state, events), None).seats] == ["virst", "yttar"]


def result(state: State) -> list[tuple[Seat, int, int]]:
    """Seat, rank and score of all, best first."""
    outcome = ELFENLAND.outcome(finished(state))
    assert outcome is not None
    return [(standing.seat, standing.rank, standing.score) for standing in outcome.standings]


@pytest.mark.parametrize(
    ("variant", "markers", "boot", "home", "score"),
    [
        ("moon", 17, "rivinia", "tichih", 16),
        ("amigo", 17, "throtmanni", "jaccaranda", 16),
        ("moon", 18, "usselen", "beata", 12),
        ("moon", 15, "beata", "beata", 15),
        ("amigo", 15, "beata", "beata", 15),
        ("moon", 1, "usselen", "beata", -5),
    ],
)
def test_the_score_is_markers_less_the_distance_from_home(
    variant: str, markers: int, boot: str, home: str, score: int
) -> None:
    options: dict[str, Setting] = {"home_town": True} if variant == "amigo" else {}
    one = Traveller(boot=boot, visited=towns(markers), home=home)
    state = at_the_end_of(variant, 4, one, Traveller(home="yttar"), **options)
    assert (0, score) in [(seat, points) for seat, _, points in result(state)]


def test_moon_after_the_third_round_is_won_by_cards_among_those_with_all_towns() -> None:
    """A 20 markers and 1 card, B 20 and 3, C 19 and 4: B wins. Home towns are ignored."""
    a = Traveller(visited=towns(20), hand=(PIG,), home="virst", boot="virst")
    b = Traveller(visited=towns(20), hand=(PIG,) * 3, home="yttar", boot="virst")
    c = Traveller(visited=towns(19), hand=(PIG,) * 4, home="virst", boot="virst")
    assert result(at_the_end_of("moon", 3, a, b, c)) == [(1, 1, 20), (0, 2, 20), (2, 3, 19)]


def test_amigo_without_home_towns_is_won_by_markers_then_cards() -> None:
    """A 16 markers 2 cards, B 16 markers 4 cards: B."""
    a, b = Traveller(visited=towns(16), hand=(PIG,) * 2), Traveller(visited=towns(16), hand=(PIG,) * 4)
    assert result(at_the_end_of("amigo", 4, a, b)) == [(1, 1, 16), (0, 2, 16)]
    more = replace(a, visited=towns(17))
    assert result(at_the_end_of("amigo", 4, more, b)) == [(0, 1, 17), (1, 2, 16)]
    assert result(at_the_end_of("amigo", 4, a, a)) == [(0, 1, 16), (1, 1, 16)]


def test_amigo_with_home_towns_is_won_on_a_tie_by_who_is_nearest_home() -> None:
    """A 17 markers distance 2, B 15 markers distance 0: both 15, B wins; then cards."""
    a = Traveller(visited=towns(17), boot="elvenhold", home="tichih", hand=(PIG,) * 4)
    b = Traveller(visited=towns(15), boot="virst", home="virst", hand=(PIG,))
    assert result(at_the_end_of("amigo", 4, a, b, home_town=True)) == [(1, 1, 15), (0, 2, 15)]
    c = replace(b, hand=(PIG,) * 2)
    assert result(at_the_end_of("amigo", 4, b, c, home_town=True)) == [(1, 1, 15), (0, 2, 15)]


def test_moon_is_won_on_a_tie_by_cards_and_not_by_who_is_nearest_home() -> None:
    a = Traveller(visited=towns(17), boot="elvenhold", home="tichih", hand=(PIG,) * 4)
    b = Traveller(visited=towns(15), boot="virst", home="virst", hand=(PIG,))
    assert result(at_the_end_of("moon", 4, a, b)) == [(0, 1, 15), (1, 2, 15)]
    same = replace(b, hand=(PIG,) * 4)
    assert result(at_the_end_of("moon", 4, a, same)) == [(0, 1, 15), (1, 1, 15)]


def test_an_early_end_of_amigo_with_home_towns_still_subtracts_the_distance() -> None:
    a = Traveller(visited=towns(20), boot="usselen", home="beata")
    b = Traveller(visited=towns(15), boot="virst", home="virst")
    assert result(at_the_end_of("amigo", 2, a, b, home_town=True)) == [(1, 1, 15), (0, 2, 14)]


def test_a_round_is_announced_with_its_first_player() -> None:
    state = at_the_end_of("amigo", 1, Traveller(), Traveller())
    assert RoundStarted(2, 1) in events_of(state, 1, EndMove())
