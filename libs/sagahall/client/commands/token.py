"""``sagahall token``"""

from __future__ import annotations

from typing import Annotated

import typer

from sagahall.client.commands.options import Json
from sagahall.client.identity import DAY, mint
from sagahall.client.output import emit, say

Name = Annotated[str, typer.Argument(metavar="NAME", help="The player.")]
Days = Annotated[float, typer.Option("--days", min=0.001, max=3650, metavar="N", help="How many days it is good for.")]


async def token(*, name: Name, days: Days = 1.0, as_json: Json = False) -> None:
    """Print a bearer token for a player.

    It is signed with the key of the backend of this folder.
    """
    minted = mint(name, days * DAY)
    if as_json:
        emit({"player": name, "token": minted})
    else:
        say(minted)
