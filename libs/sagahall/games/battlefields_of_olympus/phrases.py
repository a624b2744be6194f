"""What the table looks like in words, for both pictures."""

from __future__ import annotations

from sagahall.games.battlefields_of_olympus.facts import TERRITORIES, WARRIORS
from sagahall.games.battlefields_of_olympus.names import bundled, land, title
from sagahall.games.battlefields_of_olympus.state import Phase
from sagahall.games.battlefields_of_olympus.view import BattleView, ProposalView, View
from sagahall.games.kernel import Seat

_DOING = {
    Phase.SETUP: "the cards are dealt",
    Phase.MAIN: "{actor} chooses a main action",
    Phase.ACTION_OVERFLOW: "{actor} has one Action too many: discard it or play one",
    Phase.AFTER_MAIN: "{actor} may play Actions, and ends the turn",
    Phase.CHALLENGE: "{actor} is asked to defend",
    Phase.BATTLE: "{actor} plays on or passes",
    Phase.SKIRMISH_REPLY: "{actor} allows the Skirmish or stops it with an Encircle",
    Phase.TIE_EXTRA: "{actor} may play one extra Warrior to win",
    Phase.REFIT: "the fighters choose their hands",
}
_ENDINGS = {
    "points": "enough points are made",
    "ares": "the last Ares was played",
    "last_seat": "one player is left",
}


def named(view: View, seat: Seat) -> str:
    """The seat, with a word for the viewer's own."""
    return f"seat {seat} (you)" if seat == view.seat else f"seat {seat}"


def doing(view: View) -> str:
    """Who has to do what now."""
    if view.ending is not None:
        return f"the match is over, {_ENDINGS[view.ending]}: {_winners(view)}"
    assert view.actor is not None
    who = named(view, view.actor)
    if view.looking:
        return f"{who} chooses a hand from hand and reserve"
    what = _DOING[view.phase].format(actor=who)
    return f"{what} (a Fate card has to be drawn)" if view.must_draw and view.phase is Phase.MAIN else what


def _winners(view: View) -> str:
    best = max((camp.score, len(camp.territories)) for camp in view.camps if not camp.left)
    first = [camp for camp in view.camps if not camp.left and (camp.score, len(camp.territories)) == best]
    who = " and ".join(named(view, camp.seat) for camp in first)
    return f"{who} {'wins' if len(first) == 1 else 'win'} with {best[0]} points"


def worth(territory: str) -> str:
    """A territory with its colour and points."""
    return f"{land(territory)} {TERRITORIES[territory].points}"


def battle_title(view: View) -> str:
    """Who fights for what."""
    if view.battle is not None:
        how = "ambushes" if view.battle.ambush else "attacks"
        attacker, defender = named(view, view.battle.attacker), named(view, view.battle.defender)
        return f"Battle for {worth(view.battle.stake)}: {attacker} {how} {defender}"
    if view.challenge is not None:
        refused = ", ".join(named(view, seat) for seat in view.challenge.refused)
        return (
            f"Challenge for {worth(view.challenge.stake)}: {named(view, view.turn)} attacks; refused: {refused or '-'}"
        )
    return "No battle"


def standing(view: View, battle: BattleView) -> str:
    """Who leads, and what has to be met."""
    if not battle.line:
        return "Nobody has played yet: any Warrior will do."
    lead = "A tie" if battle.leader is None else f"{named(view, battle.leader).capitalize()} leads"
    if battle.meets is None:
        return f"{lead}."
    demand = "has to be beaten, a tie is not enough" if battle.strict else "has to be beaten or tied"
    return f"{lead}: {title(battle.meets)} {demand}."


def offered(view: View, proposal: ProposalView) -> str:
    """A proposal, as far as the viewer may know it."""
    cards = "" if proposal.give is None or proposal.want is None else (
        f": {bundled(proposal.give)} for {bundled(proposal.want)}"
    )  # fmt: skip
    return f"Proposal {proposal.number} of {named(view, proposal.seat)} to {named(view, proposal.to)}{cards}"


MATCH_UPS = tuple(
    f"{card.title} beat{'' if card.title.endswith('s') or card.title.endswith('men') else 's'} "
    f"{', '.join(WARRIORS[kind].title for kind in WARRIORS if kind in card.beats)}"
    for card in WARRIORS.values()
)
"""Who beats whom."""
