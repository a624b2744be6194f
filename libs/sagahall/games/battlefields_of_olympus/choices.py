"""What a seat can choose (specification, sections 5 to 10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sagahall.games.battlefields_of_olympus.cards import Action
from sagahall.games.battlefields_of_olympus.choices_battle import battle_choices, extra_choices, reply_choices
from sagahall.games.battlefields_of_olympus.choices_trade import trade_choices
from sagahall.games.battlefields_of_olympus.demands import actor
from sagahall.games.battlefields_of_olympus.facts import ACTIONS, EARLY_AMBUSH, WARRIOR_HAND
from sagahall.games.battlefields_of_olympus.moves import (
    AcceptChallenge,
    AllowSkirmish,
    DeclineExtra,
    DiscardAction,
    DrawFate,
    EndTurn,
    Move,
    Pass,
    PlayAmbush,
    PlayRaid,
    PlayRally,
    PlayScout,
    Refit,
    RefuseChallenge,
    StartBattle,
    SwapMercenary,
    SwapWarriors,
    TakeMercenary,
    TradeActions,
)
from sagahall.games.battlefields_of_olympus.multisets import ordered, selections
from sagahall.games.battlefields_of_olympus.rules_turn import HIRING
from sagahall.games.battlefields_of_olympus.scoring import has_colour_group
from sagahall.games.battlefields_of_olympus.state import Camp, Phase, State
from sagahall.games.kernel import Dice, Seat


def to_act(state: State) -> tuple[Seat, ...]:
    """The one seat that has to act; none when the match is over."""
    seat = actor(state)
    return () if seat is None else (seat,)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every move of the seat, but of the trades that it could propose only those of one card for one."""
    if state.phase is Phase.OVER or state.camps[seat].left:
        return ()
    own = tuple(_own_choices(state, seat)) if actor(state) == seat else ()
    return own + trade_choices(state, seat)


def _own_choices(state: State, seat: Seat) -> Iterator[Move]:
    """The moves of the seat to act; the first of each phase costs least."""
    if state.looking is not None:
        yield from refit_choices(state.camps[seat])
        return
    yield from _CHOICES[state.phase](state, seat)
    if state.phase in HIRING:
        yield from _mercenary_choices(state, seat)


def refit_choices(camp: Camp) -> Iterator[Refit]:
    """Every hand out of hand and reserve, the present one first."""
    present = ordered(camp.warriors)
    yield Refit(present)
    for cards in selections(ordered(camp.hand + camp.reserve), 0, WARRIOR_HAND - len(camp.revealed)):
        hand = ordered(camp.revealed + cards) if camp.revealed else cards
        if hand != present:
            yield Refit(hand)


def _main_choices(state: State, seat: Seat) -> Iterator[Move]:
    camp = state.camps[seat]
    yield DrawFate()
    if not state.must_draw:
        yield from map(SwapWarriors, selections(ordered(camp.warriors), 1, WARRIOR_HAND))
        yield from map(TradeActions, selections(camp.actions, 1, len(camp.actions)))
        if state.pile:
            yield StartBattle()
    yield from _any_time_choices(state, seat, ambush=EARLY_AMBUSH and not state.must_draw)


def _overflow_choices(state: State, seat: Seat) -> Iterator[Move]:
    yield from map(DiscardAction, dict.fromkeys(state.camps[seat].actions))
    yield from _any_time_choices(state, seat, ambush=True)


def _after_main_choices(state: State, seat: Seat) -> Iterator[Move]:
    yield EndTurn()
    yield from _any_time_choices(state, seat, ambush=True)


def _any_time_choices(state: State, seat: Seat, *, ambush: bool) -> Iterator[Move]:
    """The Actions of the own turn outside a battle."""
    held = {action for action in state.camps[seat].actions if ACTIONS[action].any_time}
    others = state.after(seat)
    if Action.AMBUSH in held and state.pile and ambush:
        yield from map(PlayAmbush, others)
    if Action.RAID in held:
        yield from (PlayRaid(territory) for other in others for territory in state.camps[other].territories)
    if Action.RALLY in held:
        yield PlayRally()
    if Action.SCOUT in held:
        yield from map(PlayScout, others)


def _challenge_choices(_state: State, _seat: Seat) -> Iterator[Move]:
    yield RefuseChallenge()
    yield AcceptChallenge()


def _mercenary_choices(state: State, seat: Seat) -> Iterator[Move]:
    camp = state.camps[seat]
    if camp.mercenary is None:
        if has_colour_group(camp.territories) and not state.no_warriors:
            yield TakeMercenary()
    elif not state.swapped:
        yield from map(SwapMercenary, dict.fromkeys(camp.warriors))


_CHOICES: Mapping[Phase, Callable[[State, Seat], Iterator[Move]]] = {
    Phase.MAIN: _main_choices,
    Phase.ACTION_OVERFLOW: _overflow_choices,
    Phase.AFTER_MAIN: _after_main_choices,
    Phase.CHALLENGE: _challenge_choices,
    Phase.BATTLE: battle_choices,
    Phase.SKIRMISH_REPLY: reply_choices,
    Phase.TIE_EXTRA: extra_choices,
}

_DEFAULTS: Mapping[Phase, Move] = {
    Phase.MAIN: DrawFate(),
    Phase.AFTER_MAIN: EndTurn(),
    Phase.CHALLENGE: RefuseChallenge(),
    Phase.BATTLE: Pass(),
    Phase.SKIRMISH_REPLY: AllowSkirmish(),
    Phase.TIE_EXTRA: DeclineExtra(),
}


def default_move(state: State, seat: Seat, dice: Dice) -> Move:
    """For who lets the time run out: a Fate card is drawn, a hand stays as it is, any Action is discarded where there
    is one too many; everything else is ended, passed, refused, declined or allowed."""
    camp = state.camps[seat]
    if state.looking is not None:
        return Refit(ordered(camp.warriors))
    if state.phase is Phase.ACTION_OVERFLOW:
        return DiscardAction(dice.choice("default", camp.actions))
    return _DEFAULTS[state.phase]
