"""Matches that are played at random, in process: where tests get valid records from."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sagahall.eventlog.keys import match_id
from sagahall.games.kernel import AnyGame, Seat
from sagahall.games.registry import GAMES
from sagahall.match.change import Cause, create, move
from sagahall.match.match import Step

PARTITIONS = 8
START_MS = 1_700_000_000_000


def match_named(name: str) -> str:
    """A match id, the same for the same name."""
    return match_id("tests", name, PARTITIONS)


def play(name: str, players: tuple[str, ...] = ("ann", "bob"), game: str = "parley") -> list[Step]:
    """All steps of a match, the same for the same name: moves of seats that are to act, until it is over."""
    return list(playing(name, players, game))


def whisper(seat: Seat, to: Seat) -> str:
    """What a seat whispers to another, when it does."""
    return f"marker-{seat}-{to}-7c1f0e"


def playing(name: str, players: tuple[str, ...] = ("ann", "bob"), game: str = "parley") -> Iterator[Step]:
    """The steps of a match, one after the other."""
    chance = random.Random(name)
    rules = GAMES[game]
    variant = rules.variant("")
    now = START_MS + chance.randrange(10**9)
    step = create(
        rules,
        match=match_named(name),
        variant=variant.name,
        options=variant.resolve({}),
        players=players,
        secret=hashlib.sha256(name.encode()).digest(),
        cause=Cause(player=players[0], request_id=f"{name}-1", now=now),
    )
    yield step
    while step.match.to_act:
        seat = chance.choice(step.match.to_act)
        chosen = chance.choice(_moves(rules, step.match.state, seat))
        now += chance.randrange(5000)
        cause = Cause(player=players[seat], request_id=f"{name}-{step.match.version + 1}", now=now)
        step = move(step.match, seat, chosen, cause)
        yield step


def _moves(rules: AnyGame, state: Any, seat: Seat) -> tuple[Any, ...]:
    """The listed moves of a seat, and one offer with a whisper if it can make one."""
    offers = [form.example for form in rules.forms(state, seat) if form.kind == "offer"]
    whispers = [replace(offer, note=whisper(seat, offer.to)) for offer in offers if rules.name == "parley"]
    return (*rules.legal_moves(state, seat), *whispers)
