"""What moves have in common that the rules demand of them."""

from __future__ import annotations

from sagahall.games.battlefields_of_olympus.combat import Refusal, stand
from sagahall.games.battlefields_of_olympus.state import Battle, Phase, State
from sagahall.games.kernel import IllegalMove, Seat


def actor(state: State) -> Seat | None:
    """The seat that has to act; None when, and only when, the match is over."""
    if state.phase is Phase.OVER:
        return None
    if state.looking is not None:
        return state.looking
    if state.challenge is not None:
        return state.challenge.asked[0]
    if state.battle is None:
        return state.turn
    if state.phase is Phase.TIE_EXTRA:
        return state.battle.line[-1].seat
    fighter = stand(state.battle).actor
    return state.battle.other(fighter) if state.phase is Phase.SKIRMISH_REPLY else fighter


def demand(holds: bool, rule: str, detail: str) -> None:
    """Raises IllegalMove with that rule unless it holds."""
    if not holds:
        raise IllegalMove(rule, detail)


def allow(refusal: Refusal) -> None:
    """Raises IllegalMove if there is a refusal."""
    if refusal is not None:
        raise IllegalMove(*refusal)


def demand_turn(state: State, seat: Seat, *phases: Phase) -> None:
    """The seat has to act, in one of the phases. Raises IllegalMove."""
    demand(actor(state) == seat, "not-your-turn", "it is not this seat that has to act")
    demand(state.looking is None, "hand-first", "the hand has to be chosen from hand and reserve first")
    demand(state.phase in phases, "wrong-phase", f"this cannot be done in the phase {state.phase.value}")


def demand_battle(state: State, seat: Seat, *phases: Phase) -> Battle:
    """The battle in which the seat has to act, in one of the phases. Raises IllegalMove."""
    demand_turn(state, seat, *phases)
    assert state.battle is not None
    return state.battle
