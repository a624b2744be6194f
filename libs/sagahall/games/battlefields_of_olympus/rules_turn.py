"""The actions of a turn outside battles, the mercenary and the reserve (specification, sections 5, 6.5 and 9)."""

from __future__ import annotations

from sagahall.games.battlefields_of_olympus.chronicle import Chronicle
from sagahall.games.battlefields_of_olympus.demands import demand, demand_turn
from sagahall.games.battlefields_of_olympus.events import (
    ActionGained,
    ActionsDiscarded,
    FateDrawn,
    MercenarySwapped,
    MercenaryTaken,
    Refitted,
    TerritoryFound,
    TurnEnded,
    WarriorsDiscarded,
)
from sagahall.games.battlefields_of_olympus.facts import DRAWS, WARRIOR_HAND
from sagahall.games.battlefields_of_olympus.moves import (
    DiscardAction,
    DrawFate,
    EndTurn,
    Refit,
    StartBattle,
    SwapMercenary,
    SwapWarriors,
    TakeMercenary,
    TradeActions,
)
from sagahall.games.battlefields_of_olympus.multisets import contains, without
from sagahall.games.battlefields_of_olympus.rules_battle import open_battle
from sagahall.games.battlefields_of_olympus.scoring import has_colour_group
from sagahall.games.battlefields_of_olympus.state import OWN_TURN, Fate, Phase, State
from sagahall.games.kernel import Seat

HIRING = (*OWN_TURN, Phase.BATTLE, Phase.TIE_EXTRA)
"""The phases in which the seat to act may take or swap its mercenary."""


def draw_fate(log: Chronicle, seat: Seat, _move: DrawFate) -> None:
    """Specification, section 5.2: an Action joins the hand; a territory or an Ares brings a Warrior and, with the other
    on the table, a battle."""
    demand_turn(log.state, seat, Phase.MAIN)
    fate = _fate(log)
    log.tell(FateDrawn(seat, fate))
    if fate is Fate.ACTION:
        log.tell(ActionGained(seat, log.dice.choice("action", log.state.fate_actions)))
        return
    if fate is Fate.TERRITORY:
        log.tell(TerritoryFound(log.dice.choice("territory", log.state.fate_territories)))
    log.draw_warriors(seat, DRAWS["fate"])
    if log.state.pile and log.state.ares_in_play:
        open_battle(log)


def _fate(log: Chronicle) -> Fate:
    """What the next Fate card is, each card of the deck being equally likely."""
    place = log.dice.below("fate", log.state.fate_count)
    if place < log.state.fate_ares:
        return Fate.ARES
    return Fate.TERRITORY if place < log.state.fate_ares + len(log.state.fate_territories) else Fate.ACTION


def swap_warriors(log: Chronicle, seat: Seat, move: SwapWarriors) -> None:
    """Specification, section 5.1: what is discarded may come back if the deck is made anew."""
    _demand_main_action(log.state, seat)
    demand(bool(move.cards), "no-cards", "at least one Warrior has to be swapped")
    demand(contains(log.state.camps[seat].warriors, move.cards), "not-in-hand", "these Warriors are not all in hand")
    log.tell(WarriorsDiscarded(seat, move.cards))
    log.draw_warriors(seat, len(move.cards))


def trade_actions(log: Chronicle, seat: Seat, move: TradeActions) -> None:
    """Specification, section 5.1."""
    _demand_main_action(log.state, seat)
    demand(bool(move.cards), "no-cards", "at least one Action has to be traded")
    demand(contains(log.state.camps[seat].actions, move.cards), "not-in-hand", "these Actions are not all in hand")
    log.tell(ActionsDiscarded(seat, move.cards))
    log.draw_warriors(seat, len(move.cards))


def start_battle(log: Chronicle, seat: Seat, _move: StartBattle) -> None:
    """Specification, section 5.1: a battle for the top territory."""
    _demand_main_action(log.state, seat)
    demand(bool(log.state.pile), "empty-pile", "there is no territory to fight for")
    open_battle(log)


def discard_action(log: Chronicle, seat: Seat, move: DiscardAction) -> None:
    """Specification, section 5.2: one of five."""
    demand_turn(log.state, seat, Phase.ACTION_OVERFLOW)
    demand(move.card in log.state.camps[seat].actions, "not-in-hand", "this Action is not in hand")
    log.tell(ActionsDiscarded(seat, (move.card,)))


def end_turn(log: Chronicle, seat: Seat, _move: EndTurn) -> None:
    """Specification, section 5.3."""
    demand_turn(log.state, seat, Phase.AFTER_MAIN)
    log.tell(TurnEnded(seat))


def refit(log: Chronicle, seat: Seat, move: Refit) -> None:
    """Specification, section 6.5, step 6, and Rally: at most a full hand, the open Warriors among it."""
    state = log.state
    demand(state.looking == seat, "no-refit", "this seat is not looking at its reserve")
    camp = state.camps[seat]
    demand(len(move.hand) <= WARRIOR_HAND, "hand-too-large", f"a hand holds at most {WARRIOR_HAND} Warriors")
    demand(contains(camp.warriors + camp.reserve, move.hand), "not-available", "hand and reserve lack these Warriors")
    demand(contains(move.hand, camp.revealed), "revealed-stay", "Warriors that lie open stay in the hand")
    rest = len(camp.warriors) + len(camp.reserve) - len(move.hand)
    log.tell(Refitted(seat, len(move.hand), rest, without(move.hand, camp.revealed)))


def take_mercenary(log: Chronicle, seat: Seat, _move: TakeMercenary) -> None:
    """Specification, section 9."""
    demand_turn(log.state, seat, *HIRING)
    camp = log.state.camps[seat]
    demand(camp.mercenary is None, "one-mercenary", "this seat has a mercenary already")
    demand(has_colour_group(camp.territories), "no-colour-group", "a mercenary comes for territories of one colour")
    demand(not log.state.no_warriors, "no-warriors", "there is no Warrior to be drawn")
    log.reshuffle_if_empty()
    log.tell(MercenaryTaken(seat, log.dice.choice("warrior", log.state.deck)))


def swap_mercenary(log: Chronicle, seat: Seat, move: SwapMercenary) -> None:
    """Specification, section 9: once between two other moves."""
    demand_turn(log.state, seat, *HIRING)
    camp = log.state.camps[seat]
    demand(camp.mercenary is not None, "no-mercenary", "this seat has no mercenary")
    demand(not log.state.swapped, "just-swapped", "the mercenary can be swapped again after another move")
    demand(move.card in camp.warriors, "not-in-hand", "this Warrior is not in hand")
    log.tell(MercenarySwapped(seat, move.card))


def _demand_main_action(state: State, seat: Seat) -> None:
    """A main action other than drawing (specification, section 5.5)."""
    demand_turn(state, seat, Phase.MAIN)
    demand(not state.must_draw, "must-draw", "after so many idle turns a Fate card has to be drawn")
