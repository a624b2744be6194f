"""The data file: what it holds, that cards can be added to it, and that what is wrong is named."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest
import yaml

from sagahall.games.entries import DataError
from sagahall.games.tir_na_nog.cards import Colour, EffectOp
from sagahall.games.tir_na_nog.facts import CARDS, FACTS, GRIDS, Facts, read_facts
from sagahall.games.tir_na_nog.otherworld import SpotKind
from sagahall.games.tir_na_nog.relations import Attribute, Comparison, Relation
from sagahall.games.tir_na_nog.scorers import Pairs

TEXT = files("sagahall.games.tir_na_nog").joinpath("tir_na_nog.yaml").read_text("utf-8")
R01A = '{id: R01a, name: "Cú Chulainn", colour: red, value: 1, effect: null}'
RUN = "- {score: run, rel: {attr: value, op: lt}, table: [0, 1, 3, 6, 10, 15, 21]}"


def read(*changes: tuple[str, str]) -> Facts:
    """The file after changes of its text, each in one place."""
    text = TEXT
    for old, new in changes:
        assert text.count(old) == 1, f"{old} is {text.count(old)} times in the file"
        text = text.replace(old, new)
    return read_text(text)


def read_text(text: str) -> Facts:
    return read_facts(yaml.load(text, yaml.CSafeLoader), "my.yaml")


def test_there_is_each_value_of_each_colour_twice() -> None:
    assert set(Counter((card.colour, card.value) for card in CARDS.values()).values()) == {2}
    assert len(CARDS) == 96


def test_eight_cards_of_each_colour_have_an_effect_and_each_effect_is_on_two_cards() -> None:
    effects = [card for card in CARDS.values() if card.effect]
    assert Counter(card.colour for card in effects) == dict.fromkeys(Colour, 8)
    assert Counter(card.effect.op for card in effects if card.effect) == dict.fromkeys(EffectOp, 2)


def test_there_are_24_colour_tokens_and_23_value_tokens() -> None:
    assert set(FACTS.colour_tokens.values()) == {6}
    assert list(FACTS.value_tokens.values()) == [2] * 11 + [1]


@pytest.mark.parametrize(
    ("players", "cells", "gaps", "crossings", "edges"),
    [(1, 8, 8, 4, 16), (2, 8, 8, 4, 16), (3, 12, 17, 6, 14), (4, 15, 22, 8, 16), (5, 18, 27, 10, 18)],
)
def test_the_otherworld_grows_with_the_players(players: int, cells: int, gaps: int, crossings: int, edges: int) -> None:
    grid = GRIDS[players]
    kinds = (SpotKind.GAP, SpotKind.CROSSING, SpotKind.EDGE)
    assert len(grid.cells) == cells
    assert [len(grid.of_kind(kind)) for kind in kinds] == [gaps, crossings, edges]


def test_spots_are_in_the_order_of_the_specification() -> None:
    spots = list(GRIDS[2].spots)
    assert spots[:10] == [
        "h:1:1", "v:1:1", "x:1:1", "e:1:1:n", "e:1:1:w", "h:1:2", "v:1:2", "x:1:2", "e:1:2:n", "e:1:2:s",
    ]  # fmt: skip
    assert [spot.rank for spot in GRIDS[2].spots.values()] == list(range(len(spots)))


# Changes by a group


def test_a_card_can_be_added_with_any_effect() -> None:
    facts = read((R01A, f"{R01A}\n  - {{id: R01c, name: Emer, colour: red, value: 1, effect: dye}}"))
    assert len(facts.cards) == 97
    assert facts.cards["R01c"].has(EffectOp.RECOLOUR)


def test_an_effect_can_be_added_from_the_vocabulary() -> None:
    more = '  sing:\n    timing: instant\n    op: revalue\n    params: {max_change: 6}\n    text: "Sing."\n'
    facts = read(("effects:\n", f"effects:\n{more}"), (R01A, R01A.replace("null", "sing")))
    effect = facts.cards["R01a"].effect
    assert effect is not None
    assert (effect.id, effect.op, effect.number) == ("sing", EffectOp.REVALUE, 6)


def test_a_face_can_be_made_of_other_terms() -> None:
    term = "- {score: pairs, rel: {attr: value, op: next, n: 2}, points: 7}"
    first, second = TEXT.split(RUN, maxsplit=1)
    facts = read_text(f"{first}{term}{second}")
    assert facts.faces["T1A"].terms == (Pairs(Relation(Attribute.VALUE, Comparison.NEXT, 2), 7),)


def test_a_geis_card_can_be_added() -> None:
    side = '{name: Gift, text: "2 points a card.", placement: [], score: [{score: cards, where: [], points: 2}]}'
    facts = read(("    - id: M1\n", f"    - {{id: T5, row: top, a: {side}, b: {side}}}\n    - id: M1\n"))
    assert {"T5A", "T5B"} <= set(facts.faces)


# What is wrong


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        (R01A, R01A.replace("red", "mauve"), "my.yaml.encounters[R01a].colour: must be one of yellow, blue, green"),
        (R01A, R01A.replace("value: 1", "value: 13"), "my.yaml.encounters[R01a].value: must be from 1 to 12, is 13"),
        (R01A, R01A.replace("value: 1", "value: one"), "my.yaml.encounters[R01a].value: must be int, is 'one'"),
        (R01A, R01A.replace("value: 1", "value: 2"), "my.yaml.encounters[R01a].id: must be R02 and a small letter"),
        (R01A, R01A.replace("R01a", "R01b"), "my.yaml.encounters[R01b].id: is that of another card, too"),
        (R01A, R01A.replace("null", "juggle"), "my.yaml.encounters[R01a].effect: must be one of long_tale, pause"),
        (R01A, R01A.replace("name", "nmae"), "my.yaml.encounters[R01a].nmae: is unknown; known are id, name"),
        (f"  - {R01A}\n", "  - Emer\n", "my.yaml.encounters[0]: must be a mapping"),
        ("op: extra_slot\n", "op: extra_hand\n", "my.yaml.effects.long_tale.op: must be one of extra_slot"),
        ("{max_change: 3}", "{max: 3}", "my.yaml.effects.retell.params.max: is unknown; known are max_change"),
        ("{max_change: 3}", "{}", "my.yaml.effects.retell.params.max_change: must be int, is None"),
        ("{max_change: 3}", "{max_change: 0}", "my.yaml.effects.retell.params.max_change: must be at least 1, is 0"),
        ("{draw: 2}", "2", "my.yaml.effects.second_sight.params: must be a mapping"),
        ("attr: value, op: near, n: 3}, points: 3", "attr: value, op: nearby, n: 3}, points: 3",
         "my.yaml.geis.cards[T2].a.score[0].rel.op: must be one of lt, le, gt"),
        ("attr: value, op: near, n: 3}, points: 3", "attr: value, op: near}, points: 3",
         "my.yaml.geis.cards[T2].a.score[0].rel.n: must be int, is None"),
        ("attr: value, op: near, n: 3}, points: 3", "attr: value, op: near, n: 3}",
         "my.yaml.geis.cards[T2].a.score[0].points: must be int, is None"),
        ("{rule: unique, attr: value}", "{rule: unique, attr: size}",
         "my.yaml.geis.cards[M3].a.placement[0].attr: must be one of value, colour"),
        ("{rule: unique, attr: value}", "{rule: only, attr: value}",
         "my.yaml.geis.cards[M3].a.placement[0].rule: must be one of neighbours, unique"),
        ("{rule: uniform, attr: colour}", "{rule: uniform, attr: colour, n: 2}",
         "my.yaml.geis.cards[M2].b.placement[0].n: is unknown; known are rule, attr"),
        ("{rule: neighbours, rel: {attr: colour, op: ne}}", "{rule: neighbours, rel: {attr: colour, op: lt}}",
         "my.yaml.geis.cards[M2].a.placement[0].rel.op: must be eq or ne for colours"),
        ("{rule: neighbours, rel: {attr: value, op: gt}}", "{rule: above, rel: {attr: value, op: gt}}",
         "my.yaml.geis.cards[T1].b.placement[0].rule: cannot be above"),
        ("[{attr: value, op: le, n: 7}]", "[{attr: colour, op: eq}]",
         "my.yaml.geis.cards[B3].a.placement[0].where[0].attr: must be value"),
        ("[{attr: value, op: le, n: 7}]", "[{attr: value, op: odd, n: 7}]",
         "my.yaml.geis.cards[B3].a.placement[0].where[0].n: is unknown; known are attr, op"),
        ("table: [0, 0, 4, 9, 15, 22, 30]", "table: [0, much]",
         "my.yaml.geis.cards[M3].b.score[0].table: must be a list of numbers, is [0, 'much']"),
        ("table: [0, 0, 4, 9, 15, 22, 30]", "table: []", "my.yaml.geis.cards[M3].b.score[0].table: must be a list"),
        ("{max: 15, points: 18}", "{most: 15, points: 18}",
         "my.yaml.geis.cards[M4].a.score[0].bands[0].most: is unknown; known are min, max, points"),
        ("pairs: [[1, 5], [2, 4]]", "pairs: [[1, 5], [2, 7]]",
         "my.yaml.geis.cards[B2].a.score[0].pairs[1]: must be two spaces from 1 to 6, is [2, 7]"),
        ("positions: [1, 5]", "positions: [1]", "my.yaml.geis.cards[B2].b.score[0].positions: must be two spaces"),
        ("divisor: 2", "divisor: 0", "my.yaml.geis.cards[B2].b.score[0].divisor: must be from 1 to 12, is 0"),
        ("first_game: [T1A, M1A, B1A]", "first_game: [T1A, M1A, T2A]",
         "my.yaml.geis.first_game: must be a face for each row, from top to bottom"),
        ("    - id: T2\n", "    - id: T1\n", "my.yaml.geis.cards[T1].id: is that of another geis card, too"),
        ("default: grim", "default: gloomy", "my.yaml.balor.default: must be one of fair, grim, dire, baleful"),
        ("{yellow: 6, ", "{", "my.yaml.tokens.colours: must have every colour"),
        ("values: [2, ", "values: [", "my.yaml.tokens.values: must have one number for each value from 1 to 12"),
        ("  - {players: 5, rows: 3", "  - {players: 6, rows: 3", "my.yaml.tables: must be one for each number of"),
        ("tokens:\n", "token:\n", "my.yaml.token: is unknown; known are tokens, tables"),
    ],
)  # fmt: skip
def test_a_wrong_file_gets_an_error_that_names_the_entry_and_the_field(old: str, new: str, error: str) -> None:
    with pytest.raises(DataError) as caught:
        read((old, new))
    assert str(caught.value).startswith(error)


def test_cards_have_to_suffice_for_the_last_deal_of_five() -> None:
    """Specification, section 4: 83 cards are bound then."""
    lines = [line for line in TEXT.split("\n") if not line.startswith("  - {id: ") or line[9] != "Y"]
    with pytest.raises(DataError, match=r"my.yaml.encounters: must be at least 83 cards, are 72"):
        read_text("\n".join(lines))
