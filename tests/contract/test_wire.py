"""Every move, event and view survives the wire both ways."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.attempts import CONTRACT
from tests.contract.playing import playings, positions
from tests.contract.tables import THOROUGH, Table
from tests.contract.values import values

from sagahall.api.match.v1 import games_pb2
from sagahall.games.kernel import AnyGame
from sagahall.match.game_codec import codec_of


def test_what_was_played_survives_the_wire(table: Table) -> None:
    codec = codec_of(table.game)
    for playing in playings(table):
        for turn in playing.turns:
            for event in turn.events:
                sent = codec.event(event).SerializeToString()
                assert codec.read_event(games_pb2.Event.FromString(sent)) == event
            if turn.move is not None:
                sent = codec.move(turn.move).SerializeToString()
                assert codec.read_move(games_pb2.Move.FromString(sent)) == turn.move


def test_what_a_seat_sees_and_can_do_survives_the_wire(table: Table) -> None:
    codec = codec_of(table.game)
    for position in positions(table):
        for viewer in table.viewers:
            view = table.game.view(position.state, viewer)
            assert codec.read_view(games_pb2.View.FromString(codec.view(view).SerializeToString())) == view
        for seat in range(table.seats):
            for move in (*position.listed(seat), *(form.example for form in position.forms(seat))):
                assert codec.read_move(games_pb2.Move.FromString(codec.move(move).SerializeToString())) == move


@settings(CONTRACT, max_examples=40 * THOROUGH)
@given(data=st.data())
def test_any_move_event_or_view_survives_the_wire(game: AnyGame, data: st.DataObject) -> None:
    codec = codec_of(game)
    move, event, view = (data.draw(values(kind)) for kind in (game.move_type, game.event_type, game.view_type))

    assert codec.read_move(games_pb2.Move.FromString(codec.move(move).SerializeToString())) == move
    assert codec.read_event(games_pb2.Event.FromString(codec.event(event).SerializeToString())) == event
    assert codec.read_view(games_pb2.View.FromString(codec.view(view).SerializeToString())) == view
