"""Drawing, placing and keeping counters."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.elfenland.tables import (
    CLOUD,
    CYCLE,
    DRAGON,
    EDITIONS,
    PIG,
    TROLL,
    UNICORN,
    counter,
    events_of,
    fold,
    in_phase,
    played,
    refusal,
    started,
    unstarted,
    with_seat,
)

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.facts import COUNTERS, ROADS, ROADS_FOR
from sagahall.games.elfenland.game import ELFENLAND
from sagahall.games.elfenland.moves import (
    BlindCounterTaken,
    CounterKept,
    EndMove,
    KeepCounter,
    KeepHidden,
    KeepObstacle,
    OpenCounterTaken,
    Pass,
    Passed,
    PhaseStarted,
    PlaceCounter,
    PlaceObstacle,
    ShowHidden,
    Step,
    TakeBlind,
    TakeOpen,
)
from sagahall.games.elfenland.state import Phase, State
from sagahall.games.kernel import Setting


def drawn_hidden(state: State) -> State:
    """The state when all have decided about their hidden counter."""
    while state.phase is Phase.HIDDEN_COUNTERS:
        state = played(state, state.turn, KeepHidden())
    return state


def drawn(state: State, turns: int) -> State:
    """The state after so many counters were taken face down."""
    for _ in range(turns):
        state = played(state, state.turn, TakeBlind(), seed=len(state.pile))
    return state


# Drawing


@pytest.mark.parametrize("variant", EDITIONS)
@pytest.mark.parametrize(("seats", "pile"), [(2, 35), (3, 31), (4, 27), (5, 23), (6, 19)])
def test_after_drawing_everybody_has_four_counters_and_48_less_4n_less_5_lie_face_down(
    variant: str, seats: int, pile: int
) -> None:
    state = drawn(drawn_hidden(started(variant, seats)), 3 * seats)
    assert state.phase is Phase.PLACING
    assert [len(one.open_counters) for one in state.seats] == [3] * seats
    assert [len(one.hidden_counters) for one in state.seats] == [1] * seats
    assert len(state.pile) == pile == 48 - 4 * seats - 5
    assert len(state.open_counters) == 5


def test_in_amigo_the_five_open_counters_are_turned_up_first_and_the_hidden_ones_stay_hidden() -> None:
    state = started("amigo", 3)
    assert state.phase is Phase.OPEN_COUNTERS
    assert len(state.open_counters) == 5
    assert [len(one.hidden_counters) for one in state.seats] == [1, 1, 1]


def test_in_moon_each_decides_in_turn_whether_to_show_before_the_open_ones_are_turned_up() -> None:
    state = started("moon", 3)
    assert ELFENLAND.to_act(state) == (0,)
    assert state.open_counters == ()
    assert set(ELFENLAND.legal_moves(state, 0)) == {ShowHidden(), KeepHidden()}
    shown = state.seats[0].drawn

    state = played(state, 0, ShowHidden())
    assert state.seats[0].open_counters == (shown,)
    assert state.seats[0].hidden_counters == ()
    state = played(state, 1, KeepHidden())
    assert len(state.seats[1].hidden_counters) == 1
    state = played(state, 2, KeepHidden())
    assert len(state.open_counters) == 5


@pytest.mark.parametrize("variant", EDITIONS)
def test_counters_are_drawn_one_each_three_times_round(variant: str) -> None:
    state = drawn_hidden(started(variant, 3))
    turns = []
    while state.phase is Phase.OPEN_COUNTERS:
        turns.append(state.turn)
        state = drawn(state, 1)
    assert turns == [0, 1, 2] * 3


def test_an_open_counter_that_is_taken_is_replaced_at_once() -> None:
    state = started("amigo")
    kind = state.open_counters[0]
    (taken,) = (event for event in events_of(state, 0, TakeOpen(kind)) if isinstance(event, OpenCounterTaken))
    after = fold(state, (taken,))

    assert taken.replacement in state.pile
    assert len(after.open_counters) == 5
    assert len(after.pile) == len(state.pile) - 1
    assert after.seats[0].open_counters == (kind,)


def test_a_counter_that_is_taken_face_down_is_turned_up() -> None:
    state = started("amigo")
    (taken,) = (event for event in events_of(state, 0, TakeBlind()) if isinstance(event, BlindCounterTaken))
    assert fold(state, (taken,)).seats[0].open_counters == (taken.counter,)


def test_only_what_lies_open_can_be_taken() -> None:
    state = replace(started("amigo"), open_counters=(PIG, PIG, PIG, CYCLE, TROLL))
    assert refusal(state, 0, TakeOpen(DRAGON)) == "counter-not-open"
    assert ELFENLAND.legal_moves(state, 0) == (TakeOpen(PIG), TakeOpen(CYCLE), TakeOpen(TROLL), TakeBlind())


def test_with_an_empty_pile_there_are_fewer_open_counters() -> None:
    """C11: it cannot happen, but is looked after."""
    state = replace(started("amigo"), open_counters=(PIG, CYCLE), pile=())
    after = played(state, 0, TakeOpen(PIG))
    assert after.open_counters == (CYCLE,)
    assert refusal(state, 0, TakeBlind()) == "pile-empty"


def next_round(variant: str, kept: dict[str, tuple[Transport, ...]], **options: Setting) -> State:
    """The second round's drawing, begun with counters that seat 0 kept."""
    state = in_phase(unstarted(variant, **options), Phase.MOVING, turn=1)
    state = with_seat(with_seat(state, 0, todo=0, **kept), 1, hand=(PIG,))
    pile = list(state.pile)
    for stock in kept.values():
        for kind in stock:
            pile.remove(kind)
    return drawn_hidden(played(replace(state, pile=tuple(pile)), 1, EndMove()))


def counters_after_drawing(state: State) -> int:
    while state.phase is Phase.OPEN_COUNTERS:
        state = drawn(state, 1)
    return state.seats[0].counters


def test_in_amigo_one_draws_until_three_counters_lie_open_so_that_a_kept_open_one_saves_a_draw() -> None:
    """C23, by the letter of the rules."""
    assert counters_after_drawing(next_round("amigo", {"open_counters": (DRAGON,)})) == 4
    assert counters_after_drawing(next_round("amigo", {"hidden_counters": (DRAGON,)})) == 5


def test_three_draws_for_everyone_are_an_option_in_amigo_and_the_rule_in_moon() -> None:
    """C23: the most is five."""
    for stock in ("open_counters", "hidden_counters"):
        assert counters_after_drawing(next_round("amigo", {stock: (DRAGON,)}, draw_to_three_open=False)) == 5
        assert counters_after_drawing(next_round("moon", {stock: (DRAGON,)})) == 5


@pytest.mark.parametrize("variant", EDITIONS)
def test_the_open_counters_stay_in_amigo_and_are_mixed_with_the_others_in_moon(variant: str) -> None:
    """C10."""
    for keep in (True, False):
        state = in_phase(unstarted(variant, keep_open_counters=keep), Phase.MOVING, turn=1, open_counters=(DRAGON,) * 5)
        state = with_seat(with_seat(state, 0, todo=0), 1, hand=(PIG,))
        pile = tuple(kind for kind in state.pile if kind is not DRAGON)
        after = drawn_hidden(played(replace(state, pile=pile), 1, EndMove()))
        assert (after.open_counters == (DRAGON,) * 5) == keep
        assert len(after.open_counters) == 5

    assert ELFENLAND.variant(variant).resolve({})["keep_open_counters"] is (variant == "amigo")


# Placing


def placing(variant: str = "amigo", seats: int = 2, **options: Setting) -> State:
    """Seat 0 is to place."""
    return in_phase(unstarted(variant, seats, **options), Phase.PLACING)


@pytest.mark.parametrize("variant", EDITIONS)
@pytest.mark.parametrize("kind", COUNTERS)
def test_on_the_empty_board_a_counter_may_be_placed_on_every_road_of_its_terrains_only(
    variant: str, kind: Transport
) -> None:
    state = with_seat(placing(variant), 0, open_counters=(kind,))
    roads = {move.road for move in ELFENLAND.legal_moves(state, 0) if isinstance(move, PlaceCounter)}

    assert roads == set(ROADS_FOR[kind])
    for road in set(ROADS) - roads:
        assert refusal(state, 0, PlaceCounter(kind, hidden=False, road=road)) == "terrain-forbidden"


@pytest.mark.parametrize("variant", EDITIONS)
@pytest.mark.parametrize(
    ("kind", "road"),
    [
        (PIG, "albaran-feodor-d"),
        (PIG, "grangor-yttar-m"),
        (UNICORN, "jxara-virst-p"),
        (CLOUD, "albaran-feodor-d"),
        (CYCLE, "albaran-feodor-d"),
    ],
)
def test_a_counter_never_lies_where_its_cell_of_the_chart_is_a_dash(variant: str, kind: Transport, road: str) -> None:
    state = with_seat(placing(variant), 0, open_counters=(kind,))
    assert refusal(state, 0, PlaceCounter(kind, hidden=False, road=road)) == "terrain-forbidden"


def test_a_road_holds_one_counter_and_parallel_roads_are_two_roads() -> None:
    state = with_seat(placing(), 0, open_counters=(TROLL, TROLL))
    state = replace(state, board=(counter("jxara-mahdavikia-m", DRAGON),))
    assert refusal(state, 0, PlaceCounter(TROLL, hidden=False, road="jxara-mahdavikia-m")) == "road-taken"

    state = replace(state, board=(counter("beata-strykhaven-p", DRAGON),))
    after = played(state, 0, PlaceCounter(TROLL, hidden=False, road="strykhaven-virst-m"))
    assert [placed.road for placed in after.board] == ["beata-strykhaven-p", "strykhaven-virst-m"]


def test_only_a_counter_that_one_holds_is_placed() -> None:
    state = with_seat(placing(), 0, open_counters=(PIG,), hidden_counters=(DRAGON,))
    assert refusal(state, 0, PlaceCounter(TROLL, hidden=False, road="jxara-virst-p")) == "counter-not-held"
    assert refusal(state, 0, PlaceCounter(PIG, hidden=True, road="jxara-virst-p")) == "counter-not-held"
    assert refusal(state, 0, PlaceCounter(DRAGON, hidden=False, road="jxara-virst-p")) == "counter-not-held"
    assert refusal(state, 0, PlaceCounter(PIG, hidden=False, road="nowhere")) == "unknown-road"


def test_a_hidden_counter_is_turned_up_where_it_is_placed() -> None:
    """C9."""
    state = with_seat(placing(), 0, open_counters=(PIG,), hidden_counters=(DRAGON, DRAGON))
    after = played(state, 0, PlaceCounter(DRAGON, hidden=True, road="jxara-virst-p"))
    seen = ELFENLAND.view(after, 1)
    assert [(placed.road, placed.counter) for placed in seen.board] == [("jxara-virst-p", DRAGON)]
    assert seen.seats[0].hidden_count == 1
    assert seen.seats[0].hidden_counters == ()


def test_an_obstacle_goes_only_on_a_road_with_a_counter_and_without_an_obstacle() -> None:
    """C5: and so never on water."""
    empty = counters_for(2)
    for road in ROADS:
        assert refusal(empty, 0, PlaceObstacle(road)) == "obstacle-needs-counter"

    roads = [counter("jxara-virst-p", PIG), counter("lapphalya-virst-p", CYCLE, obstacle=True)]
    state = replace(empty, board=tuple(roads))
    assert [move for move in ELFENLAND.legal_moves(state, 0) if isinstance(move, PlaceObstacle)] == [
        PlaceObstacle("jxara-virst-p")
    ]
    assert refusal(state, 0, PlaceObstacle("lapphalya-virst-p")) == "obstacle-there"
    after = played(state, 0, PlaceObstacle("jxara-virst-p"))
    assert after.board[0] == counter("jxara-virst-p", PIG, obstacle=True)
    assert not after.seats[0].obstacle
    again = played(after, 1, place("beata-elvenhold-p"))
    assert refusal(again, 0, PlaceObstacle("beata-elvenhold-p")) == "obstacle-used"


def counters_for(seats: int) -> State:
    state = placing(seats=seats)
    for seat in range(seats):
        state = with_seat(state, seat, open_counters=(TROLL, DRAGON))
    return with_cards(state)


def with_cards(state: State) -> State:
    """Everybody holds a card, so that nobody's move ends by itself."""
    for seat in range(len(state.seats)):
        state = with_seat(state, seat, hand=(PIG,))
    return state


def place(road: str) -> PlaceCounter:
    return PlaceCounter(TROLL, hidden=False, road=road)


def test_the_phase_ends_when_all_have_passed_in_a_row() -> None:
    """A places, B, C and A pass: over. A places, B passes, C places, A passes, B places: not over."""
    state = played(counters_for(3), 0, place("jxara-virst-p"))
    state = played(played(state, 1, Pass()), 2, Pass())
    assert state.phase is Phase.PLACING
    assert played(state, 0, Pass()).phase is Phase.MOVING

    state = played(counters_for(3), 0, place("jxara-virst-p"))
    state = played(played(state, 1, Pass()), 2, place("beata-elvenhold-p"))
    state = played(played(state, 0, Pass()), 1, place("lapphalya-virst-p"))
    assert state.phase is Phase.PLACING
    assert ELFENLAND.to_act(state) == (2,)


def test_with_six_players_it_takes_six_passes_in_a_row_and_passing_is_not_final() -> None:
    """C16."""
    state = counters_for(6)
    for seat in range(5):
        state = played(state, seat, Pass())
    assert state.phase is Phase.PLACING
    state = played(state, 5, place("jxara-virst-p"))
    for seat in range(5):
        assert ELFENLAND.to_act(state) == (seat,)
        state = played(state, seat, Pass())
    assert state.phase is Phase.PLACING
    assert played(state, 5, Pass()).phase is Phase.MOVING


def test_who_has_nothing_left_to_place_passes_by_itself() -> None:
    """C16: as far as all can see; whoever holds a hidden counter is asked."""
    state = with_seat(counters_for(4), 1, open_counters=(), obstacle=False)
    state = with_seat(state, 2, open_counters=(), obstacle=False, hidden_counters=(PIG,))
    events = events_of(state, 0, place("jxara-virst-p"))
    assert Passed(1, forced=True) in events
    assert ELFENLAND.to_act(fold(state, events)) == (2,)


def test_nobody_has_to_place_anything() -> None:
    """C14."""
    state = played(played(counters_for(2), 0, Pass()), 1, Pass())
    assert state.phase is Phase.MOVING
    assert state.board == ()


# Keeping


def keeping(variant: str = "amigo", **options: Setting) -> State:
    """Both seats choose what they keep."""
    state = with_cards(in_phase(unstarted(variant, **options), Phase.KEEPING))
    for seat in (0, 1):
        state = with_seat(state, seat, open_counters=(PIG, DRAGON), hidden_counters=(TROLL,))
    return replace(state, pile=state.pile[6:])


@pytest.mark.parametrize("variant", EDITIONS)
def test_exactly_one_counter_is_kept_as_open_or_hidden_as_it_was(variant: str) -> None:
    """C8."""
    choices = {KeepCounter(PIG, hidden=False), KeepCounter(DRAGON, hidden=False), KeepCounter(TROLL, hidden=True)}
    state = keeping(variant)
    assert set(ELFENLAND.legal_moves(state, 0)) == choices
    assert refusal(state, 0, KeepCounter(TROLL, hidden=False)) == "counter-not-held"
    assert refusal(state, 0, KeepObstacle()) == "obstacle-not-kept"

    kept_open = played(state, 0, KeepCounter(DRAGON, hidden=False))
    assert (kept_open.seats[0].open_counters, kept_open.seats[0].hidden_counters) == ((DRAGON,), ())
    kept_hidden = played(state, 0, KeepCounter(TROLL, hidden=True))
    assert (kept_hidden.seats[0].open_counters, kept_hidden.seats[0].hidden_counters) == ((), (TROLL,))
    assert len(kept_hidden.pile) == len(state.pile) + 2


@pytest.mark.parametrize("variant", EDITIONS)
def test_all_choose_at_the_same_time_and_disturb_nobody(variant: str) -> None:
    state = keeping(variant)
    assert ELFENLAND.to_act(state) == (0, 1)
    first = KeepCounter(PIG, hidden=False)
    for seat in (0, 1):
        events = events_of(state, seat, first)
        assert not any(ELFENLAND.disturbs(event, 1 - seat) for event in events)
        after = fold(state, events)
        assert ELFENLAND.to_act(after) == (1 - seat,)
        assert ELFENLAND.legal_moves(after, 1 - seat) == ELFENLAND.legal_moves(state, 1 - seat)


def test_counters_are_kept_after_placing_in_moon_and_after_moving_in_amigo() -> None:
    state = with_seat(with_cards(placing("moon")), 0, open_counters=(PIG, DRAGON))
    state = played(with_seat(state, 1, obstacle=False), 0, Pass())
    assert state.phase is Phase.KEEPING
    assert played(state, 0, KeepCounter(PIG, hidden=False)).phase is Phase.MOVING

    moved = with_seat(with_cards(in_phase(unstarted("amigo"), Phase.MOVING, turn=1)), 0, todo=0)
    moved = with_seat(moved, 0, open_counters=(PIG, DRAGON))
    after = played(moved, 1, EndMove())
    assert after.phase is Phase.KEEPING
    assert after.round == 1
    assert played(after, 0, KeepCounter(PIG, hidden=False)).round == 2


def test_who_has_one_counter_or_none_is_not_asked() -> None:
    state = with_seat(with_seat(with_cards(placing("moon")), 0, open_counters=(PIG,)), 1, obstacle=False)
    after = played(state, 0, Pass())
    assert after.phase is Phase.MOVING
    assert after.seats[0].open_counters == (PIG,)
    assert after.seats[1].counters == 0


def test_who_can_only_keep_one_kind_as_all_can_see_is_not_asked() -> None:
    state = with_seat(with_cards(placing("moon")), 0, open_counters=(PIG, PIG))
    state = with_seat(state, 1, obstacle=False)
    events = events_of(state, 0, Pass())
    assert CounterKept(0, PIG, None) in events
    assert PhaseStarted(Phase.MOVING) in events


def test_nothing_is_chosen_for_a_next_round_in_the_last() -> None:
    state = replace(with_seat(with_cards(placing("moon")), 0, open_counters=(PIG, DRAGON)), round=4)
    assert played(state, 0, Pass()).phase is Phase.MOVING


@pytest.mark.parametrize("variant", EDITIONS)
def test_an_unused_obstacle_stays_besides_the_kept_counter(variant: str) -> None:
    """C7."""
    after = played(keeping(variant), 0, KeepCounter(PIG, hidden=False))
    assert after.seats[0].obstacle


@pytest.mark.parametrize("variant", EDITIONS)
def test_the_obstacle_may_count_as_the_one_that_is_kept(variant: str) -> None:
    """C7, option obstacle_counts_as_kept."""
    state = keeping(variant, obstacle_counts_as_kept=True)
    kept = played(state, 0, KeepObstacle())
    assert (kept.seats[0].obstacle, kept.seats[0].counters) == (True, 0)
    given_up = played(state, 0, KeepCounter(PIG, hidden=False))
    assert (given_up.seats[0].obstacle, given_up.seats[0].counters) == (False, 1)


def test_counters_on_the_board_go_back_and_obstacles_on_it_leave_the_game() -> None:
    board = (counter("jxara-virst-p", PIG, obstacle=True), counter("beata-elvenhold-p", DRAGON))
    state = with_cards(in_phase(unstarted("amigo"), Phase.MOVING, turn=1, board=board))
    state = with_seat(with_seat(state, 0, todo=0, obstacle=False), 1, boot="kihromah")
    state = replace(state, pile=tuple(kind for kind in state.pile if kind not in (PIG, DRAGON)))
    after = played(state, 1, EndMove())
    everywhere = after.pile + after.open_counters + sum((one.hidden_counters for one in after.seats), ())
    assert after.board == ()
    assert (everywhere.count(PIG), everywhere.count(DRAGON)) == (1, 1)
    assert [one.obstacle for one in after.seats] == [False, True]


@pytest.mark.parametrize("variant", EDITIONS)
def test_a_move_belongs_to_its_phase_and_turn(variant: str) -> None:
    state = counters_for(2) if variant == "amigo" else with_cards(placing("moon"))
    assert refusal(state, 1, Pass()) == "not-your-turn"
    assert refusal(state, 0, Step("beata-elvenhold-r")) == "wrong-phase"
    assert refusal(state, 0, TakeBlind()) == "wrong-phase"
