"""The forms of moves with several cards, which are listed in one order of the cards only, and of trades.

Each choice of a list can be taken once: a card that is there twice is among the choices twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sagahall.games.battlefields_of_olympus.cards import Action, Warrior
from sagahall.games.battlefields_of_olympus.choices import refit_choices
from sagahall.games.battlefields_of_olympus.choices_battle import warrior_choices
from sagahall.games.battlefields_of_olympus.choices_trade import acceptable, partners, single_cards
from sagahall.games.battlefields_of_olympus.combat import LAID_IN_ADDITION, stand
from sagahall.games.battlefields_of_olympus.demands import actor
from sagahall.games.battlefields_of_olympus.facts import MAX_TRADED, TERRITORIES, WARRIOR_HAND
from sagahall.games.battlefields_of_olympus.moves import (
    AcceptTrade,
    Move,
    PlayWarrior,
    ProposeTrade,
    Refit,
    SwapWarriors,
    TradeActions,
)
from sagahall.games.battlefields_of_olympus.rules_trade import may_propose
from sagahall.games.battlefields_of_olympus.state import Bundle, Camp, Phase, State
from sagahall.games.kernel import Form, FormField, Seat

OPEN = (SwapWarriors, TradeActions, PlayWarrior, Refit, ProposeTrade, AcceptTrade)
"""The kinds of moves whose cards may come in any order."""


def forms(state: State, seat: Seat) -> tuple[Form[Move], ...]:
    """The forms that the seat can fill in now."""
    if state.phase is Phase.OVER or state.camps[seat].left:
        return ()
    own = _own_forms(state, state.camps[seat]) if actor(state) == seat else ()
    return (*own, *_trade_forms(state, seat))


def _own_forms(state: State, camp: Camp) -> Iterator[Form[Move]]:
    if state.looking is not None:
        yield _refit(camp)
    elif state.phase is Phase.MAIN and not state.must_draw:
        if camp.warriors:
            cards = _cards("cards", "Warriors of your hand", _spelled(camp.warriors), 1)
            yield Form("swap_warriors", "Swap several Warriors", (cards,), SwapWarriors(camp.warriors))
        if camp.actions:
            cards = _cards("cards", "Actions of your hand", _spelled(camp.actions), 1)
            yield Form("trade_actions", "Trade several Actions for Warriors", (cards,), TradeActions(camp.actions))
    elif state.phase is Phase.BATTLE:
        yield from _warrior(state, camp)


def _refit(camp: Camp) -> Form[Move]:
    summary = "Warriors of hand and reserve, those that lie open among them"
    hand = _cards("hand", summary, _spelled(camp.warriors + camp.reserve), len(camp.revealed), WARRIOR_HAND)
    return Form("refit", "Choose your hand", (hand,), next(refit_choices(camp)))


def _warrior(state: State, camp: Camp) -> Iterator[Form[Move]]:
    assert state.battle is not None
    laid = [move for move in warrior_choices(camp, stand(state.battle)) if move.actions]
    if laid:
        card = FormField(
            name="card", summary="The Warrior", choices=_spelled(dict.fromkeys(move.card for move in laid))
        )
        held = [action for action in camp.actions if action in LAID_IN_ADDITION]
        actions = _cards("actions", "Actions of your hand, in the order of laying", _spelled(held), 0)
        yield Form("play_warrior", "Play a Warrior with Actions", (card, actions), laid[0])


def _trade_forms(state: State, seat: Seat) -> Iterator[Form[Move]]:
    for proposal in state.proposals:
        if acceptable(state, seat, proposal):
            number = FormField(name="proposal", summary="The number of the proposal", choices=(str(proposal.number),))
            fields = (number, *_bundle("cards", "You give", proposal.want, exactly=True))
            example = AcceptTrade(proposal.number, proposal.want)
            yield Form("accept_trade", f"Accept proposal {proposal.number}", fields, example)
    if state.trading and may_propose(state, seat):
        yield from _proposal(state, seat)


def _proposal(state: State, seat: Seat) -> Iterator[Form[Move]]:
    camp, others = state.camps[seat], partners(state, seat)
    gives = single_cards(camp)
    if others and gives:
        to = FormField(name="to", summary="The seat that may accept", choices=tuple(map(str, others)))
        own = Bundle(camp.actions, camp.warriors, camp.territories)
        give = _bundle("give", "You give", own)
        want = _bundle("want", "You want", Bundle(tuple(Action), tuple(Warrior), tuple(TERRITORIES)))
        wanted = Bundle(actions=(Action.ELITE,))
        label = f"Propose a trade of 1 to {MAX_TRADED} cards for 1 to {MAX_TRADED}"
        yield Form("propose_trade", label, (to, *give, *want), ProposeTrade(others[0], gives[0], wanted))


def _bundle(path: str, who: str, cards: Bundle, *, exactly: bool = False) -> tuple[FormField, ...]:
    decks = {"actions": _spelled(cards.actions), "warriors": _spelled(cards.warriors), "territories": cards.territories}
    return tuple(
        _cards(f"{path}.{deck}", f"{who} these {deck}", choices, len(choices) if exactly else 0, MAX_TRADED)
        for deck, choices in decks.items()
    )


def _cards(name: str, summary: str, choices: tuple[str, ...], least: int, most: int | None = None) -> FormField:
    most = len(choices) if most is None else min(most, len(choices))
    return FormField(name=name, summary=summary, choices=choices, min_items=least, max_items=most)


def _spelled(cards: Iterable[Warrior | Action]) -> tuple[str, ...]:
    """The kinds as JSON spells them."""
    return tuple(f"{type(card).__name__.upper()}_{card.name}" for card in cards)
