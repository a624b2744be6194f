"""Parley for the eye: labels, and the same lines of a table as text and as an SVG picture."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from textwrap import fill

from sagahall.games.parley.moves import Accept, Answer, Demand, Move, Offer, Pass, Seal, Withdraw
from sagahall.games.parley.state import AnyCard, Card, Over, Proposal, Sealing, Suit, Wish
from sagahall.games.parley.view import Place, View

COLOURS = {Suit.CROWN: "#c9a227", Suit.SWORD: "#5b6b7b", Suit.QUILL: "#8a4b9c", Suit.SHIP: "#2f6fa8"}
ROW = 24
CARD = 70
"""Pixels from line to line, and from card to card."""

Line = tuple[str, tuple[Card, ...]]
"""Words, and the cards that lie behind them."""


def label(move: Move) -> str:
    """What the move does, for people, in English."""
    match move:
        case Seal(card):
            words = f"Seal {_name(card)}"
        case Pass():
            words = "Pass"
        case Demand(target, suit):
            words = f"Demand a {suit.value} of seat {target}"
        case Answer(given):
            words = f"Give {_name(given)}" if given else "Refuse the demand"
        case Offer(to, coins, wish, _):
            words = f"Offer seat {to} {coins} coins for {_wanted(wish)}"
        case Withdraw():
            words = "Withdraw your offer"
        case Accept(seat, card):
            words = f"Accept the offer of seat {seat} and give {_name(card)}"
    return words


def text(view: View) -> str:
    """The table as lines of text."""
    lines = (f"{words} {', '.join(map(_name, cards))}" for words, cards in _lines(view))
    return "\n".join(fill(line, 100, subsequent_indent="  ") for line in lines)


def svg(view: View) -> str:
    """The table as an SVG picture: the same lines, with drawn cards."""
    lines = list(_lines(view))
    width = 420 + CARD * max(4, *(len(cards) for _, cards in lines))
    height = ROW * (len(lines) + 1)
    body = "".join(_drawn(number * ROW, line) for number, line in enumerate(lines, start=1))
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    paper = f'<rect width="{width}" height="{height}" fill="#faf6ec"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13">{paper}{body}</svg>'


def _lines(view: View) -> Iterator[Line]:
    yield f"Round {view.round} of {view.rounds}: {_happening(view)}", ()
    for place in view.places:
        yield _standing(place), place.gains
    for proposal in view.proposals:
        yield from _offered(proposal)
    yield "Turned up earlier:", view.discards
    if view.seat is not None:
        yield "Your hand:", view.hand
    if view.sealed:
        yield "Your sealed card:", (view.sealed,)
    if view.buried:
        yield "The buried card:", (view.buried,)


def _happening(view: View) -> str:
    if isinstance(view.stage, Over):
        return "the match is over"
    if isinstance(view.stage, Sealing):
        return "everybody seals a card"
    turn, claim = view.stage.queue[0], view.stage.claim
    return f"seat {turn} demands a {claim.suit.value} of seat {claim.target}" if claim else f"seat {turn} talks"


def _standing(place: Place) -> str:
    state = " (left)" if place.left else " (sealed)" if place.sealed else ""
    return f"Seat {place.seat}{state}: {place.coins} coins, {place.hand} cards in hand, gains:"


def _offered(proposal: Proposal) -> Iterator[Line]:
    wanted = _wanted(proposal.wish)
    yield f"Seat {proposal.seat} offers seat {proposal.to} {proposal.coins} coins for {wanted}", ()
    if proposal.note:
        yield f"  with the note: {proposal.note}", ()


def _name(card: Card) -> str:
    return f"{card.suit.value} {card.rank}"


def _wanted(wish: Wish) -> str:
    return "any card" if isinstance(wish, AnyCard) else f"a {wish.suit.value}"


def _drawn(y: int, line: Line) -> str:
    words, cards = line
    drawn = "".join(_card(410 + CARD * number, y, card) for number, card in enumerate(cards))
    return f'<text x="10" y="{y}">{escape(words)}</text>{drawn}'


def _card(x: int, y: int, card: Card) -> str:
    box = f'<rect x="{x}" y="{y - 15}" width="{CARD - 4}" height="20" rx="4" fill="{COLOURS[card.suit]}"/>'
    return f'{box}<text x="{x + 6}" y="{y}" fill="#ffffff">{_name(card)}</text>'
