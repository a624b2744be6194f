"""``sagahall move``"""

from __future__ import annotations

import json
import re
from typing import Annotated

import typer
from google.protobuf.json_format import ParseDict, ParseError

from sagahall.api.match.v1 import games_pb2, match_pb2
from sagahall.client.client import Client
from sagahall.client.commands.options import HIGHEST_VERSION, Json, MatchId, Player, Seat
from sagahall.client.identity import connect
from sagahall.client.output import emit, say
from sagahall.client.problems import Problem
from sagahall.client.words import event_words, names_of

What = Annotated[str, typer.Argument(metavar="MOVE", help="A number from `sagahall legal`, or a move as JSON.")]
At = Annotated[
    int | None,
    typer.Option(
        "--at", min=1, max=HIGHEST_VERSION, metavar="VERSION", help="The version of the listing that you chose from."
    ),
]
NUMBER = re.compile(r"[0-9]{1,9}")
"""What is typed for a move of the listing."""


async def move(
    *, match: MatchId, what: What, at: At = None, seat: Seat = None, player: Player = None, as_json: Json = False
) -> None:
    """Play a move from the listing, or as JSON.

    JSON is for moves that cannot be listed: `sagahall legal` shows an example of each.
    """
    async with connect(player) as client:
        chosen, version = await _chosen(client, match, what, at, seat)
        made = await client.submit_move(match, chosen, expected_version=version, seat=seat)
        if as_json:
            emit(made)
            return
        names = names_of((await client.get_match(match, seat=seat)).players)
    say("\n".join(event_words(event, names) for event in made.frame.events))
    say(f"{match} is at version {made.version} now")


async def _chosen(
    client: Client, match: str, what: str, at: int | None, seat: int | None
) -> tuple[games_pb2.Move, int]:
    """The move that is meant, and the version at which it was chosen."""
    if not NUMBER.fullmatch(what):
        now = await client.get_match(match, seat=seat)
        return read_move(now.game, what), at or now.version
    listing = await client.legal_moves(match, seat=seat)
    # A number means nothing but in its listing.
    if at is not None and at != listing.version:
        raise Problem(f"the match is at version {listing.version}, not {at}; list again with `sagahall legal {match}`")
    return numbered(listing, int(what)), listing.version


def numbered(listing: match_pb2.ListLegalMovesResponse, number: int) -> games_pb2.Move:
    """The move that a number means in its listing. Raises Problem if it means none."""
    if not listing.moves:
        raise Problem(f"seat {listing.seat} has nothing to play from the listing now; it may be another seat's turn")
    if not 1 <= number <= len(listing.moves):
        raise Problem(f"there is no move {number} in the listing of {len(listing.moves)} moves", exit_code=2)
    return listing.moves[number - 1].move


def read_move(game: str, text: str) -> games_pb2.Move:
    """A move from JSON, spelled as in the protos; the outermost name, that of the game, may be left out."""
    if not text.lstrip().startswith("{"):
        raise Problem(f"a move is a number or a JSON object, not {text!r}", exit_code=2)
    try:
        plain = json.loads(text)
        return ParseDict(plain if game in plain else {game: plain}, games_pb2.Move())
    except RecursionError:
        raise Problem(f"this is no move of {game}: it is nested too deeply", exit_code=2) from None
    except (ValueError, ParseError) as error:
        raise Problem(f"this is no move of {game}: {error}", exit_code=2) from error
