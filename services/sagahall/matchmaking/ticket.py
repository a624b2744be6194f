"""Tickets: what a player waits for, and how far it has come."""

from __future__ import annotations

import hashlib
import json
from base64 import b32encode
from dataclasses import dataclass, field
from enum import Enum

from sagahall.games.kernel import Options, Seat
from sagahall.match.canonical import canonical
from sagahall.match.clocks import TimeControl


class State(Enum):
    """Where a ticket stands."""

    WAITING = "waiting"
    FORMING = "forming"
    MATCHED = "matched"
    CANCELLED = "cancelled"
    EXPIRED = "expired"

    @property
    def final(self) -> bool:
        """Whether the ticket will never change again."""
        return self not in (State.WAITING, State.FORMING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a ticket waits for: all options are resolved, the seat counts ascend and are not empty."""

    game: str
    variant: str
    options: Options
    seat_counts: tuple[int, ...]
    time_control: TimeControl | None = None
    code: str = ""
    """What friends know; empty for a wish that anybody may share."""

    @property
    def queue(self) -> str:
        """The queue of everybody who wishes for the same game, variant, options, time control and code."""
        time = canonical(TimeControl | None, self.time_control)
        return digest(self.game, self.variant, json.dumps(self.options, sort_keys=True), time, self.code)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """A ticket as it stands. Times are milliseconds since 1970 by the clock of Redis.

    Two tickets that differ only in ``expires_ms`` are equal: that it was kept alive is no news.
    """

    ticket: str
    player: str
    queue: str
    wish: Wish
    state: State
    position: int
    created_ms: int
    expires_ms: int | None = field(compare=False)
    match: str | None
    seat: Seat | None


def ticket_id(player: str, request_id: str) -> str:
    """The id of the ticket that a player's request makes: a repeated request names the same ticket."""
    return digest(player, request_id)


def digest(*texts: str) -> str:
    """80 bits of a hash of the texts, as 16 characters from a-z and 2-7."""
    return b32encode(hashlib.sha256(json.dumps(texts).encode()).digest()[:10]).decode().lower()
