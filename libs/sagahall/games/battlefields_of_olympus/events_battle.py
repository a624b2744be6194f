"""What happened in challenges and battles; everybody sees all of it."""

from __future__ import annotations

from dataclasses import dataclass

from sagahall.games.battlefields_of_olympus.cards import Action, Warrior
from sagahall.games.kernel import Public, Seat


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
    """A fighter let the opponent take his Warrior back: into the hand, or onto the reserve if the hand is full. The
    Actions on the pair are discarded."""

    seat: Public[Seat]
    owner: Public[Seat]
    warrior: Public[Warrior]
    reserved: Public[bool]


@dataclass(frozen=True, slots=True)
class Passed:
    """A fighter plays nothing more. On a tie the other is asked for an extra Warrior."""

    seat: Public[Seat]
    tied: Public[bool]


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
