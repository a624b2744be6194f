"""How a match came out (specification, section 6)."""

from __future__ import annotations

from sagahall.games.elfenboard.facts import DISTANCES
from sagahall.games.elfenland.facts import EARLY_END_OF_MOON, TOWNS_TO_VISIT
from sagahall.games.elfenland.state import Edition, Rules, State, Traveller
from sagahall.games.kernel import Detail, Outcome, Seat, Standing

LAST_ROUND = "last_round"
ALL_TOWNS = "all_towns"
ALL_LEFT = "all_left"


def ending_after_round(state: State) -> str | None:
    """How the match ends now that everybody has moved in this round, or None if it goes on."""
    if state.round == state.rules.rounds:
        return LAST_ROUND
    early = state.rules.edition is Edition.AMIGO or state.round == EARLY_END_OF_MOON
    visited_all = any(len(one.visited) == TOWNS_TO_VISIT for one in state.seats if not one.left)
    return ALL_TOWNS if early and visited_all else None


def outcome(state: State) -> Outcome | None:
    """Every seat's result, or None while the match is played. Seats that left come after all that stayed."""
    if state.ending is None:
        return None
    keys = {seat: _key(state, state.seats[seat]) for seat in range(len(state.seats))}
    order = sorted(keys, key=lambda seat: keys[seat], reverse=True)
    better = {seat: sum(key > keys[seat] for key in keys.values()) for seat in order}
    return Outcome(state.ending, tuple(_standing(state, seat, 1 + better[seat]) for seat in order))


def distance_home(traveller: Traveller) -> int:
    """The roads between boot and home town, 0 without a home town."""
    return 0 if traveller.home is None else DISTANCES[traveller.boot][traveller.home]


def _homes_count(rules: Rules, ending: str | None) -> bool:
    """Whether the home towns matter: an early end of `moon` ignores them."""
    return rules.home_town and not (rules.edition is Edition.MOON and ending == ALL_TOWNS)


def _key(state: State, traveller: Traveller) -> tuple[int, ...]:
    """What is compared, the highest first: stayed, score, then the tie-breaks."""
    towns, cards = len(traveller.visited), len(traveller.hand)
    away = distance_home(traveller) if _homes_count(state.rules, state.ending) else 0
    nearest_home = -away if state.rules.edition is Edition.AMIGO else 0
    return (not traveller.left, towns - away, nearest_home, cards)


def _standing(state: State, seat: Seat, rank: int) -> Standing:
    traveller = state.seats[seat]
    towns = Detail("towns", len(traveller.visited))
    cards = Detail("cards", len(traveller.hand))
    if not _homes_count(state.rules, state.ending):
        return Standing(seat, rank, towns.value, (towns, cards))
    away = distance_home(traveller)
    return Standing(seat, rank, towns.value - away, (towns, Detail("distance_home", away), cards))
