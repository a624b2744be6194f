"""What goes to the terminal: tables for people, one JSON object per line for machines."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from rich import box
from rich.console import Console
from rich.table import Table

PLAIN_WIDTH = 120
"""How wide tables are where there is no terminal that could say how wide it is."""

console = Console(highlight=False, width=None if sys.stdout.isatty() else PLAIN_WIDTH)


def say(text: str) -> None:
    """A line for people, as it is."""
    console.out(text, highlight=False)


def note(text: str) -> None:
    """A line for people that is no part of what was asked for: a pipe does not get it."""
    sys.stderr.write(f"{text}\n")


def emit(value: Message | Mapping[str, Any]) -> None:
    """A line for machines: the names are those of the protos, and fields that are not set are there as well."""
    plain = as_json(value) if isinstance(value, Message) else value
    sys.stdout.write(json.dumps(plain, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def as_json(message: Message) -> dict[str, Any]:
    """The message as protobuf spells it in JSON."""
    return MessageToDict(message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)


def table(columns: Iterable[str], rows: Iterable[Iterable[object]], title: str | None = None) -> Table:
    """A table for people. Cells are texts as they are; those of the first column are never broken."""
    made = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", pad_edge=False)
    for index, name in enumerate(columns):
        made.add_column(name, no_wrap=index == 0, overflow="fold")
    for row in rows:
        made.add_row(*(_plain(cell) for cell in row))
    return made


def _plain(cell: object) -> str:
    return str(cell).replace("[", r"\[")


def show(columns: Iterable[str], rows: Iterable[Iterable[object]], title: str | None = None) -> None:
    """Prints a table for people, without blanks at the ends of lines."""
    with console.capture() as drawn:
        console.print(table(columns, rows, title))
    say("\n".join(line.rstrip() for line in drawn.get().splitlines()))


def program() -> str:
    """How this command line is called in the working folder, for lines that people paste."""
    if shutil.which("sagahall"):
        return "sagahall"
    path = os.path.relpath(sys.argv[0])
    return os.path.abspath(sys.argv[0]) if path.startswith(os.pardir) else path
