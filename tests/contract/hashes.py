"""``python -m tests.contract.hashes GAME`` prints the hash of every state and view of a match of each variant."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from tests.contract.playing import lively, walk
from tests.contract.tables import TABLES

from sagahall.match.canonical import state_hash


def hashes(game: str) -> Iterator[str]:
    """A line for each version of each match; all seats are taken."""
    for table in TABLES:
        if table.game.name == game and table.seats == table.variant.max_seats:
            for position in walk(lively(table, 0, 0)):
                view = state_hash(table.game.view_type, table.game.view(position.state, 0))
                yield f"{table} {position.version} {state_hash(table.game.state_type, position.state)} {view}"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in hashes(sys.argv[1]))
