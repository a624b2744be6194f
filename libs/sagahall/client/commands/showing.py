"""Boards and changes, shown so that they fit the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from sagahall.api.match.v1 import match_pb2
from sagahall.client.boards import board_text
from sagahall.client.commands.options import pasted
from sagahall.client.output import console, note, say
from sagahall.client.words import frame_lines

_told: set[str] = set()
"""The matches of which it was said that the terminal is too narrow."""


def show_board(match: match_pb2.Match, player: str | None) -> None:
    """Draws the board that the player sees. Tells once what to do if the terminal is too narrow for it."""
    drawn = board_text(match)
    needed = max(map(len, drawn.splitlines()))
    if needed > console.width and match.match not in _told:
        _told.add(match.match)
        seat = match.seat if match.HasField("seat") else None
        picture = pasted("board", match.match, output="board.svg", seat=seat, **{"as": player})
        note(f"the board needs {needed} columns, this terminal has {console.width}; as a picture:  {picture}")
    say(drawn)


def show_frame(frame: match_pb2.Frame, names: Sequence[str]) -> None:
    """Tells what happened; lines are folded for a terminal, and left whole for a pipe."""
    say("\n".join(frame_lines(frame, names, console.width if console.is_terminal else None)))
