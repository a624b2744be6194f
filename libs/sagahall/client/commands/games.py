"""``sagahall games``"""

from __future__ import annotations

from collections.abc import Iterable

from sagahall.api.common.v1.common_pb2 import OptionValue
from sagahall.api.match.v1 import match_pb2
from sagahall.client.commands.options import Json, Player
from sagahall.client.identity import connect
from sagahall.client.output import emit, show
from sagahall.client.problems import Problem


async def games(*, player: Player = None, as_json: Json = False) -> None:
    """List the games, variants and options."""
    async with connect(player) as client:
        catalogue = await client.list_games()
    for game in catalogue:
        if as_json:
            emit(game)
        else:
            show(("variant", "seats", "options", "what it is"), map(_row, game.variants), f"{game.title} ({game.name})")


def _row(variant: match_pb2.Variant) -> tuple[str, ...]:
    seats = sorted({variant.min_seats, variant.max_seats})
    options = "\n".join(map(_option, variant.options))
    return variant.name, "-".join(map(str, seats)), options, variant.summary


def _option(option: match_pb2.Option) -> str:
    default = f"{option.name}={value_of(option.default_value)}"
    if option.choices:
        return f"{default} ({', '.join(map(value_of, option.choices))})"
    return f"{default} ({option.minimum}-{option.maximum})" if option.HasField("maximum") else default


def value_of(option: OptionValue) -> str:
    """The value of an option as people write it."""
    field = option.WhichOneof("value")
    return str(getattr(option, field)).lower() if field == "bool_value" else str(getattr(option, field or "name"))


def choose_variant(catalogue: Iterable[match_pb2.Game], game: str, variant: str) -> match_pb2.Variant:
    """The variant, the game's first if it is left empty. Raises Problem, naming what there is, if there is none."""
    games = {one.name: one for one in catalogue}
    if game not in games:
        raise Problem(f"there is no game {game!r} here; there is {', '.join(games) or 'none'}", exit_code=2)
    variants = {one.name: one for one in games[game].variants}
    chosen = variants.get(variant or next(iter(variants)))
    if chosen is None:
        raise Problem(f"{game} has no variant {variant!r}; it has {', '.join(variants)}", exit_code=2)
    return chosen


def check_seats(game: str, variant: match_pb2.Variant, seats: int) -> None:
    """Raises Problem, naming the right numbers, if the variant is not played with so many seats."""
    if not variant.min_seats <= seats <= variant.max_seats:
        table = f"{variant.min_seats} to {variant.max_seats} seats"
        raise Problem(f"{game} ({variant.name}) is played with {table}, not with {seats}", exit_code=2)
