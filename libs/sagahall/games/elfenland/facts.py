"""The numbers of the rule book, and the variants with their options (specification, sections 2, 3 and 7)."""

from __future__ import annotations

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.facts import COUNTERS, LAKES
from sagahall.games.kernel import Option, Variant

CARDS: tuple[Transport, ...] = tuple(kind for kind in Transport for _ in range(12 if kind is Transport.RAFT else 10))
"""The 72 travel cards."""
PILE: tuple[Transport, ...] = tuple(kind for kind in COUNTERS for _ in range(8))
"""The 48 transport counters."""
DEAL = 8
"""Cards that `moon` deals to everyone and up to which `amigo` fills the hands."""
HAND_LIMIT = 4
"""Cards that may be kept at the end of one's move."""
OPEN_COUNTERS = 5
DRAWS = 3
"""Counters drawn by everyone in the third phase."""
FERRY = "mare_nebulae"
FERRYMEN = LAKES[FERRY].any_cards["moon"]
EARLY_END_OF_MOON = 3
"""The only round at whose end all 20 towns end the match in `moon`."""

_CARAVAN_IF_UNABLE = "a caravan is only for those who cannot pay the counter of the road"


def _shared(*, unable: bool, keep_open: bool) -> tuple[Option, ...]:
    return (
        Option(name="caravan_only_if_unable", summary=_CARAVAN_IF_UNABLE, default=unable),
        Option(
            name="caravan_cost",
            summary="cards of any kind that a caravan costs; an obstacle adds one",
            default=3,
            minimum=3,
            maximum=5,
        ),
        Option(
            name="obstacle_counts_as_kept",
            summary="an unused obstacle is the one counter that may be kept, or leaves the game",
            default=False,
        ),
        Option(
            name="keep_open_counters",
            summary="the open counters stay from round to round instead of being mixed with the others",
            default=keep_open,
        ),
        Option(
            name="first_player",
            summary="who begins the first round: a seat drawn at random, or seat 0",
            default="random",
            choices=("random", "seat_0"),
        ),
    )


AMIGO = Variant(
    name="amigo",
    title="Elfenland (Amigo)",
    summary="The printed rules: hands are filled up to eight cards, both lakes cost two rafts.",
    min_seats=2,
    max_seats=6,
    options=(
        Option(name="home_town", summary="each has a secret home town to end near", default=False),
        Option(name="rounds", summary="rounds to play", default=4, minimum=3, maximum=4),
        Option(
            name="draw_to_three_open",
            summary="draw until three counters lie open, so that a kept open counter saves a draw",
            default=True,
        ),
        *_shared(unable=True, keep_open=True),
    ),
)

MOON = Variant(
    name="moon",
    title="Elfenland (Alan R. Moon)",
    summary="The author's rules: eight more cards each round, home towns, ferrymen, free choice of caravans.",
    min_seats=2,
    max_seats=6,
    options=(
        Option(
            name="ferrymen_cost",
            summary="cards of any kind that the ferrymen of Mare Nebulae take",
            default=FERRYMEN,
            minimum=2,
            maximum=5,
        ),
        *_shared(unable=False, keep_open=False),
    ),
)
