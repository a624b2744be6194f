"""What both pictures say: what is going on, who is who, what cards can do, and how the match came out."""

from __future__ import annotations

from collections.abc import Iterable

from sagahall.games.kernel import Seat
from sagahall.games.tir_na_nog.cards import TIMINGS, Card, Colour, Timing
from sagahall.games.tir_na_nog.labels import card_name, effect_name
from sagahall.games.tir_na_nog.saga import SPACES
from sagahall.games.tir_na_nog.scoring import BEATEN, VICTORIOUS, standings
from sagahall.games.tir_na_nog.state import Phase, Score, Step
from sagahall.games.tir_na_nog.view import ToldCard, View

_DOING = {
    Step.PLACE_BARD: "place a bard",
    Step.TAKE_CARD: "take a card",
    Step.PLAY_CARD: "play a card",
    Step.USE_EFFECT: "use or decline an effect",
    Step.DISCARD_DRAWN: "discard what was drawn",
    Step.TRIM_HANDS: "choose a card to discard",
    Step.CHOOSE_COLOUR: "choose the colour of a card",
}
LASTING = frozenset((*TIMINGS[Timing.ONGOING], *TIMINGS[Timing.SCORING]))
_ENDINGS = {BEATEN: "Balor is beaten", VICTORIOUS: "Balor wins"}


def code(colour: Colour, value: int) -> str:
    """The shortest name of a card."""
    return f"{colour.name[0]}{value}"


def named(seat: Seat | None) -> str:
    """A seat, or Balor."""
    return "Balor" if seat is None else f"seat {seat}"


def situation(view: View) -> str:
    """The round and the phase."""
    over = f": {ended(view)}" if view.phase is Phase.OVER else ""
    return f"Round {view.round} of {view.rounds}, {view.phase.value}{over}"


def ended(view: View) -> str:
    """How the match came out, in a few words."""
    return _ENDINGS.get(view.ending or "", (view.ending or "").replace("_", " "))


def task(view: View) -> str:
    """Who has to do what."""
    if not view.to_act:
        return "Nobody has to act"
    return f"To act: {', '.join(map(named, view.to_act))} ({_DOING[view.step]})"


def offer(view: View) -> str | None:
    """The effect that can be used now."""
    card = view.played
    if card is None or card.effect is None:
        return None
    drawn = f" You drew {view.drawn}: discard as many." if view.drawn else ""
    return f"Just played: {card_name(card)}. {card.effect.text}{drawn}"


def lasting(view: View) -> list[str]:
    """The cards of all sagas that work in every Journey or in the scoring, a line for each seat that has any."""
    told = {
        seat.seat: [
            f"{effect_name(card.card)} ({card.row.value} {card.space})" for card in seat.saga if lasts(card.card)
        ]
        for seat in view.seats
    }
    return [f"Lasting effects of {named(seat)}: {', '.join(cards)}" for seat, cards in told.items() if cards]


def lasts(card: Card) -> bool:
    """Whether the card has an effect that works later than when it is played."""
    return card.effect is not None and card.effect.op in LASTING


def effects_in_sight(view: View) -> list[str]:
    """What the cards can do that the viewer holds or could take, and those of all sagas that still work."""
    cards = [lying.card for lying in view.otherworld]
    for seat in view.seats:
        cards += [*seat.hand, *(told.card for told in seat.saga if lasts(told.card))]
    texts = {effect_name(card): card.effect.text for card in cards if card.effect}
    return [f"{name}: {texts[name]}" for name in sorted(texts)]


def supplies(view: View) -> str:
    """The tokens that lie on no card."""
    colours = " ".join(f"{tokens.colour.value} {tokens.count}" for tokens in view.colour_tokens)
    values = " ".join(f"{tokens.value}:{tokens.count}" for tokens in view.value_tokens)
    return f"Tokens left: {colours}; values {values}"


def piles(view: View) -> str:
    """Deck and discard pile."""
    discards = " ".join(code(card.colour, card.value) for card in view.discards) or "empty"
    return f"Deck: {view.deck_count} cards. Discard pile: {discards}"


def hand(cards: Iterable[Card]) -> str:
    """Cards one after the other."""
    return ", ".join(map(card_name, cards)) or "no cards"


def results(view: View) -> list[str]:
    """The places, best first, once the match is over; then Balor's points."""
    if view.ending is None:
        return []
    left = [seat.left for seat in view.seats]
    lines = [
        f"{standing.rank}. seat {standing.seat}: {standing.score} points" for standing in standings(view.scores, left)
    ]
    return lines + [f"Balor: {score.total} points" for score in view.scores if score.seat is None]


def told_of(view: View, seat: Seat | None) -> tuple[ToldCard, ...]:
    """The cards of a seat's saga, or of Balor's lair."""
    if seat is not None:
        return view.seats[seat].saga
    return () if view.balor is None else view.balor.cards


def spaces_shown(view: View) -> int:
    """Five spaces a row, or six if anybody has filled the sixth."""
    return max([SPACES, *(card.space for score in view.scores for card in told_of(view, score.seat))])


def summed(score: Score) -> str:
    """Where the points of a saga come from."""
    base = f"base {score.base}, " if score.seat is None else f"rows {sum(score.rows)}, effects {score.effects}, "
    return f"{base}regions {sum(score.regions)}"
