"""What the terminal of ``sagahall up`` shows of the logs."""

from __future__ import annotations

import json
from pathlib import Path

from sagahall.client.stack.log import Log


def line(number: int) -> str:
    return json.dumps({"level": "warning", "event": f"said {number}"}) + "\n"


def test_warnings_are_shown_once_each_while_files_are_put_aside(tmp_path: Path) -> None:
    path = tmp_path / "rules.log"
    path.write_text(line(0))
    log = Log(path)
    shown = []
    for number in range(1, 10):
        with path.open("a") as file:
            file.write(line(number))
        if number % 3 == 0:
            path.replace(tmp_path / "rules.log.1")
            path.write_text(line(number * 100))
        if number != 4:
            shown += list(log.warnings())
    said = [1, 2, 3, 300, 4, 5, 6, 600, 7, 8, 9, 900]
    assert shown == [f"warning: said {number}" for number in said]
