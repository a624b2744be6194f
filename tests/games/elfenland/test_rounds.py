"""Setting up, dealing, moving, and how rounds follow one another and come to an end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.elfenland.tables import (
    CLOUD,
    CYCLE,
    DRAGON,
    EDITIONS,
    PIG,
    RAFT,
    TROLL,
    UNICORN,
    counter,
    dice,
    events_of,
    fold,
    in_phase,
    played,
    refusal,
    started,
    travelling,
    unstarted,
    with_seat,
)

from sagahall.games.elfenboard.facts import HOME_TOWNS, MARKED_TOWNS
from sagahall.games.elfenland.game import ELFENLAND
from sagahall.games.elfenland.moves import (
    CardsDealt,
    CardsDiscarded,
    Discard,
    EndMove,
    HomeRevealed,
    MatchEnded,
    MoveEnded,
    RoundStarted,
    Step,
)
from sagahall.games.elfenland.state import Phase, State, Traveller
from sagahall.games.kernel import InvalidOption, Seat, Setting

SEATS = range(2, 7)


# Setting up


@pytest.mark.parametrize("variant", EDITIONS)
@pytest.mark.parametrize("seats", SEATS)
def test_everybody_starts_in_the_capital_with_eight_cards_and_an_obstacle(variant: str, seats: int) -> None:
    state = started(variant, seats)
    assert len(state.seats) == seats
    for one in state.seats:
        assert (one.boot, one.visited, len(one.hand), one.obstacle) == ("elvenhold", (), 8, True)
    assert len(state.deck) == 72 - 8 * seats


def test_home_towns_are_the_rule_in_moon_and_an_option_in_amigo() -> None:
    assert all(one.home is None for one in started("amigo").seats)
    for state in (started("moon", 6), started("amigo", 6, home_town=True)):
        homes = [one.home for one in state.seats]
        assert len(set(homes)) == 6
        assert sorted([*map(str, homes), *state.homes]) == sorted(HOME_TOWNS)
    with pytest.raises(InvalidOption, match="home_town"):
        started("moon", home_town=True)


def test_the_first_player_is_drawn_or_is_seat_0() -> None:
    variant = ELFENLAND.variant("amigo")
    drawn = set()
    for seed in range(40):
        state = ELFENLAND.initial("amigo", variant.resolve({}), 4)
        drawn.add(fold(state, ELFENLAND.setup(state, dice(seed))).first)
    assert drawn == {0, 1, 2, 3}
    assert started("amigo", 4).first == 0


@pytest.mark.parametrize("seats", SEATS)
def test_two_players_follow_the_same_rules_as_six(seats: int) -> None:
    """C17."""
    state = started("amigo", seats)
    assert (len(state.open_counters), len(state.pile), state.rules.rounds) == (5, 48 - 5 - seats, 4)


# Dealing


def after_the_round(variant: str, *hands: int, **options: Setting) -> tuple[State, tuple[CardsDealt, ...]]:
    """The second round of a match whose seats kept so many cards, and what was dealt for it."""
    state = in_phase(unstarted(variant, len(hands), **options), Phase.MOVING, turn=len(hands) - 1)
    deck = state.deck
    for seat, number in enumerate(hands):
        state = with_seat(state, seat, hand=deck[:number], todo=int(seat == len(hands) - 1))
        deck = deck[number:]
    state = replace(state, deck=deck[:20], discard=deck[20:])
    events = events_of(state, len(hands) - 1, EndMove())
    return fold(state, events), tuple(event for event in events if isinstance(event, CardsDealt))


def test_amigo_fills_hands_up_to_eight_and_moon_deals_eight_more() -> None:
    amigo, dealt = after_the_round("amigo", 0, 3, 4)
    assert [len(one.hand) for one in amigo.seats] == [8, 8, 8]
    assert {event.seat: event.count for event in dealt} == {0: 8, 1: 5, 2: 4}
    moon, dealt = after_the_round("moon", 0, 3, 4)
    assert [len(one.hand) for one in moon.seats] == [8, 11, 12]
    assert {event.count for event in dealt} == {8}


def test_cards_that_were_kept_stay_in_the_hand() -> None:
    """C24."""
    state = with_seat(in_phase(unstarted("amigo"), Phase.MOVING, turn=1), 0, hand=(DRAGON,) * 4, todo=0)
    state = with_seat(state, 1, hand=(PIG,))
    deck = tuple(card for card in state.deck if card is not DRAGON)
    after = played(replace(state, deck=deck), 1, EndMove())
    assert after.seats[0].hand.count(DRAGON) == 4


def test_with_six_players_who_kept_four_cards_each_moon_deals_the_last_card() -> None:
    """C12."""
    state, _ = after_the_round("moon", 4, 4, 4, 4, 4, 4)
    assert [len(one.hand) for one in state.seats] == [12] * 6
    assert state.deck == ()


@pytest.mark.parametrize("variant", EDITIONS)
def test_what_was_played_is_shuffled_into_the_draw_pile(variant: str) -> None:
    state, _ = after_the_round(variant, 2, 2)
    assert state.discard == ()
    assert len(state.deck) + sum(len(one.hand) for one in state.seats) == 72


def test_the_first_player_passes_to_the_left() -> None:
    state, _ = after_the_round("amigo", 1, 1, 1)
    assert (state.round, state.first, state.turn) == (2, 1, 1)


# Moving


def test_every_town_that_is_entered_gives_its_marker_once_and_the_capital_none() -> None:
    """C15: the town where a move starts gives nothing."""
    state = travelling("amigo", "rivinia", hand=(PIG, *(RAFT,) * 5))
    back = played(state, 0, Step("elvenhold-rivinia-r"))
    assert (back.seats[0].boot, back.seats[0].visited) == ("elvenhold", ())
    again = played(back, 0, Step("elvenhold-rivinia-r"))
    assert again.seats[0].visited == ("rivinia",)
    on = played(again, 0, Step("rivinia-tichih-r"))
    assert on.seats[0].visited == ("rivinia", "tichih")


def test_a_road_is_used_in_both_directions_and_paid_each_time() -> None:
    state = travelling("moon", "dagamura", counter("dagamura-kihromah-f", CLOUD), hand=(PIG, *(CLOUD,) * 4))
    after = played(state, 0, Step("dagamura-kihromah-f"), Step("dagamura-kihromah-f"))
    assert (after.seats[0].boot, after.seats[0].hand) == ("dagamura", (PIG,))
    assert after.discard == (CLOUD,) * 4


def test_counters_serve_whoever_placed_them() -> None:
    state = travelling("amigo", "elvenhold", counter("beata-elvenhold-p", PIG), hand=(PIG, RAFT))
    assert played(state, 0, Step("beata-elvenhold-p")).seats[0].boot == "beata"


def test_only_roads_at_the_boot_are_travelled() -> None:
    state = travelling("amigo", "elvenhold", hand=(RAFT, RAFT))
    assert refusal(state, 0, Step("jxara-virst-r")) == "road-elsewhere"
    assert refusal(state, 0, Step("nowhere")) == "unknown-road"


@pytest.mark.parametrize("variant", EDITIONS)
def test_nobody_has_to_move(variant: str) -> None:
    """C14."""
    state = travelling(variant, "elvenhold", hand=(RAFT,))
    assert EndMove() in ELFENLAND.legal_moves(state, 0)
    assert MoveEnded(0, forced=False) in events_of(state, 0, EndMove())


def test_a_move_ends_by_itself_when_the_hand_is_empty() -> None:
    events = events_of(travelling("amigo", "elvenhold", hand=(RAFT,)), 0, Step("elvenhold-rivinia-r"))
    assert MoveEnded(0, forced=True) in events


def test_a_hand_of_six_is_cut_by_two_cards_of_ones_choice_laid_open() -> None:
    """C20."""
    hand = (PIG, CYCLE, CLOUD, UNICORN, DRAGON, RAFT)
    state = played(travelling("amigo", "elvenhold", hand=hand), 0, EndMove())
    assert state.phase is Phase.DISCARDING
    assert len(ELFENLAND.legal_moves(state, 0)) == 15
    assert refusal(state, 0, Discard((PIG,))) == "wrong-number-of-cards"
    assert refusal(state, 0, Discard((PIG, PIG))) == "cards-missing"
    assert refusal(state, 0, EndMove()) == "wrong-phase"

    events = events_of(state, 0, Discard((DRAGON, PIG)))
    assert events[0] == CardsDiscarded(0, (DRAGON, PIG))
    after = fold(state, events[:1])
    assert after.seats[0].hand == (CYCLE, CLOUD, UNICORN, RAFT)
    assert ELFENLAND.view(after, 1).discard == (DRAGON, PIG)


@pytest.mark.parametrize("variant", EDITIONS)
def test_the_hand_is_cut_in_the_last_round_too(variant: str) -> None:
    """C13."""
    state = replace(travelling(variant, "elvenhold", hand=(PIG,) * 5), round=4)
    state = played(state, 0, EndMove())
    assert state.phase is Phase.DISCARDING
    assert ELFENLAND.to_act(state) == (0,)


# Ending


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
