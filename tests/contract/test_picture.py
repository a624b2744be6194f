"""What people read of a game, and what a bot makes of it, comes from what the seat may see."""

from __future__ import annotations

from unicodedata import east_asian_width
from xml.etree import ElementTree as ET

from tests.contract.playing import Position, positions
from tests.contract.tables import Table

from sagahall.games.kernel import Seat

COLUMNS = 100


def columns(line: str) -> int:
    return sum(2 if east_asian_width(character) in "FW" else 1 for character in line)


def labels(position: Position, seat: Seat) -> list[str]:
    view = position.table.game.view(position.state, seat)
    return [position.table.game.label(view, move) for move in position.listed(seat)]


def test_every_listed_move_has_a_label_of_its_own(table: Table) -> None:
    for position in positions(table):
        for seat in range(table.seats):
            words = labels(position, seat)
            assert all(words)
            assert len(set(words)) == len(words)


def test_every_form_and_its_blanks_are_explained(table: Table) -> None:
    for position in positions(table):
        for seat in range(table.seats):
            for form in position.forms(seat):
                assert form.label
                assert all(blank.summary for blank in form.fields)
                assert table.game.label(table.game.view(position.state, seat), form.example)


def test_the_text_of_a_view_fits_a_terminal(table: Table) -> None:
    for position in positions(table):
        for viewer in table.viewers:
            lines = table.game.text(table.game.view(position.state, viewer)).split("\n")
            assert lines
            assert max(map(columns, lines)) <= COLUMNS
            assert all(line.isprintable() for line in lines)


def test_the_picture_of_a_view_is_an_svg_document(table: Table) -> None:
    for position in positions(table)[::4]:
        for viewer in table.viewers:
            root = ET.fromstring(table.game.svg(table.game.view(position.state, viewer)))
            assert root.tag == "{http://www.w3.org/2000/svg}svg"
            assert root.get("viewBox")


def test_a_bot_advises_a_listed_move(table: Table) -> None:
    for position in positions(table):
        for seat in table.game.to_act(position.state):
            view = table.game.view(position.state, seat)
            assert table.game.advise(view, position.listed(seat), position.dice) in position.listed(seat)
