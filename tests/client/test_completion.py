"""What the shell offers when TAB is pressed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.client.terminal import Run

Offered = Callable[[str], set[str]]


@pytest.fixture
def offered(run: Run, monkeypatch: pytest.MonkeyPatch) -> Offered:
    """What is offered for the last word of a line."""

    def press(line: str) -> set[str]:
        monkeypatch.setenv("_SAGAHALL_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
        ended = run()
        monkeypatch.delenv("_SAGAHALL_COMPLETE")
        assert ended.err == ""
        return set(ended.out.split())

    return press


def test_the_shell_completes_commands_and_options(offered: Offered) -> None:
    assert offered("sagahall re") == {"rebuild", "replay", "resign", "retry"}
    assert {"--player", "--page"} <= offered("sagahall matches --p")
    assert offered("sagahall matches --status r") == {"running"}


def test_the_shell_completes_games_and_matches(run: Run, offered: Offered) -> None:
    (made,) = run("create", "parley", "--as", "ann", "--json").objects
    run("board", made["match"], "--version", "1", "--seat", "0", "--as", "ann")  # waits for the projection
    assert offered("sagahall create elf") == offered("sagahall ratings elf") == {"elfenland", "elfenroads"}
    assert made["match"] in offered("sagahall replay ")
    assert offered(f"sagahall replay {made['match'][:-2]}") == {made["match"]}


def test_the_shell_offers_nothing_where_no_backend_answers(offered: Offered, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAGAHALL_PROJECTION_ADDRESS", "127.0.0.1:1")
    monkeypatch.setenv("SAGAHALL_RULES_ADDRESS", "127.0.0.1:1")
    assert offered("sagahall replay ") == set()
    assert offered("sagahall create elf") == set()
