"""What the seats of parley can choose, and what comes of it in the end."""

from __future__ import annotations

from sagahall.games.kernel import Detail, Dice, Form, FormField, Outcome, Seat, Standing
from sagahall.games.parley.moves import Accept, Answer, Demand, Move, Offer, Pass, Seal, Withdraw
from sagahall.games.parley.rules import NOTE_LENGTH
from sagahall.games.parley.state import AnyCard, OfSuit, Over, Sealing, State, Suit, Talking, Wish, meets

WISHES: tuple[Wish, ...] = (AnyCard(), *(OfSuit(suit) for suit in Suit))


def to_act(state: State) -> tuple[Seat, ...]:
    """Everybody who has not sealed; then whoever is asked, or whose turn it is."""
    match state.stage:
        case Sealing():
            return tuple(seat for seat in state.present if state.envoys[seat].sealed is None)
        case Talking(queue, claim):
            return queue[:1] if claim is None else (claim.target,)
        case Over():
            return ()


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every move of the seat but its offers; in the talks, what costs nothing and ends its turn comes first."""
    if seat not in state.present:
        return ()
    match state.stage:
        case Sealing():
            envoy = state.envoys[seat]
            return tuple(Seal(card) for card in envoy.hand) if envoy.sealed is None else ()
        case Talking() as talks:
            return (*_answers(state, seat, talks), *_turns(state, seat, talks), *_dealings(state, seat))
        case Over():
            return ()


def _answers(state: State, seat: Seat, talks: Talking) -> tuple[Move, ...]:
    claim = talks.claim
    if claim is None or claim.target != seat:
        return ()
    return (Answer(None), *(Answer(card) for card in state.envoys[seat].hand if card.suit is claim.suit))


def _turns(state: State, seat: Seat, talks: Talking) -> tuple[Move, ...]:
    if talks.claim is not None or talks.queue[0] != seat:
        return ()
    targets = [other for other in state.present if other != seat and state.envoys[other].hand]
    return (Pass(), *(Demand(other, suit) for other in targets if state.demands for suit in Suit))


def _dealings(state: State, seat: Seat) -> tuple[Move, ...]:
    own = (Withdraw(),) if state.proposal(seat) else ()
    others = [p for p in state.proposals if p.to == seat and p.coins <= state.envoys[p.seat].coins]
    return (*own, *(Accept(p.seat, card) for p in others for card in state.envoys[seat].hand if meets(card, p.wish)))


def forms(state: State, seat: Seat) -> tuple[Form[Move], ...]:
    """The form of an offer, while the seat can make one."""
    others = [other for other in state.present if other != seat]
    able = isinstance(state.stage, Talking) and seat in state.present and state.envoys[seat].coins > 0
    if not able or not others or state.proposal(seat):
        return ()
    blanks = (
        FormField(name="to", summary="The seat that may accept", choices=tuple(map(str, others))),
        FormField(name="coins", summary="What you pay", minimum=1, maximum=state.envoys[seat].coins),
        FormField(name="wish", summary="What you want", choices=tuple(map(_wish_json, WISHES))),
        FormField(name="note", summary=f"A line for that seat only, at most {NOTE_LENGTH} characters"),
    )
    return (Form("offer", "Offer coins for a card", blanks, Offer(others[0], 1, AnyCard(), "")),)


def _wish_json(wish: Wish) -> str:
    return '{"anyCard":{}}' if isinstance(wish, AnyCard) else f'{{"ofSuit":{{"suit":"SUIT_{wish.suit.name}"}}}}'


def default_move(state: State, seat: Seat, dice: Dice) -> Move:
    """Any card is sealed; a turn goes by; a demand is refused."""
    moves = legal_moves(state, seat)
    return dice.choice("default", moves) if isinstance(state.stage, Sealing) else moves[0]


def outcome(state: State) -> Outcome | None:
    """Most points win: a coin is one, a card of the buried suit two. Ties are shared; leavers come last."""
    if not isinstance(state.stage, Over):
        return None
    points = {seat: _points(state, seat) for seat in range(len(state.envoys))}
    keys = {seat: (seat in state.present, points[seat]) for seat in points}
    ranks = {seat: 1 + sum(other > keys[seat] for other in keys.values()) for seat in keys}
    standings = tuple(Standing(seat, ranks[seat], points[seat], _details(state, seat)) for seat in points)
    return Outcome(state.stage.ending, tuple(sorted(standings, key=lambda standing: standing.rank)))


def _suited(state: State, seat: Seat) -> int:
    assert state.buried is not None
    return sum(card.suit is state.buried.suit for card in state.envoys[seat].gains)


def _points(state: State, seat: Seat) -> int:
    return state.envoys[seat].coins + 2 * _suited(state, seat)


def _details(state: State, seat: Seat) -> tuple[Detail, ...]:
    return (Detail("coins", state.envoys[seat].coins), Detail("cards", _suited(state, seat)))
