"""The table as text for a terminal of 100 columns."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from sagahall.games.battlefields_of_olympus.facts import ACTIONS, ARES_TO_END, POINTS_TO_END
from sagahall.games.battlefields_of_olympus.names import counted, title
from sagahall.games.battlefields_of_olympus.phrases import (
    MATCH_UPS,
    battle_title,
    doing,
    named,
    offered,
    standing,
    worth,
)
from sagahall.games.battlefields_of_olympus.view import BattleView, CampView, View

COLUMNS = 100


def text(view: View) -> str:
    """The table as the viewer sees it: the match, the seats, the battle, the own cards, who beats whom."""
    parts = (_heading(view), _camps(view), _field(view), _own(view), _reminders(view))
    return "\n\n".join("\n".join(_wrapped(part)) for part in parts if part)


def _wrapped(lines: list[str]) -> Iterator[str]:
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        yield from wrap(line, COLUMNS, subsequent_indent=indent)


def _heading(view: View) -> list[str]:
    pile = ", ".join(map(worth, reversed(view.pile))) or "empty"
    removed = f"; out of the game: {', '.join(map(worth, view.removed))}" if view.removed else ""
    return [
        f"Battlefields of Olympus, turn {view.turns} of {named(view, view.turn)}: {doing(view)}",
        f"Ares: {view.ares_in_play} in play, {view.ares_spent} spent; the match ends with {ARES_TO_END}, "
        f"or at {POINTS_TO_END} points",
        f"Decks: {view.fate_count} Fate, {view.deck_count} Warriors; idle turns: {view.idle_turns}",
        f"Territories to fight for, top first: {pile}{removed}",
    ]


def _camps(view: View) -> list[str]:
    head = f"  {'seat':10}{'points':>6}{'Warriors':>10}{'reserve':>9}{'Actions':>9}  territories, mercenary"
    return [head, *(line for camp in view.camps for line in _camp(view, camp))]


def _camp(view: View, camp: CampView) -> Iterator[str]:
    mark = ">" if camp.seat == view.actor else " "
    you = " (you)" if camp.seat == view.seat else " (left)" if camp.left else ""
    lands = ", ".join(map(worth, camp.territories)) or "-"
    hired = f"; mercenary: {title(camp.mercenary)}" if camp.mercenary else ""
    yield (
        f"{mark} {f'{camp.seat}{you}':10}{camp.score:>6}{camp.hand_count:>10}{camp.reserve_count:>9}"
        f"{camp.action_count:>9}  {lands}{hired}"
    )
    if camp.revealed:
        yield f"    lies open: {counted(camp.revealed)}"


def _field(view: View) -> list[str]:
    proposals = [offered(view, proposal) for proposal in view.proposals]
    if view.battle is None:
        return ([battle_title(view)] if view.challenge else []) + proposals
    return [battle_title(view), *_line(view, view.battle), standing(view, view.battle), *proposals]


def _line(view: View, battle: BattleView) -> Iterator[str]:
    for place, card in enumerate(battle.line):
        newest = place == len(battle.line) - 1
        met = battle.met if newest else None
        against = "" if met is None else f"   against number {met + 1}, {title(battle.line[met].warrior)}"
        yield f"  {place + 1:>2}  {named(view, card.seat):14}{title(card.warrior):16}{against}"
    for laid in battle.laid:
        state = "" if laid.active else "   (eliminated)"
        yield f"      {named(view, laid.seat):14}{title(laid.action)}{state}"


def _own(view: View) -> list[str]:
    if view.seat is None:
        return []
    looking = view.looking and view.actor == view.seat
    texts = [f"  {title(action)}: {ACTIONS[action].text}" for action in dict.fromkeys(view.actions)]
    return [
        f"Your Warriors: {counted(view.hand)}",
        *([f"Your reserve: {counted(view.reserve)}"] if looking else []),
        f"Your Actions: {counted(view.actions)}",
        *texts,
    ]


def _reminders(view: View) -> list[str]:
    return [
        f"{'; '.join(MATCH_UPS)}.",
        f"Discarded Warriors: {counted(view.warrior_discards)}",
        f"Discarded Actions: {counted(view.action_discards)}",
    ]
