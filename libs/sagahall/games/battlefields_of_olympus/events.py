"""What happened, in the past tense, and who sees what of it (specification, section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from sagahall.games.battlefields_of_olympus.cards import Action, Warrior
from sagahall.games.battlefields_of_olympus.events_battle import (
    ActionLaid,
    ActionsCancelled,
    BattleBegun,
    BattleEnded,
    ChallengeIssued,
    ChallengeRefused,
    ExtraDeclined,
    Passed,
    SkirmishAllowed,
    SkirmishAnnounced,
    TerritoryUncontested,
    WarriorPlayed,
)
from sagahall.games.battlefields_of_olympus.events_trade import (
    CardsExchanged,
    TradeAccepted,
    TradeProposed,
    TradeRejected,
    TradeWithdrawn,
)
from sagahall.games.battlefields_of_olympus.state import Fate
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
