"""Which fields of an event a viewer may see: the one place where that is decided, for every game and every reply."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from sagahall.games.kernel import Everybody, Nobody, Only, Seat, Visibility

NONE_HIDDEN: frozenset[str] = frozenset()


@cache
def visibilities(event_class: type[Any]) -> tuple[tuple[str, Visibility | None], ...]:
    """Every field of an event class with its declared visibility; None where it is undeclared."""
    hints = get_type_hints(event_class, include_extras=True)
    return tuple((name, _declared(hint)) for name, hint in hints.items())


def _declared(hint: Any) -> Visibility | None:
    if get_origin(hint) is Annotated:
        for extra in get_args(hint)[1:]:
            if isinstance(extra, Everybody | Nobody | Only):
                return extra
    return None


def hidden_fields(event: Any, viewer: Seat | None) -> frozenset[str]:
    """The names of the event's fields that the viewer (a seat, or None for a spectator) must not see.

    A field without a declared visibility is hidden from everybody.
    """
    hidden = [name for name, rule in visibilities(event.__class__) if not _sees(rule, event, viewer)]
    return frozenset(hidden) if hidden else NONE_HIDDEN


def _sees(rule: Visibility | None, event: Any, viewer: Seat | None) -> bool:
    if isinstance(rule, Everybody):
        return True
    if not isinstance(rule, Only) or viewer is None:
        return False
    seats = getattr(event, rule.seats)
    return viewer in seats if isinstance(seats, tuple) else viewer == seats
