"""Measures what there is to measure, and says it twice: as a table, and in .sagahall/bench.json.

Every figure has a name, a unit and a value; where there is a floor, the least that it could cost here, it was measured
in the same run, and the ratio is what part of the floor is reached (1 is all of it).
"""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from tests.bench import bench_games, bench_moves, bench_projection

PARTS = {
    "the rules of the games": bench_games.measure,
    "moves": bench_moves.measure,
    "the archive": bench_projection.measure,
}
RESULT = Path(".sagahall/bench.json")


def main() -> None:
    """Measures everything, one part after the other."""
    console = Console()
    figures: list[dict[str, object]] = []
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("", total=len(PARTS))
        for name, measure in PARTS.items():
            progress.update(task, description=name)
            figures += measure()
            progress.advance(task)
    RESULT.parent.mkdir(exist_ok=True)
    RESULT.write_text(json.dumps(figures, indent=1) + "\n")
    console.print(_table(figures))
    console.print(f"written to {RESULT}")


def _table(figures: list[dict[str, object]]) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0))
    for column in ("name", "unit"):
        table.add_column(column, no_wrap=True)
    for column in ("value", "floor", "ratio"):
        table.add_column(column, justify="right", no_wrap=True)
    for figure in figures:
        numbers = (figure[name] for name in ("value", "floor", "ratio"))
        table.add_row(str(figure["name"]), str(figure["unit"]), *map(_number, numbers))
    return table


def _number(value: object) -> str:
    """Few digits, so that the table has room in 80 columns."""
    if not isinstance(value, int | float):
        return ""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}" if value >= 1 else f"{value:.2f}"


if __name__ == "__main__":
    main()
