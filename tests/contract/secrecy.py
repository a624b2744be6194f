"""What a viewer gets to see of a match, as bytes."""

from __future__ import annotations

from dataclasses import fields, replace
from types import NoneType
from typing import Any, get_args, get_type_hints

from hypothesis import strategies as st
from tests.contract.playing import Position
from tests.contract.values import values

from sagahall.games.kernel import AnyGame, Everybody, Only, Seat, Visibility
from sagahall.match.game_codec import codec_of
from sagahall.match.redaction import hidden_fields, visibilities


def seen(game: AnyGame, event: Any, viewer: Seat | None) -> bytes:
    """An event as the viewer gets it."""
    return codec_of(game).event(event, hidden_fields(event, viewer)).SerializeToString(deterministic=True)


def view(position: Position, viewer: Seat | None) -> bytes:
    """The table as the viewer gets it."""
    game = position.table.game
    return codec_of(game).view(game.view(position.state, viewer)).SerializeToString(deterministic=True)


def scrambled(event: Any, viewer: Seat | None) -> st.SearchStrategy[Any]:
    """The event with anything else in the fields that are hidden from the viewer."""
    hints = get_type_hints(type(event))
    others = {name: values(hints[name]) for name in sorted(hidden_fields(event, viewer))}
    return st.fixed_dictionaries(others).map(lambda changes: replace(event, **changes))


def undeclared(event_class: Any) -> list[str]:
    """What is wrong with the visibilities that an event class declares, a line for each field."""
    declared = dict(visibilities(event_class))
    hints = get_type_hints(event_class)
    problems = []
    for field in fields(event_class):
        rule = declared[field.name]
        if rule is None:
            problems.append(f"{event_class.__name__}.{field.name} does not declare who sees it")
        elif isinstance(rule, Only) and not _names_seats(rule, declared, hints):
            problems.append(f"{event_class.__name__}.{field.name} must name a public field of seats, not {rule.seats}")
    return problems


def _names_seats(rule: Only, declared: dict[str, Visibility | None], hints: dict[str, Any]) -> bool:
    """Whether the sibling is public, or who sees the field would be a secret, and holds one seat or several."""
    hint = hints.get(rule.seats)
    kinds = set(get_args(hint) or [hint])
    return isinstance(declared.get(rule.seats), Everybody) and int in kinds and kinds <= {int, NoneType, Ellipsis}
