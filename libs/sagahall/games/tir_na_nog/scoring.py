"""What sagas are worth, and who wins (specification, sections 7 and 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import starmap

from sagahall.games.kernel import Detail, Outcome, Standing
from sagahall.games.tir_na_nog.cards import Colour, Effect, EffectOp
from sagahall.games.tir_na_nog.facts import CARDS, FACES, FACTS
from sagahall.games.tir_na_nog.regions import adjacent, region_sizes
from sagahall.games.tir_na_nog.saga import ROWS, Lines, SagaCard, above, filled, lines_of
from sagahall.games.tir_na_nog.scorers import row_points
from sagahall.games.tir_na_nog.state import Actor, Score, State

LAST_ROUND = "last_round"
ALL_LEFT = "all_left"
BEATEN = "balor_beaten"
VICTORIOUS = "balor_victorious"

COLOURS = tuple(Colour)


# Effects


def _kin_in_row(effect: Effect, card: SagaCard, lines: Lines) -> int:
    """For each other card of its colour in its row."""
    return effect.number * (sum(other.colour is card.colour for other in filled(lines[card.row])) - 1)


def _strange_neighbours(effect: Effect, card: SagaCard, lines: Lines) -> int:
    """For each orthogonally adjacent card of another colour."""
    return effect.number * sum(other.colour is not card.colour for other in adjacent(card, lines))


def _rightmost(effect: Effect, card: SagaCard, lines: Lines) -> int:
    """If no card lies to its right in its row."""
    return 0 if any(lines[card.row][card.space + 1 :]) else effect.number


_EFFECTS: Mapping[EffectOp, Callable[[Effect, SagaCard, Lines], int]] = {
    EffectOp.KIN_IN_ROW: _kin_in_row,
    EffectOp.STRANGE_NEIGHBOURS: _strange_neighbours,
    EffectOp.RIGHTMOST: _rightmost,
}


def effect_points(lines: Lines) -> int:
    """The points of the scoring effects of a saga."""
    effects = ((CARDS[card.card].effect, card) for row in ROWS for card in filled(lines[row]))
    return sum(_EFFECTS[effect.op](effect, card, lines) for effect, card in effects if effect and effect.op in _EFFECTS)


# Regions


def rewards(sizes: Sequence[int], table: Sequence[int]) -> tuple[int, ...]:
    """The points that each gets for the largest region of one colour; a size of less than 2 is none.

    Those who are tied each get half of their reward and half of the next, each rounded down, and nobody else gets that.
    """
    points = dict.fromkeys(sizes, 0)
    place = 0
    for size in sorted({size for size in sizes if size > 1}, reverse=True):
        shared = sizes.count(size) > 1
        due = table[place : place + 2] if shared else table[place : place + 1]
        points[size] = sum(reward // 2 for reward in due) if shared else sum(due)
        place += 1 + shared
    return tuple(points[size] for size in sizes)


# Scores


def scores(state: State) -> tuple[Score, ...]:
    """What the sagas would score if the match ended now: of all seats, then of Balor."""
    tables = [lines_of(state.player(actor).saga) for actor in state.actors]
    sizes = [_sizes(state, actor, lines) for actor, lines in zip(state.actors, tables, strict=True)]
    table = FACTS.rewards[len(state.players)]
    by_colour = [rewards(of_one, table) for of_one in zip(*sizes, strict=True)]
    regions = zip(*by_colour, strict=True)
    return tuple(starmap(partial(_score, state), zip(state.actors, tables, regions, sizes, strict=True)))


def _sizes(state: State, actor: Actor, lines: Lines) -> tuple[int, ...]:
    """Those who left take no part in the sharing of rewards; Balor's landmarks do not count."""
    if state.player(actor).left:
        return (0,) * len(COLOURS)
    return region_sizes(lines, landmarks=actor is not None)


def _score(state: State, actor: Actor, lines: Lines, regions: tuple[int, ...], sizes: tuple[int, ...]) -> Score:
    base, effects, rows = 0, 0, (0,) * len(ROWS)
    if actor is not None:
        effects, rows = effect_points(lines), _row_points(state, lines)
    elif state.difficulty is not None:
        base = FACTS.balor_points[state.difficulty]
    total = base + effects + sum(rows) + sum(regions)
    return Score(actor, base, effects, rows, regions, sizes, max(sizes), total)


def _row_points(state: State, lines: Lines) -> tuple[int, ...]:
    faces = zip(ROWS, state.faces, strict=True)
    return tuple(row_points(FACES[face].terms, lines[row], above(lines, row)) for row, face in faces)


# Who wins


def ending(state: State, final: Sequence[Score]) -> str:
    """How a match that was played to its end came out. Balor wins a full tie."""
    if state.balor is None:
        return LAST_ROUND
    human, balor = final
    return BEATEN if (human.total, human.largest) > (balor.total, balor.largest) else VICTORIOUS


def outcome(state: State) -> Outcome | None:
    """Every seat's result, or None while the match is played."""
    if state.ending is None:
        return None
    return Outcome(state.ending, standings(state.scores, [player.left for player in state.players]))


def standings(final: Sequence[Score], left: Sequence[bool]) -> tuple[Standing, ...]:
    """The seats, best first. Most points win, then the largest region; seats that left come last."""
    seats = final[: len(left)]
    keys = [(not gone, score.total, score.largest) for gone, score in zip(left, seats, strict=True)]
    placed = (
        Standing(seat, 1 + sum(key > keys[seat] for key in keys), score.total, tuple(_details(score, final)))
        for seat, score in enumerate(seats)
    )
    return tuple(sorted(placed, key=lambda standing: standing.rank))


def _details(score: Score, every: Sequence[Score]) -> Iterable[Detail]:
    yield Detail("effects", score.effects)
    yield from (Detail(f"{row.value}_row", points) for row, points in zip(ROWS, score.rows, strict=True))
    yield from (Detail(f"{colour.value}_region", points) for colour, points in zip(COLOURS, score.regions, strict=True))
    yield Detail("largest_region", score.largest)
    yield from (Detail("balor", other.total) for other in every if other.seat is None)
