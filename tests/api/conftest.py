"""The tests of the API run against a whole backend, with every game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.api.hall import Hall, open_hall
from tests.stack import stack

from sagahall.client.stack.stack import Stack

__all__ = ["stack"]


@pytest.fixture(scope="session")
def hall(stack: Stack) -> Iterator[Hall]:
    """Matches and tickets in every state that a request can meet."""
    with open_hall(stack) as hall:
        yield hall
