"""What each event of Tír na nÓg changes. Nothing is checked and nothing is drawn here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from sagahall.games.tir_na_nog.facts import CARDS, ROUNDS
from sagahall.games.tir_na_nog.moves import (
    BardPlaced,
    CardDiscarded,
    CardPlayed,
    CardRecoloured,
    CardRevalued,
    CardsDiscarded,
    CardsDrawn,
    CardTaken,
    ColourChosen,
    DiscardChosen,
    EchtraBegan,
    EffectDeclined,
    Event,
    GazeTurned,
    HandDealt,
    HandsTrimmed,
    MatchScored,
    MatchSetUp,
    OtherworldDealt,
    OwnCardMoved,
    OwnCardsSwapped,
    RoundEnded,
    SeatLeft,
)
from sagahall.games.tir_na_nog.saga import Place, SagaCard
from sagahall.games.tir_na_nog.state import Actor, Bard, State, Step
from sagahall.games.tir_na_nog.turns import next_journey_turn, next_saga_turn, turn_after_leaving


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after the events."""
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: State, event: Event) -> State:
    """The state after the event."""
    return _EVOLVE[type(event)](state, event)


def without(cards: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    """The cards that are left when some are taken out."""
    return tuple(card for card in cards if card not in gone)


# Setting up and dealing


def _match_set_up(state: State, event: MatchSetUp) -> State:
    return replace(state, faces=event.faces, first=event.first, step=Step.DEAL)


def _hand_dealt(state: State, event: HandDealt) -> State:
    return state.with_player(event.seat, hand=event.cards)


def _otherworld_dealt(state: State, event: OtherworldDealt) -> State:
    return replace(
        state,
        otherworld=event.cards,
        discards=() if event.reshuffled else state.discards,
        turn=state.first,
        step=Step.PLACE_BARD if state.balor is None else Step.GAZE,
    )


def _gaze_turned(state: State, event: GazeTurned) -> State:
    discards = () if event.reshuffled else state.discards
    gaze = CARDS[event.card].colour
    return replace(state, gaze=gaze, discards=(*discards, event.card), step=Step.PLACE_BARD)


# Journey, Saga and Echtra


def _bard_placed(state: State, event: BardPlaced) -> State:
    used = () if event.permit is None else (event.permit,)
    bards = (*state.bards, Bard(event.seat, event.spot))
    return next_journey_turn(replace(state, bards=bards, used=state.used + used))


def _card_taken(state: State, event: CardTaken) -> State:
    bards = list(state.bards)
    bards.remove(Bard(event.seat, event.spot))
    state = state.with_player(event.seat, hand=(*state.player(event.seat).hand, event.card))
    otherworld = tuple(lying for lying in state.otherworld if lying.card != event.card)
    return replace(state, otherworld=otherworld, bards=tuple(bards), step=Step.PLAY_CARD)


def _card_played(state: State, event: CardPlayed) -> State:
    player, card = state.player(event.seat), CARDS[event.card]
    new = SagaCard(card.id, event.place.row, event.place.space, card.colour, card.value)
    state = state.with_player(event.seat, hand=without(player.hand, card.id), saga=(*player.saga, new))
    return replace(state, step=Step.USE_EFFECT, played=card.id) if event.offers else next_saga_turn(state)


def _card_discarded(state: State, event: CardDiscarded) -> State:
    return next_saga_turn(_discarded(state, event.seat, event.card))


def _discarded(state: State, actor: Actor, *cards: str) -> State:
    state = state.with_player(actor, hand=without(state.player(actor).hand, *cards))
    return replace(state, discards=state.discards + cards)


# Effects


def _with_changed(state: State, actor: Actor, changes: Mapping[Place, Callable[[SagaCard], SagaCard]]) -> State:
    """The table after changes of the cards in some spaces of a saga."""
    saga = tuple(changes[card.place](card) if card.place in changes else card for card in state.player(actor).saga)
    return state.with_player(actor, saga=saga)


def _to(place: Place) -> Callable[[SagaCard], SagaCard]:
    return lambda card: replace(card, row=place.row, space=place.space)


def _own_card_moved(state: State, event: OwnCardMoved) -> State:
    (old,) = (card.place for card in state.player(event.seat).saga if card.card == event.card)
    return next_saga_turn(_with_changed(state, event.seat, {old: _to(event.place)}))


def _own_cards_swapped(state: State, event: OwnCardsSwapped) -> State:
    changes = {event.first: _to(event.second), event.second: _to(event.first)}
    return next_saga_turn(_with_changed(state, event.seat, changes))


def _card_recoloured(state: State, event: CardRecoloured) -> State:
    changes = {event.place: lambda card: replace(card, colour=event.colour)}
    return next_saga_turn(_with_changed(state, event.seat, changes))


def _card_revalued(state: State, event: CardRevalued) -> State:
    changes = {event.place: lambda card: replace(card, value=event.value)}
    return next_saga_turn(_with_changed(state, event.seat, changes))


def _cards_drawn(state: State, event: CardsDrawn) -> State:
    state = state.with_player(event.seat, hand=state.player(event.seat).hand + event.cards)
    discards = () if event.reshuffled else state.discards
    return replace(state, discards=discards, drawn=event.count, step=Step.DISCARD_DRAWN)


def _cards_discarded(state: State, event: CardsDiscarded) -> State:
    return next_saga_turn(_discarded(state, event.seat, *event.cards))


def _effect_declined(state: State, _event: EffectDeclined) -> State:
    return next_saga_turn(state)


def _echtra_began(state: State, _event: EchtraBegan) -> State:
    return next_saga_turn(replace(state, echtra=True))


# Upkeep and ending


def _discard_chosen(state: State, event: DiscardChosen) -> State:
    return state.with_player(event.seat, discard=event.card)


def _hands_trimmed(state: State, event: HandsTrimmed) -> State:
    for discard in event.discards:
        state = _discarded(state, discard.seat, discard.card).with_player(discard.seat, discard=None)
    return state


def _round_ended(state: State, event: RoundEnded) -> State:
    state = replace(state, first=event.first, turn=event.first, echtra=False, used=(), gaze=None)
    if event.round == ROUNDS:
        return replace(state, step=Step.CHOOSE_COLOUR)
    discards = state.discards + tuple(lying.card for lying in state.otherworld)
    return replace(state, round=event.round + 1, otherworld=(), discards=discards, step=Step.DEAL)


def _colour_chosen(state: State, event: ColourChosen) -> State:
    card = state.player(event.seat).at(event.place)
    assert card is not None
    state = _with_changed(state, event.seat, {event.place: lambda card: replace(card, colour=event.colour)})
    return replace(state, chosen=(*state.chosen, card.card))


def _match_scored(state: State, event: MatchScored) -> State:
    return replace(state, ending=event.ending, scores=event.scores, step=Step.NOTHING)


def _seat_left(state: State, event: SeatLeft) -> State:
    state = state.with_player(event.seat, hand=(), discard=None, left=True)
    bards = tuple(bard for bard in state.bards if bard.seat != event.seat)
    return turn_after_leaving(replace(state, bards=bards), event.seat)


_EVOLVE: Mapping[type[Any], Callable[[State, Any], State]] = {
    MatchSetUp: _match_set_up,
    HandDealt: _hand_dealt,
    OtherworldDealt: _otherworld_dealt,
    GazeTurned: _gaze_turned,
    BardPlaced: _bard_placed,
    CardTaken: _card_taken,
    CardPlayed: _card_played,
    CardDiscarded: _card_discarded,
    OwnCardMoved: _own_card_moved,
    OwnCardsSwapped: _own_cards_swapped,
    CardRecoloured: _card_recoloured,
    CardRevalued: _card_revalued,
    CardsDrawn: _cards_drawn,
    CardsDiscarded: _cards_discarded,
    EffectDeclined: _effect_declined,
    EchtraBegan: _echtra_began,
    DiscardChosen: _discard_chosen,
    HandsTrimmed: _hands_trimmed,
    RoundEnded: _round_ended,
    ColourChosen: _colour_chosen,
    MatchScored: _match_scored,
    SeatLeft: _seat_left,
}
