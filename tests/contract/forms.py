"""Forms filled in as a client does that does not know the game: blank by blank, through the JSON of the messages."""

from __future__ import annotations

import json
import random
from typing import Any

from google.protobuf import json_format

from sagahall.api.match.v1 import games_pb2
from sagahall.games.kernel import AnyGame, Form, FormField
from sagahall.match.game_codec import codec_of

WORDS = ("", "Grüß Gott", '<b> & "so on"', "two\nlines", "x" * 200)
"""What people write where anything may be written."""


def filled(game: AnyGame, form: Form[Any], rng: random.Random) -> Any:
    """The example with every blank filled in anew. Raises Malformed or ParseError if that makes no move."""
    codec = codec_of(game)
    filling = json_format.MessageToDict(codec.move(form.example), preserving_proto_field_name=True)
    for blank in form.fields:
        holder = filling[game.name][form.kind]
        *outer, last = blank.name.split(".")
        for name in outer:
            holder = holder.setdefault(name, {})
        holder[last] = _answer(blank, rng)
    return codec.read_move(json_format.ParseDict(filling, games_pb2.Move()))


def _answer(blank: FormField, rng: random.Random) -> Any:
    if blank.min_items is not None or blank.max_items is not None:
        fewest, most = blank.min_items or 0, len(blank.choices) if blank.max_items is None else blank.max_items
        return [_spelled(choice) for choice in rng.sample(blank.choices, rng.randint(fewest, most))]
    if blank.choices:
        return _spelled(rng.choice(blank.choices))
    if blank.minimum is not None and blank.maximum is not None:
        return rng.randint(blank.minimum, blank.maximum)
    return rng.choice(WORDS)


def _spelled(choice: str) -> Any:
    return json.loads(choice) if choice.startswith("{") else choice
