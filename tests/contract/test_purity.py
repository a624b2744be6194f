"""Rules are pure: they import no clock, no chance and no I/O, and only the facts of a game read files, once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from sagahall.games import kernel
from sagahall.games.registry import GAMES

GAMES_FOLDER = Path(kernel.__file__).parent
MODULES = sorted(GAMES_FOLDER.rglob("*.py"))

PURE = {
    "__future__", "abc", "bisect", "collections", "dataclasses", "enum", "fractions", "functools", "heapq", "html",
    "itertools", "math", "operator", "re", "sagahall.games", "string", "textwrap", "types", "typing", "unicodedata",
    "xml.sax.saxutils",
}  # fmt: skip
"""What a module of rules may import."""

FACTS = PURE | {"csv", "importlib.resources", "json", "tomllib", "yaml"}
"""What the modules called facts, and those in a folder of that name, may import besides: to read data at import."""

IMPURE_CALLS = {"open", "print", "input", "eval", "exec", "compile", "__import__", "hash", "id", "vars", "globals"}
"""What no module may call: I/O, code as data, and numbers that differ between processes."""


def problems(tree: ast.AST, allowed: set[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (f"imports {alias.name}" for alias in node.names if not within(alias.name, allowed))
        if isinstance(node, ast.ImportFrom) and not (node.module and node.level == 0 and within(node.module, allowed)):
            yield f"imports from {'.' * node.level}{node.module or ''}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            yield f"calls {node.func.id}"
        if isinstance(node, ast.Global | ast.Nonlocal | ast.AsyncFunctionDef | ast.Await):
            yield f"holds a {type(node).__name__}"


def within(module: str, allowed: set[str]) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in allowed)


def allowed_in(module: Path) -> set[str]:
    return FACTS if "facts" in (module.stem, module.parent.name) else PURE


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(GAMES_FOLDER)))
def test_a_module_of_rules_is_pure(module: Path) -> None:
    """B25."""
    assert list(problems(ast.parse(module.read_text(encoding="utf-8")), allowed_in(module))) == []


def test_every_game_is_among_them() -> None:
    assert set(GAMES) <= {module.parent.name for module in MODULES}


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "import random",
        "from os import environ",
        "import asyncio.events",
        "from datetime import datetime",
        "import socket as functools",
        "import io",
        "from . import kernel",
        "import importlib",
        "import sagahall.match.dice",
        "from json import loads",
        "def f():\n    import secrets",
        "open('board.yaml')",
        "key = hash('road')",
        "async def f(): pass",
        "def f():\n    global count",
    ],
)
def test_impurity_is_found(source: str) -> None:
    """B25."""
    assert len(list(problems(ast.parse(source), PURE))) == 1


def test_facts_may_read_their_data() -> None:
    source = "from importlib.resources import files\nimport yaml"
    assert list(problems(ast.parse(source), FACTS)) == []
