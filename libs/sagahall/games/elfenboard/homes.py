"""Home towns: secret until the match is over (specification, sections 4 and 6)."""

from __future__ import annotations

from dataclasses import replace

from sagahall.games.elfenboard.facts import DISTANCES
from sagahall.games.elfenboard.moves import HomeDealt, HomeRevealed
from sagahall.games.elfenboard.table import S
from sagahall.games.kernel import Dice, Seat


def deal_homes(state: S, dice: Dice) -> tuple[HomeDealt, ...]:
    """Deals everybody a home town, if the match has any."""
    towns = dice.shuffled("homes", state.homes)
    return tuple(HomeDealt(seat, town) for seat, town in zip(range(len(state.seats)), towns, strict=False))


def reveal_homes(state: S) -> tuple[HomeRevealed, ...]:
    """Shows the home towns."""
    return tuple(
        HomeRevealed(seat, traveller.home) for seat, traveller in enumerate(state.seats) if traveller.home is not None
    )


def resample_homes(state: S, viewer: Seat | None, dice: Dice) -> S:
    """The same match with the home towns of all others drawn again."""
    others = [seat for seat in range(len(state.seats)) if seat != viewer]
    known = [state.seats[seat].home for seat in others]
    dealt = tuple(home for home in known if home is not None)
    if not dealt:
        return state
    homes = dice.shuffled("resample-homes", state.homes + dealt)
    new = dict(zip(others, homes, strict=False))
    seats = tuple(
        replace(traveller, home=new[seat]) if seat in new else traveller for seat, traveller in enumerate(state.seats)
    )
    return replace(state, seats=seats, homes=tuple(sorted(homes[len(others) :])))


def distance_home(boot: str, home: str | None) -> int:
    """How many roads the boot is away from its home town, 0 if it has none."""
    return 0 if home is None else DISTANCES[boot][home]
