"""How a match goes, told while it is played: one line that changes on a terminal, else a line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sagahall.api.match.v1 import match_pb2
from sagahall.client.boards import board_text
from sagahall.client.output import console, say
from sagahall.client.words import names_of

PLAIN_SECONDS = 1.0
"""How often a line is printed where there is no terminal."""

Tell = Callable[[match_pb2.Match], None]


@contextmanager
def progress(match: match_pb2.Match) -> Iterator[Tell]:
    """Tells of the match as long as the block lasts."""
    names = ", ".join(names_of(match.players))
    say(f"{names} play {match.game} ({match.variant}), match {match.match}")
    if console.is_terminal:
        with console.status("") as status:
            yield lambda now: status.update(_line(now).replace("[", r"\["))
    else:
        yield _now_and_then(time.monotonic())


def _now_and_then(begin: float) -> Tell:
    last = begin

    def tell(now: match_pb2.Match) -> None:
        nonlocal last
        if time.monotonic() >= last + PLAIN_SECONDS:
            last = time.monotonic()
            say(_line(now))

    return tell


def _line(match: match_pb2.Match) -> str:
    """How many moves were made, who is to act, and the headline of the board."""
    names = names_of(match.players)
    acting = ", ".join(names[seat] for seat in match.to_act) or "nobody"
    headline = board_text(match).partition("\n")[0]
    return f"{match.version - 1:>5} moves, {acting} to act  |  {headline}"
