"""Matches of earlier releases replay to the states and views that were recorded then."""

from __future__ import annotations

import json
from functools import reduce
from typing import Any

from tests.contract.golden import FOLDER, ending, hashes, load, plain
from tests.contract.tables import TABLES, Table

from sagahall.games.kernel import LeaveReason
from sagahall.match.canonical import from_canonical
from sagahall.match.dice import HmacDice


def test_a_golden_match_replays_to_its_recorded_states_and_views(table: Table) -> None:
    """B24: from the recorded events alone."""
    game = table.game
    start, *changes, end = load(table)
    state = game.initial(table.variant.name, start["options"], table.seats)
    for change in changes:
        events = [from_canonical(game.event_type, json.dumps(event)) for event in change["events"]]
        state = reduce(game.evolve, events, state)
        assert hashes(table, state) == {"state": change["state"], "views": change["views"]}
    assert ending(table, state) == end


def test_the_moves_of_a_golden_match_are_decided_as_they_were(table: Table) -> None:
    """The same rules and the same secret make the same events again."""
    game = table.game
    start, *changes, _ = load(table)
    assert start["rules_version"] == game.rules_version, "record it anew with `make golden`"
    state = game.initial(table.variant.name, start["options"], table.seats)
    for change in changes:
        dice = HmacDice(bytes.fromhex(start["secret"]), start["match"], change["version"])
        events = decided(table, state, change, dice)
        assert [plain(game.event_type, event) for event in events] == change["events"]
        state = reduce(game.evolve, events, state)


def decided(table: Table, state: Any, change: dict[str, Any], dice: HmacDice) -> tuple[Any, ...]:
    game, seat = table.game, change["seat"]
    if seat is None:
        return game.setup(state, dice)
    if change["leaves"] is not None:
        return game.leave(state, seat, LeaveReason(change["leaves"]), dice)
    return game.decide(state, seat, from_canonical(game.move_type, json.dumps(change["move"])), dice)


def test_every_golden_match_belongs_to_a_table() -> None:
    assert {path.name.split(".")[0] for path in FOLDER.iterdir()} == {str(table) for table in TABLES}
