"""What a viewer may see of a match (specification, section 4)."""

from __future__ import annotations

from dataclasses import dataclass

from sagahall.games.battlefields_of_olympus.cards import Action, Warrior
from sagahall.games.battlefields_of_olympus.combat import stand
from sagahall.games.battlefields_of_olympus.demands import actor
from sagahall.games.battlefields_of_olympus.facts import PROPOSALS_PER_TURN
from sagahall.games.battlefields_of_olympus.scoring import score
from sagahall.games.battlefields_of_olympus.state import Battle, Bundle, Camp, Challenge, Phase, Placed, Proposal, State
from sagahall.games.kernel import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CampView:
    """What everybody sees of one seat."""

    seat: Seat
    hand_count: int
    """The Warriors in hand, open ones among them."""
    revealed: tuple[Warrior, ...]
    reserve_count: int
    action_count: int
    territories: tuple[str, ...]
    score: int
    mercenary: Warrior | None
    proposals_left: int
    left: bool


@dataclass(frozen=True, slots=True)
class LaidView:
    """An Action on the newest pair of a battle, and whether it is active."""

    seat: Seat
    action: Action
    active: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleView:
    """A battle, and how it stands."""

    attacker: Seat
    defender: Seat
    stake: str
    ambush: bool
    """An Ambush that a Scout can still undo, as long as no Warrior is played."""
    line: tuple[Placed, ...]
    met: int | None
    laid: tuple[LaidView, ...]
    leader: Seat | None
    meets: Warrior | None
    strict: bool


@dataclass(frozen=True, slots=True)
class ProposalView:
    """An open proposal; what it is about only for its two parties."""

    number: int
    seat: Seat
    to: Seat
    give: Bundle | None
    want: Bundle | None


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The table as one seat, or a spectator, sees it."""

    seat: Seat | None
    phase: Phase
    turn: Seat
    turns: int
    actor: Seat | None
    looking: bool
    """The actor looks at its reserve and has to choose its hand."""
    swapped: bool
    idle_turns: int
    must_draw: bool
    camps: tuple[CampView, ...]
    pile: tuple[str, ...]
    ares_in_play: int
    ares_spent: int
    fate_count: int
    deck_count: int
    warrior_discards: tuple[Warrior, ...]
    action_discards: tuple[Action, ...]
    removed: tuple[str, ...]
    challenge: Challenge | None
    battle: BattleView | None
    proposals: tuple[ProposalView, ...]
    hand: tuple[Warrior, ...]
    """The viewer's Warriors, open ones among them."""
    actions: tuple[Action, ...]
    reserve: tuple[Warrior, ...]
    """The viewer's reserve, while it is looked at."""
    ending: str | None


def view(state: State, seat: Seat | None) -> View:
    """The table as the seat, or a spectator (None), may see it."""
    own = Camp() if seat is None else state.camps[seat]
    looking = seat is not None and state.looking == seat
    return View(
        seat=seat,
        phase=state.phase,
        turn=state.turn,
        turns=state.turns,
        actor=actor(state),
        looking=state.looking is not None,
        swapped=state.swapped,
        idle_turns=state.idle_turns,
        must_draw=state.must_draw,
        camps=tuple(_camp(number, camp) for number, camp in enumerate(state.camps)),
        pile=state.pile,
        ares_in_play=state.ares_in_play,
        ares_spent=state.ares_spent,
        fate_count=state.fate_count,
        deck_count=len(state.deck),
        warrior_discards=state.warrior_discards,
        action_discards=state.action_discards,
        removed=state.removed,
        challenge=state.challenge,
        battle=None if state.battle is None else _battle(state.battle),
        proposals=tuple(_overheard(proposal, seat) for proposal in state.proposals),
        hand=own.warriors,
        actions=own.actions,
        reserve=own.reserve if looking else (),
        ending=state.ending,
    )


def _camp(seat: Seat, camp: Camp) -> CampView:
    return CampView(
        seat=seat,
        hand_count=len(camp.warriors),
        revealed=camp.revealed,
        reserve_count=len(camp.reserve),
        action_count=len(camp.actions),
        territories=camp.territories,
        score=score(camp.territories),
        mercenary=camp.mercenary,
        proposals_left=PROPOSALS_PER_TURN - camp.proposals,
        left=camp.left,
    )


def _battle(battle: Battle) -> BattleView:
    now = stand(battle)
    laid = zip(battle.laid, now.active, strict=True)
    return BattleView(
        attacker=battle.attacker,
        defender=battle.defender,
        stake=battle.stake,
        ambush=battle.ambush,
        line=battle.line,
        met=battle.met,
        laid=tuple(LaidView(card.seat, card.action, active) for card, active in laid),
        leader=now.leader,
        meets=now.meets,
        strict=now.strict,
    )


def _overheard(proposal: Proposal, seat: Seat | None) -> ProposalView:
    party = seat in (proposal.seat, proposal.to)
    give, want = (proposal.give, proposal.want) if party else (None, None)
    return ProposalView(proposal.number, proposal.seat, proposal.to, give, want)
