"""What a player can do, in the imperative. Warriors and Actions are named by kind, territories by id."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from sagahall.games.battlefields_of_olympus.cards import Action, Warrior
from sagahall.games.battlefields_of_olympus.state import Bundle
from sagahall.games.kernel import Seat


@dataclass(frozen=True, slots=True)
class DrawFate:
    """The main action: draw a Fate card."""


@dataclass(frozen=True, slots=True)
class SwapWarriors:
    """The main action: discard Warriors of the hand, then draw as many."""

    cards: tuple[Warrior, ...]


@dataclass(frozen=True, slots=True)
class TradeActions:
    """The main action: discard Actions and draw as many Warriors."""

    cards: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class StartBattle:
    """The main action: attack for the top territory of the pile."""


@dataclass(frozen=True, slots=True)
class DiscardAction:
    """Discard the Action that is one too many."""

    card: Action


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the own turn."""


@dataclass(frozen=True, slots=True)
class PlayAmbush:
    """Attack the target for the best territory of the pile; it plays first and cannot refuse."""

    target: Seat


@dataclass(frozen=True, slots=True)
class PlayRaid:
    """Take a territory from another player."""

    territory: str


@dataclass(frozen=True, slots=True)
class PlayRally:
    """Draw a Warrior onto the own reserve, look at it and choose the hand anew."""


@dataclass(frozen=True, slots=True)
class PlayScout:
    """Let the target lay his Warriors open; in a battle the opponent."""

    target: Seat


@dataclass(frozen=True, slots=True)
class PlayElite:
    """In a battle: let the own Warrior count as beating the other."""


@dataclass(frozen=True, slots=True)
class PlayFlankAttack:
    """In a battle: reverse the result of the pair."""


@dataclass(frozen=True, slots=True)
class PlaySkirmish:
    """In a battle: announce that the own Warrior is taken back."""


@dataclass(frozen=True, slots=True)
class PlayEncircle:
    """In a battle: eliminate the opponent's Elites, or his Skirmish in reply to it."""


@dataclass(frozen=True, slots=True)
class PlayWarrior:
    """In a battle: play a Warrior, with Elites and Encircles laid on it in that order; the extra one after a tie."""

    card: Warrior
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """In a battle: play nothing more."""


@dataclass(frozen=True, slots=True)
class DeclineExtra:
    """After a pass on a tie: play no extra Warrior; the battle is drawn."""


@dataclass(frozen=True, slots=True)
class AllowSkirmish:
    """Let the opponent take his Warrior back."""


@dataclass(frozen=True, slots=True)
class AcceptChallenge:
    """Become the defender."""


@dataclass(frozen=True, slots=True)
class RefuseChallenge:
    """Leave the battle to others."""


@dataclass(frozen=True, slots=True)
class Refit:
    """Choose the hand from hand and reserve; the rest becomes the reserve."""

    hand: tuple[Warrior, ...]


@dataclass(frozen=True, slots=True)
class TakeMercenary:
    """Draw the mercenary that three territories of one colour bring."""


@dataclass(frozen=True, slots=True)
class SwapMercenary:
    """Take the mercenary into the hand and lay a Warrior of the hand open in its place."""

    card: Warrior


@dataclass(frozen=True, slots=True)
class ProposeTrade:
    """Offer cards to another player for cards of his; he may not have what is wanted."""

    to: Seat
    give: Bundle
    want: Bundle


@dataclass(frozen=True, slots=True)
class AcceptTrade:
    """Accept a proposal by giving exactly the cards that it wants."""

    proposal: int
    cards: Bundle


@dataclass(frozen=True, slots=True)
class RejectTrade:
    """Turn a proposal down."""

    proposal: int


@dataclass(frozen=True, slots=True)
class WithdrawTrade:
    """Take the own proposal back."""

    proposal: int


Move: TypeAlias = (
    DrawFate
    | SwapWarriors
    | TradeActions
    | StartBattle
    | DiscardAction
    | EndTurn
    | PlayAmbush
    | PlayRaid
    | PlayRally
    | PlayScout
    | PlayElite
    | PlayFlankAttack
    | PlaySkirmish
    | PlayEncircle
    | PlayWarrior
    | Pass
    | DeclineExtra
    | AllowSkirmish
    | AcceptChallenge
    | RefuseChallenge
    | Refit
    | TakeMercenary
    | SwapMercenary
    | ProposeTrade
    | AcceptTrade
    | RejectTrade
    | WithdrawTrade
)

TradeMove: TypeAlias = ProposeTrade | AcceptTrade | RejectTrade | WithdrawTrade
