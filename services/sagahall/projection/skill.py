"""How good a player is at a game, judged by results alone: the Bradley-Terry model of Weng and Lin.

Each player of a match is compared with each other one by their places. What is stored is rounded to whole numbers, and
the next match goes on with those: so the last digit of an exponential, in which machines may differ, is lost all but
surely, and the same results give the same ratings everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import BradleyTerryFull

UNIT = 1_000_000
"""How many parts the unit of the model has in what is stored."""
BASE = 1000
"""The rating of a newcomer."""
SCALE = 25
"""How many points of a rating are one unit of the model: about those of Elo's scale."""
SETTLED = 10
"""From how many matches on a rating is more than provisional."""

_MODEL = BradleyTerryFull()


class Skill(NamedTuple):
    """What is believed of a player after some matches: a mean and a standard deviation, in parts of the unit."""

    mu: int
    sigma: int
    matches: int

    @property
    def rating(self) -> int:
        """What people are shown: a skill that the player has all but surely, in points.

        It begins with 1000; of those who play a lot, the average has about 1500. It may be negative.
        """
        return BASE + round(SCALE * (self.mu - 3 * self.sigma) / UNIT)

    @property
    def provisional(self) -> bool:
        """Whether there are too few matches to tell much."""
        return self.matches < SETTLED


NEWCOMER = Skill(round(_MODEL.mu * UNIT), round(_MODEL.sigma * UNIT), 0)


def rate(skills: Sequence[Skill], ranks: Sequence[int]) -> list[Skill]:
    """The skills of the players of a match after it; lower ranks are better, and equal ones a tie."""
    sides = [[_MODEL.rating(mu=one.mu / UNIT, sigma=one.sigma / UNIT)] for one in skills]
    rated = _MODEL.rate(sides, ranks=[float(rank) for rank in ranks])
    return [
        Skill(round(after.mu * UNIT), round(after.sigma * UNIT), before.matches + 1)
        for before, (after,) in zip(skills, rated, strict=True)
    ]
