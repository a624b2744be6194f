"""The codec of one game: its moves, events and views in the oneofs of the public API."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from google.protobuf.message import Message

from sagahall.api.match.v1 import games_pb2
from sagahall.games.kernel import AnyGame
from sagahall.match.codec import Codec, Malformed
from sagahall.match.redaction import NONE_HIDDEN
from sagahall.match.shapes import UnsupportedType


class GameCodec:
    """Carries a game's values in ``match.v1.Move``, ``Event`` and ``View``.

    Raises UnsupportedType if the game's classes, its proto area and those oneofs do not fit together.
    """

    def __init__(self, game: AnyGame) -> None:
        area = import_module(f"sagahall.api.{game.name}.v1.{game.name}_pb2")
        self._name = game.name
        self._moves = self._codec(game.move_type, area.Move, games_pb2.Move)
        self._events = self._codec(game.event_type, area.Event, games_pb2.Event)
        self._views = self._codec(game.view_type, area.View, games_pb2.View)

    def _codec(self, annotation: Any, inner: type[Message], outer: type[Message]) -> Codec:
        field = outer.DESCRIPTOR.fields_by_name.get(self._name)
        if field is None or field.message_type != inner.DESCRIPTOR:
            raise UnsupportedType(outer.DESCRIPTOR.full_name, f"has no field {self._name} for {inner.__name__}")
        return Codec(annotation, inner)

    def move(self, move: Any) -> games_pb2.Move:
        """The message of a move."""
        message = games_pb2.Move()
        self._moves.fill(self._inner(message), move)
        return message

    def event(self, event: Any, omit: frozenset[str] = NONE_HIDDEN) -> games_pb2.Event:
        """The message of an event, without the fields named in ``omit``."""
        message = games_pb2.Event()
        self._events.fill(self._inner(message), event, omit)
        return message

    def view(self, view: Any) -> games_pb2.View:
        """The message of a view."""
        message = games_pb2.View()
        self._views.fill(self._inner(message), view)
        return message

    def read_move(self, message: games_pb2.Move) -> Any:
        """The move that a message carries. Raises Malformed."""
        return self._read(self._moves, message)

    def read_event(self, message: games_pb2.Event) -> Any:
        """The event that a complete message carries. Raises Malformed."""
        return self._read(self._events, message)

    def read_view(self, message: games_pb2.View) -> Any:
        """The view that a message carries. Raises Malformed."""
        return self._read(self._views, message)

    def _inner(self, message: Any) -> Any:
        inner = getattr(message, self._name)
        inner.SetInParent()
        return inner

    def _read(self, codec: Codec, message: Any) -> Any:
        if message.WhichOneof("game") != self._name:
            raise Malformed(self._name, "is required")
        try:
            return codec.decode(getattr(message, self._name))
        except Malformed as error:
            raise error.under(self._name) from None


@cache
def codec_of(game: AnyGame) -> GameCodec:
    """The codec of a game, built once."""
    return GameCodec(game)
