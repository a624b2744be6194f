"""How matches end and who wins."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.elfenroads.tables import CYCLE, counter, events_of, fold, played, travelling, unstarted, with_seat

from sagahall.games.elfenboard.facts import MARKED_TOWNS
from sagahall.games.elfenboard.moves import HomeRevealed, MatchEnded, Step
from sagahall.games.elfenroads.game import ELFENROADS
from sagahall.games.elfenroads.moves import EndMove
from sagahall.games.elfenroads.state import Item, Phase, Reward, State, Traveller
from sagahall.games.kernel import Detail, Seat, Setting

END = EndMove(Reward.GOLD)


def towns(number: int) -> tuple[str, ...]:
    return MARKED_TOWNS[:number]


def at_the_end_of(round_: int, *travellers: Traveller, **options: Setting) -> State:
    """The last seat is on its move."""
    state = unstarted(len(travellers), **options)
    seats = tuple(replace(one, todo=int(seat == len(travellers) - 1)) for seat, one in enumerate(travellers))
    return replace(state, phase=Phase.MOVING, round=round_, seats=seats, turn=len(seats) - 1, open_cards=(CYCLE,) * 3)


def finished(state: State) -> State:
    return played(state, state.turn, END)


def result(state: State) -> list[tuple[Seat, int, int]]:
    """Seat, rank and score of all, best first."""
    outcome = ELFENROADS.outcome(finished(state))
    assert outcome is not None
    return [(standing.seat, standing.rank, standing.score) for standing in outcome.standings]


@pytest.mark.parametrize("rounds", [6, 8])
def test_a_match_ends_after_its_last_round(rounds: int) -> None:
    assert finished(at_the_end_of(rounds - 1, Traveller(), Traveller(), rounds=rounds)).ending is None
    after = finished(at_the_end_of(rounds, Traveller(), Traveller(), rounds=rounds))
    assert (after.ending, after.phase, ELFENROADS.to_act(after)) == ("last_round", Phase.OVER, ())


def test_most_markers_win_then_most_gold_then_the_win_is_shared() -> None:
    a, b = Traveller(visited=towns(16), gold=20), Traveller(visited=towns(16), gold=21)
    assert result(at_the_end_of(8, a, b)) == [(1, 1, 16), (0, 2, 16)]
    assert result(at_the_end_of(8, replace(a, visited=towns(17)), b)) == [(0, 1, 17), (1, 2, 16)]
    assert result(at_the_end_of(8, a, a)) == [(0, 1, 16), (1, 1, 16)]


def test_the_gold_of_the_last_move_counts() -> None:
    a, b = Traveller(visited=towns(16), gold=20), Traveller(visited=towns(16), gold=18, earned=3)
    assert result(at_the_end_of(8, a, b)) == [(1, 1, 16), (0, 2, 16)]


@pytest.mark.parametrize("round_", [1, 5, 8])
def test_all_towns_end_the_match_after_any_round(round_: int) -> None:
    after = finished(at_the_end_of(round_, Traveller(visited=towns(20)), Traveller()))
    assert after.ending == "all_towns"


def test_the_round_in_which_somebody_visits_all_towns_is_played_out() -> None:
    state = travelling("dagamura", counter("dagamura-kihromah-f", CYCLE), hand=(CYCLE,))
    nearly = tuple(town for town in MARKED_TOWNS if town != "kihromah")
    state = played(with_seat(state, 0, visited=nearly), 0, Step("dagamura-kihromah-f"), END)
    assert len(state.seats[0].visited) == 20
    assert (state.ending, ELFENROADS.to_act(state)) == (None, (1,))
    assert finished(state).ending == "all_towns"


def test_of_several_with_all_towns_the_one_with_most_gold_wins() -> None:
    a, b, c = (Traveller(visited=towns(number), gold=gold) for number, gold in ((20, 3), (20, 5), (19, 90)))
    assert result(at_the_end_of(4, a, b, c)) == [(1, 1, 20), (0, 2, 20), (2, 3, 19)]


def test_who_has_all_towns_wins_however_far_his_home_is() -> None:
    a = Traveller(visited=towns(20), boot="usselen", home="beata")
    b = Traveller(visited=towns(19), boot="virst", home="virst", gold=90)
    for round_ in (4, 8):
        assert result(at_the_end_of(round_, a, b, home_town=True)) == [(0, 1, 20), (1, 2, 19)]


def test_with_home_towns_the_distance_is_subtracted_and_then_the_nearest_wins_and_then_gold() -> None:
    a = Traveller(visited=towns(17), boot="elvenhold", home="tichih", gold=50)
    b = Traveller(visited=towns(15), boot="virst", home="virst", gold=1)
    assert result(at_the_end_of(8, a, b, home_town=True)) == [(1, 1, 15), (0, 2, 15)]
    c = replace(b, gold=2)
    assert result(at_the_end_of(8, b, c, home_town=True)) == [(1, 1, 15), (0, 2, 15)]
    assert result(at_the_end_of(8, b, b, home_town=True)) == [(0, 1, 15), (1, 1, 15)]


def test_home_towns_are_revealed_at_the_end() -> None:
    state = at_the_end_of(8, Traveller(home="virst"), Traveller(home="yttar"), home_town=True)
    events = events_of(state, 1, END)
    assert events[-3:] == (HomeRevealed(0, "virst"), HomeRevealed(1, "yttar"), MatchEnded("last_round"))
    assert [seat.home for seat in ELFENROADS.view(fold(state, events), None).seats] == ["virst", "yttar"]


def test_a_result_tells_towns_gold_and_with_home_towns_the_distance() -> None:
    plain = ELFENROADS.outcome(finished(at_the_end_of(8, Traveller(visited=towns(3)), Traveller())))
    assert plain is not None
    assert plain.standings[0].details == (Detail("towns", 3), Detail("gold", 12))
    seats = (Traveller(visited=towns(3), home="virst"), Traveller(home="yttar"))
    homes = ELFENROADS.outcome(finished(at_the_end_of(8, *seats, home_town=True)))
    assert homes is not None
    assert homes.standings[0].details == (Detail("towns", 3), Detail("distance_home", 1), Detail("gold", 12))


def test_items_are_not_kept_after_the_last_round() -> None:
    one = Traveller(open_items=(Item.DRAGON,) * 4)
    assert finished(at_the_end_of(8, one, one)).phase is Phase.OVER
    assert finished(at_the_end_of(7, one, one)).phase is Phase.KEEPING
