"""``sagahall create``"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from sagahall.api.common.v1 import common_pb2
from sagahall.api.match.v1 import match_pb2
from sagahall.client.commands.completing import game_names
from sagahall.client.commands.games import check_seats, choose_variant, value_of
from sagahall.client.commands.options import Json, Player
from sagahall.client.identity import connect, name_of
from sagahall.client.output import emit, program, say
from sagahall.client.problems import Problem
from sagahall.games.kernel import Setting

Game = Annotated[
    str,
    typer.Argument(metavar="GAME", help="The game; `sagahall games` lists what there is.", autocompletion=game_names),
]
Variant = Annotated[str, typer.Option("--variant", metavar="VARIANT", help="Its variant; the game's first if empty.")]
Seats = Annotated[
    int | None, typer.Option("--seats", min=1, metavar="N", help="How many seats; as few as can be if left out.")
]
Settings = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the variant; once for each.")
]


Clock = Annotated[
    str,
    typer.Option(
        "--clock", metavar="TIME", help="Seconds for every choice (60), or for the match and per choice (300+5)."
    ),
]


async def create(
    *,
    game: Game,
    variant: Variant = "",
    seats: Seats = None,
    settings: Settings = None,
    clock: Clock = "",
    player: Player = None,
    as_json: Json = False,
) -> None:
    """Start a practice match, all seats yours.

    Matches with others come from `sagahall play`.
    """
    me = name_of(player)
    async with connect(player) as client:
        chosen = choose_variant(await client.list_games(), game, variant)
        count = seats or chosen.min_seats
        check_seats(game, chosen, count)
        options = read_options(chosen, settings or ())
        match = await client.create_match(
            game, [me] * count, variant=chosen.name, options=options, time_control=read_clock(clock)
        )
    if as_json:
        emit(match)
    else:
        _show(match, player)


def read_options(variant: match_pb2.Variant, texts: Iterable[str]) -> dict[str, Setting]:
    """Options as people write them, NAME=VALUE. Raises Problem for what the variant does not have."""
    defaults = {option.name: option.default_value for option in variant.options}
    options: dict[str, Setting] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in defaults:
            there = ", ".join(f"{known}={value_of(default)}" for known, default in defaults.items()) or "none"
            raise Problem(f"{variant.name} has no option {name!r}; there is {there}", exit_code=2)
        options[name] = _setting(name, value, defaults[name].WhichOneof("value") or "")
    return options


def read_clock(text: str) -> common_pb2.TimeControl | None:
    """A time control as people write it, in seconds: 60, or 300+5. Raises Problem for anything else."""
    if not text:
        return None
    try:
        times = [round(float(part) * 1000) for part in text.split("+")]
        if len(times) == 1:
            return common_pb2.TimeControl(per_move=common_pb2.PerMove(limit_ms=times[0]))
        initial, increment = times
        return common_pb2.TimeControl(fischer=common_pb2.Fischer(initial_ms=initial, increment_ms=increment))
    except (ValueError, OverflowError):
        raise Problem(f"a clock is seconds for every choice, as 60, or 300+5, not {text!r}", exit_code=2) from None


def _setting(name: str, value: str, field: str) -> Setting:
    try:
        if field == "bool_value":
            return {"true": True, "false": False}[value]
        return int(value) if field == "int_value" else value
    except (KeyError, ValueError):
        wanted = "true or false" if field == "bool_value" else "a number"
        raise Problem(f"the option {name} is {wanted}, not {value!r}", exit_code=2) from None


def _show(match: match_pb2.Match, player: str | None) -> None:
    mine = f"{match.match} --seat {match.to_act[0]}" + (f" --as {player}" if player else "")
    say(f"Match {match.match}: {match.game} ({match.variant}), all {len(match.players)} seats are yours")
    say(f"what you can play:  {program()} legal {mine}")
    say(f"the board:          {program()} board {mine}")
