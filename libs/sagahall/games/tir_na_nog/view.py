"""What a viewer may see of a match, and what might lie in its place as far as the viewer can tell."""

from __future__ import annotations

from dataclasses import dataclass

from sagahall.games.kernel import Dice, Seat
from sagahall.games.tir_na_nog.cards import Card, Colour, Row
from sagahall.games.tir_na_nog.choices import to_act
from sagahall.games.tir_na_nog.effects import colour_supply, value_supply
from sagahall.games.tir_na_nog.facts import CARDS, FACES, ROUNDS
from sagahall.games.tir_na_nog.otherworld import Cell
from sagahall.games.tir_na_nog.saga import SagaCard
from sagahall.games.tir_na_nog.scoring import scores
from sagahall.games.tir_na_nog.state import Phase, Player, Score, State, Step


@dataclass(frozen=True, slots=True)
class Geis:
    """The geis beside a row."""

    id: str
    row: Row
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class OtherworldCard:
    """A card of the Otherworld."""

    cell: Cell
    card: Card


@dataclass(frozen=True, slots=True)
class StandingBard:
    """A bard in the Otherworld; of Balor, if it is no seat's. A stray one touches no card."""

    seat: Seat | None
    spot: str
    stray: bool


@dataclass(frozen=True, slots=True)
class ToldCard:
    """A card of a saga, with the colour and value that count, which a token may have changed."""

    row: Row
    space: int
    card: Card
    colour: Colour
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """What everybody sees of one seat; the hand, and the discard chosen in the upkeep, only where the viewer may."""

    seat: Seat
    hand_count: int
    hand: tuple[Card, ...]
    saga: tuple[ToldCard, ...]
    has_chosen: bool
    discard: Card | None
    left: bool


@dataclass(frozen=True, slots=True)
class Lair:
    """Balor in solo play: his colour in this round, and the cards of his lair."""

    difficulty: str
    gaze: Colour | None
    cards: tuple[ToldCard, ...]


@dataclass(frozen=True, slots=True)
class ColourTokens:
    """The tokens of a colour that lie on no card."""

    colour: Colour
    count: int


@dataclass(frozen=True, slots=True)
class ValueTokens:
    """The tokens of a value that lie on no card."""

    value: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The table as one seat, or a spectator, sees it."""

    viewer: Seat | None
    round: int
    rounds: int
    phase: Phase
    step: Step
    to_act: tuple[Seat, ...]
    first: Seat | None
    geasa: tuple[Geis, ...]
    rows: int
    columns: int
    otherworld: tuple[OtherworldCard, ...]
    bards: tuple[StandingBard, ...]
    seats: tuple[SeatView, ...]
    balor: Lair | None
    scores: tuple[Score, ...]
    played: Card | None
    drawn: int
    used: tuple[str, ...]
    deck_count: int
    discards: tuple[Card, ...]
    colour_tokens: tuple[ColourTokens, ...]
    value_tokens: tuple[ValueTokens, ...]
    ending: str | None


_PHASES = {
    Step.SET_UP: Phase.SETUP,
    Step.DEAL: Phase.SETUP,
    Step.GAZE: Phase.SETUP,
    Step.PLACE_BARD: Phase.JOURNEY,
    Step.TRIM_HANDS: Phase.UPKEEP,
    Step.CHOOSE_COLOUR: Phase.SCORING,
    Step.NOTHING: Phase.OVER,
}


def phase_of(state: State) -> Phase:
    """The phase that the step belongs to."""
    return _PHASES.get(state.step, Phase.ECHTRA if state.echtra else Phase.SAGA)


def view(state: State, viewer: Seat | None) -> View:
    """The table as the viewer may see it. Everything is shown to all when the match is over."""
    active = state.active_bards()
    return View(
        viewer=viewer,
        round=state.round,
        rounds=ROUNDS,
        phase=phase_of(state),
        step=state.step,
        to_act=to_act(state),
        first=state.first,
        geasa=tuple(_geis(face) for face in state.faces),
        rows=state.grid.rows,
        columns=state.grid.columns,
        otherworld=tuple(OtherworldCard(lying.cell, CARDS[lying.card]) for lying in state.otherworld),
        bards=tuple(StandingBard(bard.seat, bard.spot, bard not in active) for bard in state.bards),
        seats=tuple(
            _seat_view(seat, player, seat == viewer or state.ending is not None)
            for seat, player in enumerate(state.players)
        ),
        balor=_lair(state),
        scores=state.scores or scores(state),
        played=None if state.played is None else CARDS[state.played],
        drawn=state.drawn,
        used=state.used,
        deck_count=len(state.deck),
        discards=tuple(CARDS[card] for card in state.discards),
        colour_tokens=tuple(ColourTokens(*tokens) for tokens in colour_supply(state).items()),
        value_tokens=tuple(ValueTokens(*tokens) for tokens in value_supply(state).items()),
        ending=state.ending,
    )


def _geis(face_id: str) -> Geis:
    face = FACES[face_id]
    return Geis(face.id, face.row, face.name, face.text)


def _seat_view(seat: Seat, player: Player, open_hand: bool) -> SeatView:
    discard = player.discard if open_hand else None
    return SeatView(
        seat=seat,
        hand_count=len(player.hand),
        hand=tuple(CARDS[card] for card in player.hand) if open_hand else (),
        saga=tuple(map(_told, player.saga)),
        has_chosen=player.discard is not None,
        discard=None if discard is None else CARDS[discard],
        left=player.left,
    )


def _told(card: SagaCard) -> ToldCard:
    return ToldCard(card.row, card.space, CARDS[card.card], card.colour, card.value)


def _lair(state: State) -> Lair | None:
    if state.balor is None or state.difficulty is None:
        return None
    return Lair(state.difficulty, state.gaze, tuple(map(_told, state.balor.saga)))


def resample(state: State, viewer: Seat | None, dice: Dice) -> State:
    """The same match with other cards in the hands of others, and so in the deck, and other discards chosen."""
    if state.ending is not None:
        return state
    others = [seat for seat in range(len(state.players)) if seat != viewer]
    held = [card for seat in others for card in state.players[seat].hand]
    cards = iter(dice.shuffled("resample", [*held, *state.deck]))
    for seat in others:
        player = state.players[seat]
        hand = tuple(next(cards) for _ in player.hand)
        discard = None if player.discard is None else dice.choice("resample-discards", hand)
        state = state.with_player(seat, hand=hand, discard=discard)
    return state
