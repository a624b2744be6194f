"""Batches as they come from the feeds, without a feed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sagahall.eventlog.feed import FeedEntry
from sagahall.match.match import Step
from sagahall.projection.ingest import Batch, ingest
from sagahall.projection.models import PROJECTIONS
from sagahall.projection.parking import Fault
from sagahall.projection.store import Store


def entries(steps: Iterable[Step]) -> list[FeedEntry]:
    """The steps as they lie in a feed."""
    return [
        FeedEntry(f"{number}-0", step.record.match, step.record.version, step.stored)
        for number, step in enumerate(steps, 1)
    ]


def write(store: Store, given: Sequence[FeedEntry], mended: frozenset[str] = frozenset()) -> list[Fault]:
    """Writes entries as one batch that moves no checkpoint."""
    with store.writing() as connection:
        return ingest(connection, PROJECTIONS, Batch(shifts={}, entries=given, mended=mended))
