"""What happened, in the past tense, and who sees what of it (specification, section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from sagahall.games.battlefields_of_olympus.cards import Action, Warrior
from sagahall.games.battlefields_of_olympus.state import Bundle, Fate
from sagahall.games.kernel import Only, Public, Seat, Secret

# Cards and turns


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A turn began, the number of which counts from 1. Open hands and proposals of the turn before are gone."""

    number: Public[int]
    seat: Public[Seat]


@dataclass(frozen=True, slots=True)
class DeckReshuffled:
    """The discarded Warriors became the new deck."""

    count: Public[int]


@dataclass(frozen=True, slots=True)
class WarriorDrawn:
    """A seat drew a Warrior into its hand."""

    seat: Public[Seat]
    warrior: Annotated[Warrior, Only("seat")]


@dataclass(frozen=True, slots=True)
class WarriorReserved:
    """A seat drew a Warrior unseen onto its reserve."""

    seat: Public[Seat]
    warrior: Secret[Warrior]


@dataclass(frozen=True, slots=True)
class FateDrawn:
    """A Fate card was drawn: an Ares, or what the next event tells more of."""

    seat: Public[Seat]
    fate: Public[Fate]


@dataclass(frozen=True, slots=True)
class ActionGained:
    """The Fate card is an Action, and went into the hand."""

    seat: Public[Seat]
    action: Annotated[Action, Only("seat")]


@dataclass(frozen=True, slots=True)
class TerritoryFound:
    """The Fate card is a territory, and lies on top of the pile."""

    territory: Public[str]


@dataclass(frozen=True, slots=True)
class WarriorsDiscarded:
    """Warriors of a hand were discarded, to draw others."""

    seat: Public[Seat]
    warriors: Public[tuple[Warrior, ...]]


@dataclass(frozen=True, slots=True)
class ActionsDiscarded:
    """Actions of a hand were discarded: to draw Warriors, or because there was one too many."""

    seat: Public[Seat]
    actions: Public[tuple[Action, ...]]


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The owner of the turn ended it."""

    seat: Public[Seat]


@dataclass(frozen=True, slots=True)
class ReserveShown:
    """A seat looked at its reserve, and has to choose its hand."""

    seat: Public[Seat]
    count: Public[int]
    warriors: Annotated[tuple[Warrior, ...], Only("seat")]


@dataclass(frozen=True, slots=True)
class Refitted:
    """A seat chose its hand; ``hand`` are the cards beside those that a Scout has laid open."""

    seat: Public[Seat]
    hand_count: Public[int]
    reserve_count: Public[int]
    hand: Annotated[tuple[Warrior, ...], Only("seat")]


@dataclass(frozen=True, slots=True)
class MercenaryTaken:
    """A mercenary was drawn, face up."""

    seat: Public[Seat]
    warrior: Public[Warrior]


@dataclass(frozen=True, slots=True)
class MercenarySwapped:
    """The mercenary joined the hand; this Warrior lies open in its place."""

    seat: Public[Seat]
    warrior: Public[Warrior]


@dataclass(frozen=True, slots=True)
class MercenaryLost:
    """The last three of a colour are gone, and the mercenary was discarded."""

    seat: Public[Seat]
    warrior: Public[Warrior]


# Actions outside a battle, or anywhere


@dataclass(frozen=True, slots=True)
class ActionSpent:
    """An Action was played and discarded; the next events tell its effect."""

    seat: Public[Seat]
    action: Public[Action]


@dataclass(frozen=True, slots=True)
class TerritoryRaided:
    """A territory changed hands by a Raid."""

    seat: Public[Seat]
    owner: Public[Seat]
    territory: Public[str]


@dataclass(frozen=True, slots=True)
class HandRevealed:
    """A Scout made a seat lay these Warriors open, beside those that lay open before."""

    seat: Public[Seat]
    warriors: Public[tuple[Warrior, ...]]


@dataclass(frozen=True, slots=True)
class AmbushEliminated:
    """A Scout undid the Ambush: this seat, the ambusher, plays first."""

    seat: Public[Seat]


# Battles


@dataclass(frozen=True, slots=True)
class ChallengeIssued:
    """The owner of the turn attacks; these seats are asked in that order who defends."""

    seat: Public[Seat]
    stake: Public[str]
    asked: Public[tuple[Seat, ...]]


@dataclass(frozen=True, slots=True)
class ChallengeRefused:
    """A seat does not want to defend."""

    seat: Public[Seat]


@dataclass(frozen=True, slots=True)
class TerritoryUncontested:
    """All refused: the attacker took the stake without a battle, and Ares in play are spent."""

    seat: Public[Seat]
    territory: Public[str]


@dataclass(frozen=True, slots=True)
class BattleBegun:
    """A battle began; ``opener`` plays first."""

    attacker: Public[Seat]
    defender: Public[Seat]
    stake: Public[str]
    opener: Public[Seat]
    ambush: Public[bool]


@dataclass(frozen=True, slots=True)
class WarriorPlayed:
    """A Warrior joined the line, against the one at the place ``met`` or against none, with Actions laid on it. All
    Actions that lay on the pair before are discarded."""

    seat: Public[Seat]
    warrior: Public[Warrior]
    met: Public[int | None]
    actions: Public[tuple[Action, ...]]


@dataclass(frozen=True, slots=True)
class ActionLaid:
    """An Action was laid on the newest pair, as a move of its own or as the answer to a Skirmish."""

    seat: Public[Seat]
    action: Public[Action]


@dataclass(frozen=True, slots=True)
class ActionsCancelled:
    """An Action was played that cancelled the opponent's at that place of those laid; both are discarded."""

    seat: Public[Seat]
    action: Public[Action]
    place: Public[int]


@dataclass(frozen=True, slots=True)
class SkirmishAnnounced:
    """A fighter wants to take his Warrior back, and the opponent is asked."""

    seat: Public[Seat]


@dataclass(frozen=True, slots=True)
class SkirmishAllowed:
    """A fighter let the opponent take his Warrior back: into the hand, or onto the reserve if the hand is full."""

    seat: Public[Seat]


@dataclass(frozen=True, slots=True)
class Passed:
    """A fighter plays nothing more. On a tie the other is asked for an extra Warrior."""

    seat: Public[Seat]


@dataclass(frozen=True, slots=True)
class ExtraDeclined:
    """A fighter plays no extra Warrior."""

    seat: Public[Seat]


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """A battle was won or (winner absent) drawn. The winner took the territory, or it stays in the pile; the line is
    discarded and Ares in play are spent. ``first`` is the loser, or who played the last Warrior; the fighters choose
    their hands in this order."""

    winner: Public[Seat | None]
    territory: Public[str]
    first: Public[Seat]
    second: Public[Seat]


# Trades


@dataclass(frozen=True, slots=True)
class TradeProposed:
    """A trade was proposed. It lapses with the turn, when a party fights or leaves, or when the proposer no longer
    has what he gives."""

    proposal: Public[int]
    seat: Public[Seat]
    to: Public[Seat]
    parties: Public[tuple[Seat, ...]]
    give: Annotated[Bundle, Only("parties")]
    want: Annotated[Bundle, Only("parties")]


@dataclass(frozen=True, slots=True)
class TradeWithdrawn:
    """A proposal was taken back."""

    proposal: Public[int]
    seat: Public[Seat]
    to: Public[Seat]


@dataclass(frozen=True, slots=True)
class TradeRejected:
    """A proposal was turned down."""

    proposal: Public[int]
    seat: Public[Seat]
    to: Public[Seat]


@dataclass(frozen=True, slots=True)
class Parcel:
    """What everybody sees of the cards that one party gave: how many of each deck, those that had lain open, and the
    territories."""

    actions: int
    warriors: int
    open_warriors: tuple[Warrior, ...]
    territories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TradeAccepted:
    """A proposal was accepted: what ``seat``, who had proposed, and ``to`` gave. The territories changed hands."""

    proposal: Public[int]
    seat: Public[Seat]
    to: Public[Seat]
    given: Public[Parcel]
    returned: Public[Parcel]


@dataclass(frozen=True, slots=True)
class CardsExchanged:
    """The Actions and Warriors of an accepted trade changed hands. What a hand cannot hold went onto the reserve."""

    seat: Public[Seat]
    to: Public[Seat]
    parties: Public[tuple[Seat, ...]]
    given: Annotated[Bundle, Only("parties")]
    returned: Annotated[Bundle, Only("parties")]


# Ends


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat left for good: its cards were discarded and its territories are out of the game. Outside a battle its
    own turn is over, and so is a challenge of its."""

    seat: Public[Seat]
    warriors: Public[tuple[Warrior, ...]]
    actions: Public[tuple[Action, ...]]
    territories: Public[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over."""

    ending: Public[str]


Event: TypeAlias = (
    TurnStarted
    | DeckReshuffled
    | WarriorDrawn
    | WarriorReserved
    | FateDrawn
    | ActionGained
    | TerritoryFound
    | WarriorsDiscarded
    | ActionsDiscarded
    | TurnEnded
    | ReserveShown
    | Refitted
    | MercenaryTaken
    | MercenarySwapped
    | MercenaryLost
    | ActionSpent
    | TerritoryRaided
    | HandRevealed
    | AmbushEliminated
    | ChallengeIssued
    | ChallengeRefused
    | TerritoryUncontested
    | BattleBegun
    | WarriorPlayed
    | ActionLaid
    | ActionsCancelled
    | SkirmishAnnounced
    | SkirmishAllowed
    | Passed
    | ExtraDeclined
    | BattleEnded
    | TradeProposed
    | TradeWithdrawn
    | TradeRejected
    | TradeAccepted
    | CardsExchanged
    | SeatLeft
    | MatchEnded
)
