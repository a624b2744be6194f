"""Tickets <-> what the scripts keep of them in Redis."""

from __future__ import annotations

import json
from typing import TypeAlias

from sagahall.match.canonical import canonical, from_canonical
from sagahall.match.clocks import TimeControl
from sagahall.matchmaking.grouping import Waiting
from sagahall.matchmaking.ticket import State, Ticket, Wish

Description: TypeAlias = "tuple[bytes, int, list[bytes]]"
"""A ticket as ``scripts/common.lua`` describes it: id, position, names and values of its fields in turn."""


def seats_text(wish: Wish) -> str:
    """The value of the field that keeps the seat counts of a wish."""
    return " ".join(map(str, wish.seat_counts))


def wish_fields(wish: Wish) -> list[str]:
    """The names and values, in turn, of the fields that keep the rest of a wish."""
    options = json.dumps(wish.options, sort_keys=True)
    time = canonical(TimeControl | None, wish.time_control)
    return ["game", wish.game, "variant", wish.variant, "options", options, "time_control", time, "code", wish.code]


def read_ticket(description: Description) -> Ticket:
    """The ticket that a script describes."""
    ticket, position, flat = description
    texts = [text.decode() for text in flat]
    fields = dict(zip(texts[::2], texts[1::2], strict=True))
    return Ticket(
        ticket=ticket.decode(),
        player=fields["player"],
        queue=fields["queue"],
        wish=_read_wish(fields),
        state=State(fields["state"]),
        position=position,
        created_ms=int(fields["created"]),
        expires_ms=int(fields["expires"]) if "expires" in fields else None,
        match=fields.get("match"),
        seat=int(fields["seat"]) if "seat" in fields else None,
    )


def read_waiting(description: tuple[bytes, bytes, bytes]) -> Waiting:
    """What the matcher has to know of a ticket: its id, its player and its seat counts."""
    ticket, player, seats = description
    return Waiting(ticket.decode(), player.decode(), frozenset(_read_numbers(seats.decode())))


def _read_wish(fields: dict[str, str]) -> Wish:
    return Wish(
        game=fields["game"],
        variant=fields["variant"],
        options=json.loads(fields["options"]),
        seat_counts=_read_numbers(fields["seats"]),
        time_control=from_canonical(TimeControl | None, fields["time_control"]),
        code=fields["code"],
    )


def _read_numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))
