"""Each card exists once and each note can be marked, so that what is hidden can be searched for in what others get."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from google.protobuf.message import Message
from tests.contract.playing import Playing, playings, secret
from tests.contract.secrecy import seen
from tests.contract.tables import TABLES
from tests.games.parley.tables import DICE, crown, play_events, ship, sword, talking

from sagahall.api.parley.v1 import parley_pb2
from sagahall.games.kernel import Seat
from sagahall.games.parley.game import PARLEY
from sagahall.games.parley.moves import Offer
from sagahall.games.parley.state import DECK, AnyCard, Card, Over, State, Suit
from sagahall.match.dice import HmacDice
from sagahall.match.game_codec import codec_of
from sagahall.match.redaction import hidden_fields

CODEC = codec_of(PARLEY)
MARKER = "under the third lantern"
VIEWERS = (0, 1, 2, None)


def cards_in(message: Message) -> Iterator[Card]:
    if isinstance(message, parley_pb2.Card):
        yield Card(list(Suit)[message.suit - 1], message.rank)
    for field, value in message.ListFields():
        if field.type == field.TYPE_MESSAGE:
            for item in value if field.is_repeated else (value,):
                yield from cards_in(item)


def may_know(state: State, viewer: Seat | None) -> set[Card]:
    """The viewer's own cards and those that lie open."""
    known = set(state.discards).union(*(envoy.gains for envoy in state.envoys))
    if viewer is not None:
        known |= set(state.envoys[viewer].cards)
    if isinstance(state.stage, Over) and state.buried:
        known.add(state.buried)
    return known


PLAYINGS = [playing for table in TABLES if table.game is PARLEY for playing in playings(table)]


@pytest.mark.parametrize("playing", PLAYINGS, ids=lambda playing: str(playing.table))
def test_no_card_is_shown_before_it_is_turned_up(playing: Playing) -> None:
    """B11, B12, B84: in no view and no event, to no seat and no spectator."""
    for viewer in playing.table.viewers:
        known: set[Card] = set()
        for turn in playing.turns:
            known |= may_know(turn.after, viewer)
            shown = set(cards_in(CODEC.view(PARLEY.view(turn.after, viewer))))
            for event in turn.events:
                shown |= set(cards_in(CODEC.event(event, hidden_fields(event, viewer))))
            assert shown <= known


def test_a_note_reaches_its_two_parties_only() -> None:
    """B11, B13."""
    state = talking((crown(1),), (crown(2),), (crown(3),))
    events = PARLEY.decide(state, 0, Offer(1, 1, AnyCard(), MARKER), DICE)
    state = play_events(state, events)

    readers = {
        viewer: MARKER.encode() in b"".join(seen(PARLEY, event, viewer) for event in events) for viewer in VIEWERS
    }
    assert readers == {0: True, 1: True, 2: False, None: False}
    for viewer in VIEWERS:
        assert (MARKER.encode() in CODEC.view(PARLEY.view(state, viewer)).SerializeToString()) == readers[viewer]
        assert (MARKER in PARLEY.text(PARLEY.view(state, viewer))) == readers[viewer]
        assert (MARKER in PARLEY.svg(PARLEY.view(state, viewer))) == readers[viewer]


def test_what_a_third_seat_cannot_know_is_all_drawn_again() -> None:
    state = talking((crown(1), sword(1)), (crown(2), sword(2)), (crown(3), sword(3)))
    state = play_events(state, PARLEY.decide(state, 0, Offer(1, 1, AnyCard(), MARKER), DICE))
    twins = [PARLEY.resample(state, 2, HmacDice(secret(seed), "parley", 1)) for seed in range(60)]

    assert {len(twin.envoys[0].hand) for twin in twins} == {2}
    assert {twin.envoys[2] for twin in twins} == {state.envoys[2]}
    assert MARKER not in {twin.proposals[0].note for twin in twins}
    assert len({twin.buried for twin in twins}) > 20
    held = {card for twin in twins for card in twin.envoys[0].hand}
    assert len(held) > 30
    assert not held & set(state.envoys[2].hand)


def test_no_card_is_lost_or_doubled_when_it_is_drawn_again() -> None:
    state = talking((crown(1), sword(1)), (crown(2), ship(2)))
    for seed in range(20):
        twin = PARLEY.resample(state, None, HmacDice(secret(seed), "parley", 1))
        cards = [twin.buried, *twin.stock, *(card for envoy in twin.envoys for card in envoy.cards)]
        assert len(cards) == len(DECK)
        assert set(cards) == set(DECK)
