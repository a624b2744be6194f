"""Changes of matches in words, for any game: what the protos name is what is said."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from sagahall.api.common.v1 import common_pb2
from sagahall.api.match.v1 import games_pb2, match_pb2

LEAST_WIDTH = 20
"""Narrower than this nothing is folded."""

Field = Any
"""A field descriptor; its class differs between the implementations of protobuf."""


def names_of(players: Iterable[common_pb2.Player]) -> tuple[str, ...]:
    """The names of the players by seat; who plays several seats is told apart by their numbers."""
    names = [player.player for player in players]
    return tuple(f"{name}#{seat}" if names.count(name) > 1 else name for seat, name in enumerate(names))


def frame_lines(frame: match_pb2.Frame, names: Sequence[str], width: int | None = None) -> list[str]:
    """What happened: version, local time, who and what; one line for each event, folded if there is a width."""
    who = names[frame.seat] if frame.HasField("seat") else "-"
    head = f"{frame.version:>5}  {local_time(frame.time):%H:%M:%S}  {who:<{max(map(len, names))}}  "
    happened = [event_words(event, names) for event in frame.events]
    if frame.change != match_pb2.CHANGE_MOVED:
        happened.insert(0, match_pb2.Change.Name(frame.change).removeprefix("CHANGE_").lower().replace("_", " "))
    if width is not None:
        happened = [part for line in happened for part in _folded(line, width - len(head))]
    return [f"{head if index == 0 else ' ' * len(head)}{line}" for index, line in enumerate(happened)]


def _folded(line: str, width: int) -> list[str]:
    return textwrap.wrap(line, max(width, LEAST_WIDTH), subsequent_indent="  ", break_on_hyphens=False)


def local_time(time: Timestamp) -> datetime:
    """The time as the clock on the wall shows it."""
    return time.ToDatetime(tzinfo=UTC).astimezone()


def event_words(event: games_pb2.Event, names: Sequence[str]) -> str:
    """An event of any game: its kind, then every field that is told."""
    game = event.WhichOneof("game")
    return _message_words(getattr(event, game), names) if game else "something that this release does not know"


def _message_words(message: Message, names: Sequence[str]) -> str:
    oneofs = message.DESCRIPTOR.oneofs_by_name.values()
    chosen = [kind for one in oneofs if not one.name.startswith("_") and (kind := message.WhichOneof(one.name))]
    if chosen:
        inner = _message_words(getattr(message, chosen[0]), names)
        return ": ".join(filter(None, (chosen[0].replace("_", " "), inner)))
    told = [field for field in message.DESCRIPTOR.fields if _is_told(message, field)]
    return ", ".join(_field_words(message, field, names) for field in told)


def _is_told(message: Message, field: Field) -> bool:
    if field.is_repeated:
        return len(getattr(message, field.name)) > 0
    # Seat 0 is as good as any other, but looks like a field that is not set.
    return message.HasField(field.name) if field.has_presence else field.name == "seat" or getattr(message, field.name)


def _field_words(message: Message, field: Field, names: Sequence[str]) -> str:
    value = getattr(message, field.name)
    values = value if field.is_repeated else [value]
    if field.name in ("seat", "seats"):
        return ", ".join(names[seat] for seat in values)
    words = [field.name.replace("_", " "), *(_value_words(field, item, names) for item in values)]
    return " ".join(filter(None, words))


def _value_words(field: Field, value: Any, names: Sequence[str]) -> str:
    if isinstance(value, Message):
        return f"({_message_words(value, names)})"
    if field.enum_type is not None:
        options = field.enum_type.values_by_number
        prefix = options[0].name.removesuffix("UNSPECIFIED")
        return str(options[value].name).removeprefix(prefix).lower().replace("_", " ")
    return "" if value is True else str(value)


def standing_rows(outcome: common_pb2.Outcome, names: Sequence[str]) -> list[tuple[object, ...]]:
    """A row for each seat, best first: place, player, score and what it is made of."""
    return [
        (
            standing.rank,
            names[standing.seat],
            standing.score,
            ", ".join(f"{detail.name.replace('_', ' ')} {detail.value}" for detail in standing.details),
        )
        for standing in outcome.standings
    ]


STANDING_COLUMNS = ("place", "player", "score", "details")


def standings_title(outcome: common_pb2.Outcome, version: int) -> str:
    """How the match ended, and at which version."""
    return f"The match is over at version {version}: {outcome.ending.replace('_', ' ')}"
