"""How the bots choose: as the game itself advises, or at random, which works for games that are not known here."""

from __future__ import annotations

import secrets
from types import MappingProxyType

from sagahall.api.match.v1 import games_pb2, match_pb2
from sagahall.client.playing import Choose
from sagahall.games.registry import GAMES
from sagahall.match.dice import SECRET_BYTES, HmacDice
from sagahall.match.game_codec import codec_of


def at_random(_match: match_pb2.Match, listing: match_pb2.ListLegalMovesResponse) -> games_pb2.Move:
    """Any of the listed moves."""
    return secrets.choice(listing.moves).move


def advised(match: match_pb2.Match, listing: match_pb2.ListLegalMovesResponse) -> games_pb2.Move:
    """The move that the game advises, any listed move if the game is not known here."""
    game = GAMES.get(match.game)
    if game is None:
        return at_random(match, listing)
    codec = codec_of(game)
    moves = tuple(codec.read_move(legal.move) for legal in listing.moves)
    dice = HmacDice(secrets.token_bytes(SECRET_BYTES), match.match, match.version)
    return codec.move(game.advise(codec.read_view(match.view), moves, dice))


STRATEGIES: MappingProxyType[str, Choose] = MappingProxyType({"advise": advised, "random": at_random})
