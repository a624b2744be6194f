"""What every message of the public API has in common."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.api.methods import METHODS, SERVICES, Method

from sagahall.api.match.v1 import games_pb2

COMMANDS = [method for method in METHODS.values() if "request_id" in method.request.DESCRIPTOR.fields_by_name]
MADE = {"match", "ticket", "version"}
"""What a reply names that was changed."""
OTHER_WORDS = re.compile(r"room|table|user|session|gameplay|uuid|(match|player|ticket|game|seat|record)_(id|name)")
"""Words for what has a name already: match, player, ticket, game."""
ANEW = {"RebuildProjections", "RetryParkedMatch"}
"""What has the same effect however often it is asked for."""
POSITIONS = re.compile(r"(^|_)(index|position|option|choice)_?(number|id)?$")


def messages(found: Any) -> Iterator[Any]:
    yield found
    for inner in found.nested_types:
        yield from messages(inner)


def files() -> dict[str, Any]:
    waiting = [*(one.file for one in SERVICES.values()), games_pb2.DESCRIPTOR]
    known: dict[str, Any] = {}
    while waiting:
        file = waiting.pop()
        if file.name not in known and file.package.startswith("sagahall."):
            known[file.name] = file
            waiting += file.dependencies
    return known


FIELDS = {
    field.full_name: field
    for file in files().values()
    for top in file.message_types_by_name.values()
    for message in messages(top)
    for field in message.fields
}


def reads(method: Method) -> bool:
    return method.name.startswith(("Get", "List", "Watch"))


@pytest.mark.parametrize("method", METHODS.values(), ids=lambda method: str(method.name))
def test_what_changes_something_can_be_repeated_and_what_reads_needs_no_request_id(method: Method) -> None:
    """B48: a lost answer is asked for again with the same request."""
    assert (method in COMMANDS) == (not reads(method) and method.name not in ANEW)


@pytest.mark.parametrize("method", COMMANDS, ids=lambda method: str(method.name))
def test_the_answer_to_a_change_names_what_was_changed(method: Method) -> None:
    """B07: with a match its new version, at the top or in the match."""
    assert MADE & set(method.response.DESCRIPTOR.fields_by_name)


def test_a_move_says_at_which_version_it_was_chosen() -> None:
    """B07."""
    assert "expected_version" in METHODS["SubmitMove"].request.DESCRIPTOR.fields_by_name
    assert "version" in METHODS["SubmitMove"].response.DESCRIPTOR.fields_by_name


def test_no_request_carries_a_state_or_a_place_in_a_list() -> None:
    """B03, B19: commands say what they do."""
    requests = {method.request.DESCRIPTOR.full_name for method in METHODS.values()}
    own = [field for name, field in FIELDS.items() if name.rpartition(".")[0] in requests]
    assert own
    assert not [field.full_name for field in own if field.name in {"state", "view"} or POSITIONS.search(field.name)]


def test_one_thing_has_one_name() -> None:
    """B77: a match is never a room or a table, and its id is a field called match."""
    assert len(FIELDS) > 500
    assert not [name for name in FIELDS if OTHER_WORDS.fullmatch(name.rpartition(".")[2])]
