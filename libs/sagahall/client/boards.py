"""Boards of matches, drawn by the games that are installed here."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from sagahall.api.match.v1 import match_pb2
from sagahall.client.problems import Problem
from sagahall.client.words import names_of
from sagahall.games.kernel import AnyGame
from sagahall.match.codec import Malformed
from sagahall.match.game_codec import codec_of

SEAT = re.compile(r"\b[Ss]eat (\d+)\b")
"""What games, which know no players, call one."""
LONGEST_NAME = 12
"""For how many characters there is room in a picture."""


def board_text(match: match_pb2.Match) -> str:
    """The table as the viewer of the match sees it, for a terminal; the last line tells who plays which seat.

    Raises Problem for an unknown game.
    """
    game, view = _view(match)
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(names_of(match.players)))
    return f"{game.text(view)}\nSeats: {seats}"


def board_svg(match: match_pb2.Match) -> str:
    """The table as the viewer of the match sees it, as an SVG picture in which the players have their names.

    Raises Problem for an unknown game.
    """
    game, view = _view(match)
    names = [escape(_cut(name)) for name in names_of(match.players)]
    return SEAT.sub(lambda found: names[int(found[1])], game.svg(view))


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _view(match: match_pb2.Match) -> tuple[AnyGame, Any]:
    from sagahall.games.registry import GAMES  # noqa: PLC0415  # most commands do not draw, and need not load them

    game = GAMES.get(match.game)
    if game is None:
        raise Problem(f"this installation of sagahall cannot draw {match.game}; use --json")
    try:
        return game, codec_of(game).read_view(match.view)
    except Malformed as error:
        raise Problem(f"the service plays another edition of {match.game} ({error}); use --json") from error
