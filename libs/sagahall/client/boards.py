"""Boards of matches, drawn by the games that are installed here."""

from __future__ import annotations

from typing import Any

from sagahall.api.match.v1 import match_pb2
from sagahall.client.problems import Problem
from sagahall.games.kernel import AnyGame
from sagahall.games.registry import GAMES
from sagahall.match.codec import Malformed
from sagahall.match.game_codec import codec_of


def board_text(match: match_pb2.Match) -> str:
    """The table as the viewer of the match sees it, for a terminal. Raises Problem for an unknown game."""
    game, view = _view(match)
    return game.text(view)


def board_svg(match: match_pb2.Match) -> str:
    """The table as the viewer of the match sees it, as an SVG picture. Raises Problem for an unknown game."""
    game, view = _view(match)
    return game.svg(view)


def _view(match: match_pb2.Match) -> tuple[AnyGame, Any]:
    game = GAMES.get(match.game)
    if game is None:
        raise Problem(f"this installation of sagahall cannot draw {match.game}; use --json")
    try:
        return game, codec_of(game).read_view(match.view)
    except Malformed as error:
        raise Problem(f"the service plays another edition of {match.game} ({error}); use --json") from error
