"""The table as a picture: the seats on the left, the battlefield in the middle, the viewer's cards below."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from sagahall.games.battlefields_of_olympus.cards import Warrior
from sagahall.games.battlefields_of_olympus.facts import ARES_TO_END, POINTS_TO_END
from sagahall.games.battlefields_of_olympus.names import counted, title
from sagahall.games.battlefields_of_olympus.phrases import (
    MATCH_UPS,
    battle_title,
    doing,
    named,
    offered,
    standing,
)
from sagahall.games.battlefields_of_olympus.picture_cards import (
    ACTION_WIDTH,
    CARD_HEIGHT,
    CARD_WIDTH,
    INK,
    SEATS,
    action_card,
    laid_chip,
    laid_width,
    land_card,
    land_row,
    warrior_card,
    warrior_row,
)
from sagahall.games.battlefields_of_olympus.view import BattleView, CampView, View
from sagahall.games.drawing import element, picture, words

WIDTH, HEIGHT = 1240, 900
_LEFT = 350
"""Where the battlefield begins."""
_CAMP = 170
_COLUMNS = 6
"""Warriors of a line that are drawn."""
_ROWS = {"attacker": 226, "defender": 340}
_RED = "#b3261e"


def svg(view: View) -> str:
    """The table as the viewer sees it."""
    ground = element("rect", width=WIDTH, height=HEIGHT, fill="#f3ecdb")
    camps = "".join(_camp(view, camp) for camp in view.camps)
    return picture(WIDTH, HEIGHT, ground, _heading(view), camps, _pile(view), _field(view), _own(view), _notes(view))


def _heading(view: View) -> str:
    decks = f"{view.fate_count} Fate cards and {view.deck_count} Warriors left, idle turns {view.idle_turns}"
    return (
        words(16, 30, "Battlefields of Olympus", font_size=22, font_weight="bold", fill=INK)
        + words(16, 54, f"Turn {view.turns} of {named(view, view.turn)}", font_size=15, fill=INK)
        + words(_LEFT, 30, f"{doing(view)[0].upper()}{doing(view)[1:]}", font_size=17, font_weight="bold", fill=_RED)
        + words(_LEFT, 54, decks, font_size=13, fill=INK)
        + _ares(view)
    )


def _ares(view: View) -> str:
    """A shield for each Ares that the match lasts: spent, in play, or to come."""
    shields = "".join(
        element("circle", cx=960 + 26 * place, cy=49, r=10, stroke=INK, stroke_width=1.5,
                fill="#7d7a72" if place < view.ares_spent
                else _RED if place < view.ares_spent + view.ares_in_play else "#fffdf7")
        for place in range(ARES_TO_END)
    )  # fmt: skip
    return words(740, 54, "Ares (grey spent, red in play):", font_size=13, fill=INK) + shields


# The seats


def _camp(view: View, camp: CampView) -> str:
    x, y, colour = 16, 74 + (_CAMP + 8) * camp.seat, SEATS[camp.seat]
    acting = camp.seat == view.actor
    fill = "#e2ddd0" if camp.left else "#fff4cc" if acting else "#fffdf7"
    box = element(
        "rect", x=x, y=y, width=_LEFT - 34, height=_CAMP, rx=9, fill=fill, stroke=colour,
        stroke_width=4 if acting else 2,
    )  # fmt: skip
    lands, high = land_row(x + 12, y + 52, camp.territories, _LEFT - 60)
    return (
        box
        + words(x + 12, y + 23, f"Seat {camp.seat}{_role(view, camp)}", font_size=15, font_weight="bold", fill=colour)
        + words(_LEFT - 30, y + 23, f"{camp.score} of {POINTS_TO_END}", font_size=15, font_weight="bold",
                fill=INK, text_anchor="end")
        + words(x + 12, y + 43, _counts(camp), font_size=12, fill=INK)
        + lands
        + _open_cards(x + 12, y + 57 + high, camp)
    )  # fmt: skip


def _role(view: View, camp: CampView) -> str:
    notes = ["you"] if camp.seat == view.seat else []
    if camp.left:
        notes.append("left")
    elif view.battle is not None and camp.seat in (view.battle.attacker, view.battle.defender):
        notes.append("attacks" if camp.seat == view.battle.attacker else "defends")
    elif camp.seat == view.turn and not view.ending:
        notes.append("turn")
    return f" ({', '.join(notes)})" if notes else ""


def _counts(camp: CampView) -> str:
    return f"Warriors {camp.hand_count}, reserve {camp.reserve_count}, Actions {camp.action_count}"


def _open_cards(x: float, y: float, camp: CampView) -> str:
    """The hand that a Scout has laid open, and the mercenary."""
    hired = () if camp.mercenary is None else (camp.mercenary,)
    shift = 21 if camp.revealed else 0
    return _open_row(x, y, "open:", camp.revealed) + _open_row(x, y + shift, "mercenary:", hired)


def _open_row(x: float, y: float, name: str, cards: tuple[Warrior, ...]) -> str:
    shift = 10 + 6.6 * len(name)
    return words(x, y + 13, name, font_size=11, fill=INK) + warrior_row(x + shift, y, cards) if cards else ""


# The battlefield


def _pile(view: View) -> str:
    """The territories in a row, where the battlefield has no room for them."""
    if view.battle is None:
        return ""
    chips, _ = land_row(_LEFT + 190, 82, tuple(reversed(view.pile)), WIDTH - _LEFT - 210)
    return words(_LEFT, 97, "To fight for, top first:", font_size=13, font_weight="bold", fill=INK) + chips


def _field(view: View) -> str:
    box = element("rect", x=_LEFT, y=136, width=WIDTH - _LEFT - 16, height=392, rx=10, fill="#e9dfc4", stroke="#b9ab84")
    heading = words(_LEFT + 16, 162, battle_title(view), font_size=17, font_weight="bold", fill=INK)
    return box + heading + (_quiet(view) if view.battle is None else _battle(view, view.battle))


def _quiet(view: View) -> str:
    """The territories to fight for, and what is open between the players, when nobody fights."""
    note = "Territories to fight for, the top one first:" if view.pile else "There is no territory to fight for."
    cards = "".join(
        land_card(_LEFT + 16 + (CARD_WIDTH + 8) * (place % 6), 210 + (CARD_HEIGHT + 8) * (place // 6), territory,
                  strong=place == 0)
        for place, territory in enumerate(reversed(view.pile))
    )  # fmt: skip
    proposals = _lines(_LEFT + 16, 470, [offered(view, proposal) for proposal in view.proposals], 112)
    return words(_LEFT + 16, 196, note, font_size=13, fill=INK) + cards + proposals


def _battle(view: View, battle: BattleView) -> str:
    labels = "".join(
        words(_LEFT + 16, _ROWS[row] + 34, f"Seat {seat}", font_size=11, font_weight="bold", fill=SEATS[seat])
        + words(_LEFT + 16, _ROWS[row] + 52, row, font_size=11, fill=INK)
        for row, seat in (("attacker", battle.attacker), ("defender", battle.defender))
    )
    hint = words(_LEFT + 16, 188, standing(view, battle), font_size=15, fill=_RED)
    proposals = _lines(_LEFT + 16, 492, [offered(view, proposal) for proposal in view.proposals][:2], 112)
    return labels + hint + _line(battle) + _laid(battle) + proposals


def _shown(battle: BattleView) -> list[int]:
    """The places of the line that are drawn: the newest ones, and the Warrior that the newest was played against."""
    places = list(range(len(battle.line)))
    newest = places[-_COLUMNS:]
    return newest if battle.met is None or battle.met in newest else [battle.met, *newest[1:]]


def _line(battle: BattleView) -> str:
    shown = _shown(battle)
    hidden = len(battle.line) - len(shown)
    note = words(_LEFT + 100, _ROWS["attacker"] - 8, f"{hidden} earlier not drawn", font_size=11, fill=INK)
    cards = "".join(_placed(battle, column, place) for column, place in enumerate(shown))
    return (note if hidden else "") + _arrow(battle, shown) + cards


def _spot(battle: BattleView, column: int, place: int) -> tuple[float, float]:
    row = "attacker" if battle.line[place].seat == battle.attacker else "defender"
    return _LEFT + 100 + (CARD_WIDTH + 6) * column, _ROWS[row]


def _placed(battle: BattleView, column: int, place: int) -> str:
    x, y = _spot(battle, column, place)
    card = battle.line[place]
    in_pair = place in (battle.met, len(battle.line) - 1)
    drawn = warrior_card(x, y, card.warrior, frame=SEATS[card.seat], thickness=4 if in_pair else 1.5)
    return drawn if in_pair else element("g", drawn, opacity=0.45)


def _arrow(battle: BattleView, shown: list[int]) -> str:
    """From the newest Warrior to the one that it was played against."""
    if battle.met is None:
        return ""
    met, newest = _spot(battle, shown.index(battle.met), battle.met), _spot(battle, len(shown) - 1, shown[-1])
    down = newest[1] > met[1]
    start = (newest[0] + CARD_WIDTH / 2, newest[1] + (0 if down else CARD_HEIGHT))
    end = (met[0] + CARD_WIDTH / 2, met[1] + (CARD_HEIGHT if down else 0))
    tied = battle.line[battle.met].warrior is battle.line[-1].warrior
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    path = f"M {start[0]:.0f} {start[1]:.0f} L {end[0]:.0f} {end[1]:.0f}"
    return (
        element("path", d=path, stroke=INK, stroke_width=3, fill="none")
        + element("circle", cx=end[0], cy=end[1], r=5, fill=INK)
        + words(middle[0] + 14, middle[1] + 5, "ties" if tied else "beats", font_size=13, font_style="italic", fill=INK)
    )


def _laid(battle: BattleView) -> str:
    if not battle.laid:
        return ""
    drawn, x = words(_LEFT + 16, 456, "On this pair:", font_size=13, font_weight="bold", fill=INK), _LEFT + 120.0
    for laid in battle.laid:
        drawn += laid_chip(x, 440, title(laid.action), SEATS[laid.seat], active=laid.active)
        x += laid_width(title(laid.action))
    return drawn + words(x + 4, 456, "(struck out: eliminated)", font_size=11, fill=INK)


# The viewer's cards


def _own(view: View) -> str:
    if view.seat is None:
        return words(_LEFT, 560, "You are watching.", font_size=14, fill=INK)
    looking = view.looking and view.actor == view.seat
    heading = "Your Warriors" if view.hand else "You have no Warriors in hand"
    hand = words(_LEFT, 556, heading, font_size=14, font_weight="bold", fill=INK) + _warriors(view.hand, 566)
    if looking:
        held = "".join(_stack(column, kind, view.reserve.count(kind))
                       for column, kind in enumerate(dict.fromkeys(view.reserve)))  # fmt: skip
        return hand + words(_LEFT, 664, "Your reserve", font_size=14, font_weight="bold", fill=INK) + held
    actions = "".join(
        action_card(_LEFT + (ACTION_WIDTH + 6) * column, 674, action, view.actions.count(action))
        for column, action in enumerate(dict.fromkeys(view.actions))
    )
    heading = "Your Actions" if actions else "You have no Actions"
    return hand + words(_LEFT, 664, heading, font_size=14, font_weight="bold", fill=INK) + actions


def _warriors(cards: tuple[Warrior, ...], y: float) -> str:
    return "".join(warrior_card(_LEFT + (CARD_WIDTH + 6) * column, y, card) for column, card in enumerate(cards))


def _stack(column: int, kind: Warrior, number: int) -> str:
    x = _LEFT + (CARD_WIDTH + 40) * column
    times = words(x + CARD_WIDTH + 6, 716, f"x {number}", font_size=14, font_weight="bold", fill=INK)
    return warrior_card(x, 674, kind) + times


def _notes(view: View) -> str:
    """Who beats whom, and what has been discarded."""
    notes = [
        f"Discarded Warriors: {counted(view.warrior_discards)}",
        f"Discarded Actions: {counted(view.action_discards)}",
    ]
    removed = [f"Out of the game: {', '.join(view.removed)}"] if view.removed else []
    return _lines(_LEFT, 804, notes + removed, 128) + _lines(16, 804, [*_match_ups()], 48)


def _match_ups() -> Iterator[str]:
    yield "Who beats whom (two of a kind tie):"
    yield from MATCH_UPS


def _lines(x: float, y: float, texts: list[str], columns: int) -> str:
    lines = [line for text in texts for line in wrap(text, columns)]
    return "".join(words(x, y + 17 * row, line, font_size=12, fill=INK) for row, line in enumerate(lines))
