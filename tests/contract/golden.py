"""Golden playthroughs: whole recorded matches with every viewer's views, which replay to the same for ever.

``python -m tests.contract.golden [GAME]`` records them anew; a change of theirs has to be meant. A file holds a line of
JSON for the match, one for each change (events in full, state and views as hashes) and one for the end (views in full).
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.contract.playing import Playing, lively
from tests.contract.tables import TABLES, Table

from sagahall.games.kernel import Outcome
from sagahall.match.canonical import canonical, state_hash

FOLDER = Path(__file__).parent.parent / "golden"

LARGE = 1 << 16
"""Bytes from which a file is compressed."""


def recorded(playing: Playing) -> Iterator[dict[str, Any]]:
    """The lines of a match."""
    yield header(playing)
    for turn in playing.turns:
        yield {
            "version": turn.version,
            "seat": turn.seat,
            "move": None if turn.move is None else plain(playing.table.game.move_type, turn.move),
            "leaves": None if turn.reason is None else turn.reason.value,
            "events": [plain(playing.table.game.event_type, event) for event in turn.events],
            **hashes(playing.table, turn.after),
        }
    yield ending(playing.table, playing.turns[-1].after)


def header(playing: Playing) -> dict[str, Any]:
    """What a match is started with."""
    return {
        "match": str(playing.table),
        "options": dict(playing.options),
        "secret": playing.secret.hex(),
        "rules_version": playing.table.game.rules_version,
    }


def hashes(table: Table, state: Any) -> dict[str, Any]:
    """The hash of a state, and of the view of every viewer, cut to 16 digits: enough to find a difference."""
    game = table.game
    views = [state_hash(game.view_type, game.view(state, viewer))[:16] for viewer in table.viewers]
    return {"state": state_hash(game.state_type, state)[:16], "views": views}


def ending(table: Table, state: Any) -> dict[str, Any]:
    """How a match came out, and every viewer's last view."""
    game = table.game
    views = [plain(game.view_type, game.view(state, viewer)) for viewer in table.viewers]
    return {"outcome": plain(Outcome, game.outcome(state)), "views": views}


def plain(annotation: Any, value: Any) -> Any:
    """A value as JSON."""
    return json.loads(canonical(annotation, value))


def load(table: Table) -> list[dict[str, Any]]:
    """The recorded lines of a table. Raises FileNotFoundError."""
    return [json.loads(line) for line in _read(_path(table)).splitlines()]


def save(table: Table) -> None:
    """Records a match of a table: a lively one; of three or more seats, one may leave."""
    leavers = 1 if table.seats > 2 else 0
    text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in recorded(lively(table, 0, leavers)))
    path = _path(table)
    if not path.exists() or _read(path) != text:
        _write(path, text)


def _path(table: Table) -> Path:
    path = FOLDER / f"{table}.jsonl"
    compressed = path.with_suffix(".jsonl.gz")
    return compressed if compressed.exists() else path


def _read(path: Path) -> str:
    content = path.read_bytes()
    return (gzip.decompress(content) if path.suffix == ".gz" else content).decode()


def _write(path: Path, text: str) -> None:
    path.unlink(missing_ok=True)
    path = path.with_name(f"{path.name.split('.', maxsplit=1)[0]}.jsonl")
    content = text.encode()
    if len(content) < LARGE:
        path.write_bytes(content)
    else:
        path.with_suffix(".jsonl.gz").write_bytes(gzip.compress(content, mtime=0))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for chosen in TABLES:
        if chosen.game.name in (sys.argv[1:] or [chosen.game.name]):
            save(chosen)
