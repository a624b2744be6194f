"""All projections. A new one is one line here."""

from __future__ import annotations

from sagahall.projection.matches import Matches
from sagahall.projection.projection import Projection
from sagahall.projection.ratings import Ratings

PROJECTIONS: tuple[Projection, ...] = (Matches(), Ratings())
