"""The games, and the moves of a match, as clients are told about them."""

from __future__ import annotations

from sagahall.api.match.v1 import match_pb2
from sagahall.games.kernel import AnyGame, Form, FormField, Option, Seat, Variant
from sagahall.match.game_codec import GameCodec, codec_of
from sagahall.match.match import Match
from sagahall.match.options import option_value


def game_message(game: AnyGame) -> match_pb2.Game:
    """A game with its variants and options."""
    return match_pb2.Game(
        name=game.name,
        title=game.title,
        variants=[_variant(variant) for variant in game.variants],
        rules_version=game.rules_version,
    )


def _variant(variant: Variant) -> match_pb2.Variant:
    return match_pb2.Variant(
        name=variant.name,
        title=variant.title,
        summary=variant.summary,
        min_seats=variant.min_seats,
        max_seats=variant.max_seats,
        options=[_option(option) for option in variant.options],
    )


def _option(option: Option) -> match_pb2.Option:
    return match_pb2.Option(
        name=option.name,
        summary=option.summary,
        default_value=option_value(option.name, option.default),
        choices=[option_value(option.name, choice) for choice in option.choices],
        minimum=option.minimum,
        maximum=option.maximum,
    )


def legal_moves(match: Match, seat: Seat) -> match_pb2.ListLegalMovesResponse:
    """What the seat can play now. Nothing, in a match that is over or parked."""
    response = match_pb2.ListLegalMovesResponse(version=match.version, seat=seat)
    if match.outcome is not None or match.parked is not None:
        return response
    game, codec, view = match.game, codec_of(match.game), match.view(seat)
    for move in game.legal_moves(match.state, seat):
        response.moves.add(move=codec.move(move), label=game.label(view, move))
    response.forms.extend(_form(codec, form) for form in game.forms(match.state, seat))
    return response


def _form(codec: GameCodec, form: Form[object]) -> match_pb2.Form:
    return match_pb2.Form(
        kind=form.kind,
        label=form.label,
        fields=[_field(field) for field in form.fields],
        example=codec.move(form.example),
    )


def _field(field: FormField) -> match_pb2.FormField:
    return match_pb2.FormField(
        name=field.name,
        summary=field.summary,
        minimum=field.minimum,
        maximum=field.maximum,
        choices=field.choices,
        min_items=field.min_items,
        max_items=field.max_items,
    )
