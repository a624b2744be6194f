"""Looking into a service of this process."""

from __future__ import annotations

import pytest

import sagahall.rules.__main__ as rules_main
from sagahall.eventlog.hub import Hub
from sagahall.eventlog.log import EventLog

CAPACITY = 16
"""How many records the service keeps for a watcher."""


@pytest.fixture
def hubs(monkeypatch: pytest.MonkeyPatch) -> list[Hub]:
    """The hubs of the rules services that are started from now on."""
    hubs: list[Hub] = []

    class Noted(Hub):
        def __init__(self, log: EventLog) -> None:
            super().__init__(log, CAPACITY)
            hubs.append(self)

    monkeypatch.setattr(rules_main, "Hub", Noted)
    return hubs
