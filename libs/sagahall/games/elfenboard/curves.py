"""Where roads run on the board's picture: each is a curve from town to town through the road's middle."""

from __future__ import annotations

from sagahall.games.elfenboard.board import Point, Road
from sagahall.games.elfenboard.facts import TOWNS


def control_point(road: Road) -> Point:
    """The point that bends the quadratic curve between the ends so that it passes through the road's middle."""
    (ax, ay), (bx, by) = (TOWNS[end].point for end in road.ends)
    return 2 * road.mid[0] - (ax + bx) / 2, 2 * road.mid[1] - (ay + by) / 2


def point_on(road: Road, start: str, part: float) -> Point:
    """The point on the curve after that part of the way from the start, from 0 to 1."""
    (ax, ay), (bx, by) = TOWNS[start].point, TOWNS[road.other(start)].point
    cx, cy = control_point(road)
    near, mid, far = (1 - part) ** 2, 2 * part * (1 - part), part**2
    return near * ax + mid * cx + far * bx, near * ay + mid * cy + far * by
