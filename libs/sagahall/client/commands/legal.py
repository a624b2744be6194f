"""``sagahall legal``"""

from __future__ import annotations

import json

from sagahall.api.match.v1 import match_pb2
from sagahall.client.commands.options import Json, MatchId, Player, Seat, pasted
from sagahall.client.identity import connect
from sagahall.client.output import as_json as plain
from sagahall.client.output import emit, say, show


async def legal(*, match: MatchId, seat: Seat = None, player: Player = None, as_json: Json = False) -> None:
    """List what you can play now."""
    async with connect(player) as client:
        listing = await client.legal_moves(match, seat=seat)
    if as_json:
        emit(listing)
        return
    here = {"seat": listing.seat, "as": player}
    if listing.moves or listing.forms:
        show_listing(listing)
        say(f"play one:  {pasted('move', match, 'NUMBER-OR-JSON', at=listing.version, **here)}")
    else:
        say(f"Seat {listing.seat} has nothing to play at version {listing.version}.")
        say(f"follow the match:  {pasted('watch', match, after=listing.version, **here)}")


def show_listing(listing: match_pb2.ListLegalMovesResponse) -> None:
    """Prints what can be played: the moves with their numbers, then the forms."""
    if listing.moves:
        show(("number", "move"), ((number, move.label) for number, move in enumerate(listing.moves, start=1)))
    for form in listing.forms:
        show(("field", "values", "meaning"), map(_field_row, form.fields), f"{form.label} ({form.kind})")
        say(f"for example '{json.dumps(plain(form.example))}'")


def _field_row(field: match_pb2.FormField) -> tuple[str, ...]:
    values = ", ".join(field.choices)
    if field.HasField("minimum") or field.HasField("maximum"):
        values = f"{field.minimum} to {field.maximum}"
    if field.HasField("max_items"):
        values = f"{field.min_items} to {field.max_items} of: {values}"
    return field.name, values, field.summary
