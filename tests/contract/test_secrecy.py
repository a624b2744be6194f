"""Nobody learns what is hidden from their seat: not by contents, size, order, choices, refusals or timing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.attempts import CONTRACT, attempts
from tests.contract.playing import Position, moves, playings, positions, secret
from tests.contract.secrecy import scrambled, seen, undeclared, view
from tests.contract.tables import THOROUGH, Table

from sagahall.api.parley.v1 import parley_pb2
from sagahall.games.kernel import AnyGame, IllegalMove, Only, Public, Seat, Secret
from sagahall.match.codec import Codec
from sagahall.match.dice import HmacDice
from sagahall.match.redaction import hidden_fields
from sagahall.match.shapes import OneOf, shape_of


def twin(position: Position, viewer: Seat | None, seed: object = "twin") -> Position:
    """The same match as far as the viewer can tell."""
    dice = HmacDice(secret(seed), str(position.table), position.version)
    return position.with_state(position.table.game.resample(position.state, viewer, dice))


def event_classes(game: AnyGame) -> Iterator[type[Any]]:
    shape = shape_of(game.event_type)
    assert isinstance(shape, OneOf)
    for _, struct in shape.members:
        yield struct.type


def test_every_field_of_every_event_declares_who_sees_it(game: AnyGame) -> None:
    """B13."""
    assert [problem for event_class in event_classes(game) for problem in undeclared(event_class)] == []


@dataclass(frozen=True, slots=True)
class Forgetful:
    """An event of a game that says nothing about who sees it; its message is that of parley's Refused."""

    seat: Public[Seat]
    to: Seat
    coins: Annotated[int, Only("to")]


@dataclass(frozen=True, slots=True)
class Sound:
    seat: Public[Seat]
    to: Secret[Seat]
    coins: Annotated[int, Only("seat")]


def test_an_undeclared_field_is_found() -> None:
    """B13: a new event type without a declared visibility fails."""
    assert undeclared(Forgetful) == [
        "Forgetful.to does not declare who sees it",
        "Forgetful.coins must name a public field of seats, not to",
    ]
    assert undeclared(Sound) == []


def test_an_undeclared_field_is_hidden_from_everybody_on_the_wire() -> None:
    """B13, B14: a game that forgets to declare leaks nothing."""
    event = Forgetful(seat=3, to=2, coins=7)
    codec = Codec(Forgetful, parley_pb2.Refused)

    for viewer in (0, 3, None):
        assert codec.encode(event, hidden_fields(event, viewer)) == parley_pb2.Refused(seat=3)
    assert codec.encode(event, hidden_fields(event, 2)) == parley_pb2.Refused(seat=3, coins=7)
    assert codec.encode(event) == parley_pb2.Refused(seat=3, to=2, coins=7)


@settings(CONTRACT, max_examples=60 * THOROUGH)
@given(data=st.data())
def test_an_event_is_seen_the_same_whatever_is_hidden_in_it(table: Table, data: st.DataObject) -> None:
    """B11, B12, B15: byte for byte, set-up included, and it disturbs the same seats."""
    playing = data.draw(st.sampled_from(playings(table)))
    event = data.draw(st.sampled_from(playing.events))
    viewer = data.draw(st.sampled_from(table.viewers))
    other = data.draw(scrambled(event, viewer))

    assert seen(table.game, other, viewer) == seen(table.game, event, viewer)
    if viewer is not None:
        assert table.game.disturbs(other, viewer) == table.game.disturbs(event, viewer)


def test_a_view_is_the_same_whatever_is_hidden_from_the_viewer(table: Table) -> None:
    """B11, B15, B78: byte for byte, for every seat and for spectators."""
    for position in positions(table):
        for viewer in table.viewers:
            assert view(twin(position, viewer), viewer) == view(position, viewer)


def test_who_has_to_act_and_what_came_out_is_the_same_whatever_is_hidden(table: Table) -> None:
    game = table.game
    for position in positions(table):
        for viewer in table.viewers:
            other = twin(position, viewer)
            assert game.to_act(other.state) == game.to_act(position.state)
            assert game.outcome(other.state) == game.outcome(position.state)


def test_a_seat_can_choose_the_same_whatever_is_hidden_from_it(table: Table) -> None:
    for position in positions(table):
        for seat in range(table.seats):
            other = twin(position, seat)
            assert other.listed(seat) == position.listed(seat)
            assert other.forms(seat) == position.forms(seat)


@settings(CONTRACT, max_examples=60 * THOROUGH)
@given(data=st.data())
def test_a_refusal_is_the_same_whatever_is_hidden_from_the_seat(table: Table, data: st.DataObject) -> None:
    position, seat, move = data.draw(attempts(table))

    assert same_refusal(twin(position, seat).refusal(seat, move), position.refusal(seat, move))


def same_refusal(one: IllegalMove | None, other: IllegalMove | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.rule, one.detail) == (other.rule, other.detail)


def test_an_event_that_hides_something_tells_nothing_of_it_in_its_other_fields(table: Table) -> None:
    """B15: the same change in a match that only differs in secrets is seen alike, up to the first open revelation.

    Where an event both hides and shows what came out by chance, it has to be two events.
    """
    for before, turn in moves(table):
        assert turn.seat is not None
        for viewer in table.viewers:
            other = twin(before, viewer)
            if other.refusal(turn.seat, turn.move) is None:
                assert_alike(table.game, turn.events, other.decide(turn.seat, turn.move), viewer)


def assert_alike(game: AnyGame, events: tuple[Any, ...], others: tuple[Any, ...], viewer: Seat | None) -> None:
    for event, other in zip(events, others, strict=False):
        if seen(game, event, viewer) != seen(game, other, viewer):
            assert not hidden_fields(event, viewer), f"{event} tells {viewer} of what it hides"
            return
    assert len(events) == len(others)


def test_what_a_seat_knows_and_a_viewer_must_not_is_drawn_again(table: Table) -> None:
    """A resample that left the secrets of a seat as they are would let the tests above pass for nothing."""
    events = {event for playing in playings(table) for event in playing.events}
    for viewer in table.viewers:
        for seat in set(range(table.seats)) - {viewer}:
            secret_of_seat = any(hidden_fields(event, viewer) - hidden_fields(event, seat) for event in events)
            redrawn = any(view(twin(position, viewer), seat) != view(position, seat) for position in positions(table))
            assert redrawn or not secret_of_seat


def test_a_twin_can_be_played_on(table: Table) -> None:
    """What is drawn again is a state of the game: what seats may do there is accepted."""
    for position in positions(table)[::3]:
        for viewer in table.viewers:
            other = twin(position, viewer)
            for seat in table.game.to_act(other.state):
                assert other.decide(seat, other.listed(seat)[0])


def test_the_move_of_another_is_no_part_of_what_happened(game: AnyGame) -> None:
    """Moves are shown to their seat only: events are made of other classes."""
    shape = shape_of(game.move_type)
    assert isinstance(shape, OneOf)
    assert not {struct.type for _, struct in shape.members} & set(event_classes(game))
